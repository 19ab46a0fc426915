// Stand-in for <string.h>.
#pragma once
#include <std_c.h>
