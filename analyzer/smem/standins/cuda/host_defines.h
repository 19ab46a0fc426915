// Stand-in for the CUDA execution-space and attribute macros as a host compiler sees them.
#pragma once
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __grid_constant__
#define __cluster_dims__(...)
#define __block_size__(...)
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __noinline__ __attribute__((noinline))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__
#define __align__(n) __attribute__((aligned(n)))
#define __CUDA_ALIGN__(n) __attribute__((aligned(n)))
#define __thread__ __thread
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __device_builtin__
#define __cudart_builtin__
#define __CUDA_HOSTDEVICE__
#define CUDARTAPI
#define CUDART_CB
#define CUDAAPI
#define CUDA_CB
