// Stand-in for the CUDA bfloat16 header: types with the toolkit's layout, and the operations in use.
#pragma once
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_narrow.h>

struct alignas(2) __nv_bfloat16_raw { unsigned short x; };
struct alignas(4) __nv_bfloat162_raw { unsigned short x, y; };
CUDA_NARROW_FLOAT(__nv_bfloat16, __nv_bfloat16_raw, __nv_bfloat162, __nv_bfloat162_raw)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
CUDA_NARROW_OPS(__nv_bfloat16, __nv_bfloat162)

__nv_bfloat16 __float2bfloat16(float);
__nv_bfloat16 __float2bfloat16_rn(float);
__nv_bfloat16 __float2bfloat16_rz(float);
__nv_bfloat16 __float2bfloat16_rd(float);
__nv_bfloat16 __float2bfloat16_ru(float);
__nv_bfloat16 __double2bfloat16(double);
float __bfloat162float(__nv_bfloat16);
__nv_bfloat162 __float2bfloat162_rn(float);
__nv_bfloat162 __floats2bfloat162_rn(float, float);
__nv_bfloat162 __float22bfloat162_rn(float2);
float2 __bfloat1622float2(__nv_bfloat162);
__nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16);
__nv_bfloat162 __halves2bfloat162(__nv_bfloat16, __nv_bfloat16);
__nv_bfloat16 __low2bfloat16(__nv_bfloat162);
__nv_bfloat16 __high2bfloat16(__nv_bfloat162);
__nv_bfloat162 __low2bfloat162(__nv_bfloat162);
__nv_bfloat162 __high2bfloat162(__nv_bfloat162);
__nv_bfloat162 __lowhigh2highlow(__nv_bfloat162);
CUDA_NARROW_INT(bfloat16, __nv_bfloat16)
short __bfloat16_as_short(__nv_bfloat16);
unsigned short __bfloat16_as_ushort(__nv_bfloat16);
__nv_bfloat16 __short_as_bfloat16(short);
__nv_bfloat16 __ushort_as_bfloat16(unsigned short);
__nv_bfloat162 make_bfloat162(__nv_bfloat16, __nv_bfloat16);
