// Stand-in for <cuda_fp4.hpp>.
#pragma once
#include <cuda_fp8.h>
