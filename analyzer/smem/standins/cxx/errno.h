// Stand-in for <errno.h>.
#pragma once
#include <std_c.h>
