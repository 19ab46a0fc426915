// Stand-in for <torch/extension.h>.
#pragma once
#include <torch_tensor.h>
