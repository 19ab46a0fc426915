// Stand-in for <cuda_fp4.h>.
#pragma once
#include <cuda_fp8.h>
