// Stand-in for <cuda_bf16.hpp>.
#pragma once
#include <cuda_bf16.h>
