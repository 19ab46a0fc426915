// Stand-in for <stdint.h>.
#pragma once
#include <std_c.h>
