// Stand-in for <c10/util/Optional.h>.
#pragma once
#include <torch_tensor.h>
