// Stand-in for <ATen/Functions.h>.
#pragma once
#include <torch_tensor.h>
