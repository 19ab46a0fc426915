// Stand-in for <ATen/Tensor.h>.
#pragma once
#include <torch_tensor.h>
