// Stand-in for <ATen/cuda/Exceptions.h>.
#pragma once
#include <torch_tensor.h>
