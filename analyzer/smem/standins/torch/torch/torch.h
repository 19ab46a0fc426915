// Stand-in for <torch/torch.h>.
#pragma once
#include <torch_tensor.h>
