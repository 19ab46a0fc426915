// Stand-in for <time.h>.
#pragma once
#include <std_c.h>
