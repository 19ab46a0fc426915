// Stand-in for <torch/library.h>.
#pragma once
#include <torch_tensor.h>
