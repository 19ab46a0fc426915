// Stand-in for <ctype.h>.
#pragma once
#include <std_c.h>
