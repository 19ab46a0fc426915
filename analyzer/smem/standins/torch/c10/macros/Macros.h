// Stand-in for <c10/macros/Macros.h>.
#pragma once
#include <torch_tensor.h>
