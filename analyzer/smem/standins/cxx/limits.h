// Stand-in for <limits.h>.
#pragma once
#include <std_c.h>
