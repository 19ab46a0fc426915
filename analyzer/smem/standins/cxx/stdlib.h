// Stand-in for <stdlib.h>.
#pragma once
#include <std_c.h>
