// Stand-in for <c10/core/Device.h>.
#pragma once
#include <torch_tensor.h>
