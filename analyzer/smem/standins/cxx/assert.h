// Stand-in for <assert.h>.
#pragma once
#include <std_c.h>
