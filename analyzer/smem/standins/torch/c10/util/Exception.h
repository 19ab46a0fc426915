// Stand-in for <c10/util/Exception.h>.
#pragma once
#include <torch_tensor.h>
