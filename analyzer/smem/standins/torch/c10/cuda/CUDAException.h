// Stand-in for <c10/cuda/CUDAException.h>.
#pragma once
#include <torch_tensor.h>
