// Stand-in for <cuda_fp6.h>.
#pragma once
#include <cuda_fp8.h>
