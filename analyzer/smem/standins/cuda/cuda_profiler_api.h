// Stand-in for <cuda_profiler_api.h>.
#pragma once
#include <cuda_runtime.h>
