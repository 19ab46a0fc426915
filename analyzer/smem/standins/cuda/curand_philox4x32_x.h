// Stand-in for <curand_philox4x32_x.h>.
#pragma once
#include <curand_kernel.h>
