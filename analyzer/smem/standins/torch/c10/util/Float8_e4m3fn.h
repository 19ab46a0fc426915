// Stand-in for <c10/util/Float8_e4m3fn.h>.
#pragma once
#include <torch_tensor.h>
