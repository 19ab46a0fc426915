// Stand-in for <cuda_fp6.hpp>.
#pragma once
#include <cuda_fp8.h>
