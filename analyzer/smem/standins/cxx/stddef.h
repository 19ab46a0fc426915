// Stand-in for <stddef.h>.
#pragma once
#include <std_c.h>
