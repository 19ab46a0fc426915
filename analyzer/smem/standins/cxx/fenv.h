// Stand-in for <fenv.h>.
#pragma once
#include <std_c.h>
