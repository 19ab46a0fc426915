// Stand-in for <c10/core/TensorOptions.h>.
#pragma once
#include <torch_tensor.h>
