// Stand-in for <torch/cuda.h>.
#pragma once
#include <torch_tensor.h>
