// Stand-in for <cuda_device_runtime_api.h>.
#pragma once
#include <cuda_runtime.h>
