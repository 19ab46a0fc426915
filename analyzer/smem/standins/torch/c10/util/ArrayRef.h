// Stand-in for <c10/util/ArrayRef.h>.
#pragma once
#include <torch_tensor.h>
