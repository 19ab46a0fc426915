// Stand-in for the CUDA half-precision header: types with the toolkit's layout, and the operations in use.
#pragma once
#include <cuda_runtime.h>
#include <cuda_narrow.h>

struct alignas(2) __half_raw { unsigned short x; };
struct alignas(4) __half2_raw { unsigned short x, y; };
CUDA_NARROW_FLOAT(__half, __half_raw, __half2, __half2_raw)
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
CUDA_NARROW_OPS(__half, __half2)

__half __float2half(float);
__half __float2half_rn(float);
__half __float2half_rz(float);
__half __float2half_rd(float);
__half __float2half_ru(float);
__half __double2half(double);
float __half2float(__half);
__half2 __float2half2_rn(float);
__half2 __floats2half2_rn(float, float);
__half2 __float22half2_rn(float2);
float2 __half22float2(__half2);
__half2 __half2half2(__half);
__half2 __halves2half2(__half, __half);
__half __low2half(__half2);
__half __high2half(__half2);
__half2 __low2half2(__half2);
__half2 __high2half2(__half2);
__half2 __lows2half2(__half2, __half2);
__half2 __highs2half2(__half2, __half2);
__half2 __lowhigh2highlow(__half2);
CUDA_NARROW_INT(half, __half)
short __half_as_short(__half);
unsigned short __half_as_ushort(__half);
__half __short_as_half(short);
__half __ushort_as_half(unsigned short);
__half2 make_half2(__half, __half);
