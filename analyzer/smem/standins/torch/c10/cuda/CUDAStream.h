// Stand-in for <c10/cuda/CUDAStream.h>.
#pragma once
#include <torch_tensor.h>
