// Stand-in for <library_types.h>.
#pragma once
#include <cuda_runtime.h>
