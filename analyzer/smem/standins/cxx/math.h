// Stand-in for <math.h>.
#pragma once
#include <std_c.h>
