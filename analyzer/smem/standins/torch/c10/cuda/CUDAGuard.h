// Stand-in for <c10/cuda/CUDAGuard.h>.
#pragma once
#include <torch_tensor.h>
