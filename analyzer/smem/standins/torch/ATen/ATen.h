// Stand-in for <ATen/ATen.h>.
#pragma once
#include <torch_tensor.h>
