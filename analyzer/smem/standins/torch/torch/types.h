// Stand-in for <torch/types.h>.
#pragma once
#include <torch_tensor.h>
