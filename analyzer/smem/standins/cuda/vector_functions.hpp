// Stand-in for <vector_functions.hpp>.
#pragma once
#include <vector_functions.h>
