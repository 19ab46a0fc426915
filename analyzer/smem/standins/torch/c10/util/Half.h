// Stand-in for <c10/util/Half.h>.
#pragma once
#include <torch_tensor.h>
