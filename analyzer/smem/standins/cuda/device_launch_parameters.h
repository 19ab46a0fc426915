// Stand-in for <device_launch_parameters.h>.
#pragma once
#include <cuda_runtime.h>
