// Stand-in for <c10/util/BFloat16.h>.
#pragma once
#include <torch_tensor.h>
