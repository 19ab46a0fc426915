// Stand-in for <ATen/core/Tensor.h>.
#pragma once
#include <torch_tensor.h>
