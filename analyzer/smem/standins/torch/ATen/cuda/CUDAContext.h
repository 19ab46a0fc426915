// Stand-in for <ATen/cuda/CUDAContext.h>.
#pragma once
#include <torch_tensor.h>
