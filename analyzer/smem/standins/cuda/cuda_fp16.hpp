// Stand-in for <cuda_fp16.hpp>.
#pragma once
#include <cuda_fp16.h>
