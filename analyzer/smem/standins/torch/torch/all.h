// Stand-in for <torch/all.h>.
#pragma once
#include <torch_tensor.h>
