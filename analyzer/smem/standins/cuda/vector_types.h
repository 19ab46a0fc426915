// Stand-in for <vector_types.h>.
#pragma once
#include <vector_functions.h>
