// Stand-in for <inttypes.h>.
#pragma once
#include <std_c.h>
