// Stand-in for <c10/core/ScalarType.h>.
#pragma once
#include <torch_tensor.h>
