// Stand-in for <stdarg.h>.
#pragma once
#include <std_c.h>
