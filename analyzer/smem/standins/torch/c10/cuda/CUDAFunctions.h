// Stand-in for <c10/cuda/CUDAFunctions.h>.
#pragma once
#include <torch_tensor.h>
