// Stand-in for <float.h>.
#pragma once
#include <std_c.h>
