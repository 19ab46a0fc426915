// Stand-in for <ATen/cuda/CUDAContextLight.h>.
#pragma once
#include <torch_tensor.h>
