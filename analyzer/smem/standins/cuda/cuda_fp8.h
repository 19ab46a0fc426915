// Stand-in for the CUDA 8-bit, 6-bit and 4-bit floating-point headers, with the toolkit's layouts.
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>

enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;
typedef enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 } __nv_fp6_interpretation_t;
typedef enum __nv_fp4_interpretation_t { __NV_E2M1 } __nv_fp4_interpretation_t;
typedef unsigned char __nv_fp8_storage_t, __nv_fp6_storage_t, __nv_fp4_storage_t, __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp8x2_storage_t, __nv_fp6x2_storage_t, __nv_fp4x4_storage_t;
typedef unsigned int __nv_fp8x4_storage_t, __nv_fp6x4_storage_t;

#define CUDA_TINY_FLOAT(S, V2, V4, T1, T2, T4)                     \
  struct S {                                                       \
    T1 __x;                                                        \
    S() = default;                                                 \
    explicit S(float);                                             \
    explicit S(double);                                            \
    explicit S(__half);                                            \
    explicit S(__nv_bfloat16);                                     \
    explicit S(short);                                             \
    explicit S(unsigned short);                                    \
    explicit S(int);                                               \
    explicit S(unsigned);                                          \
    explicit S(long);                                              \
    explicit S(unsigned long);                                     \
    explicit S(long long);                                         \
    explicit S(unsigned long long);                                \
    explicit operator float() const;                               \
    explicit operator double() const;                              \
    explicit operator __half() const;                              \
    explicit operator __nv_bfloat16() const;                       \
    explicit operator bool() const;                                \
    explicit operator char() const;                                \
    explicit operator signed char() const;                         \
    explicit operator unsigned char() const;                       \
    explicit operator short() const;                               \
    explicit operator unsigned short() const;                      \
    explicit operator int() const;                                 \
    explicit operator unsigned() const;                            \
    explicit operator long() const;                                \
    explicit operator unsigned long() const;                       \
    explicit operator long long() const;                           \
    explicit operator unsigned long long() const;                  \
  };                                                               \
  struct alignas(sizeof(T2)) V2 {                                  \
    T2 __x;                                                        \
    V2() = default;                                                \
    explicit V2(float2);                                           \
    explicit V2(double2);                                          \
    explicit V2(__half2);                                          \
    explicit V2(__nv_bfloat162);                                   \
    explicit operator float2() const;                              \
    explicit operator __half2() const;                             \
  };                                                               \
  struct alignas(sizeof(T4)) V4 {                                  \
    T4 __x;                                                        \
    V4() = default;                                                \
    explicit V4(float4);                                           \
    explicit V4(double4);                                          \
    explicit V4(__half2, __half2);                                 \
    explicit V4(__nv_bfloat162, __nv_bfloat162);                   \
    explicit operator float4() const;                              \
  };
CUDA_TINY_FLOAT(__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3, __nv_fp8_storage_t, __nv_fp8x2_storage_t, __nv_fp8x4_storage_t)
CUDA_TINY_FLOAT(__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2, __nv_fp8_storage_t, __nv_fp8x2_storage_t, __nv_fp8x4_storage_t)
CUDA_TINY_FLOAT(__nv_fp8_e8m0, __nv_fp8x2_e8m0, __nv_fp8x4_e8m0, __nv_fp8_storage_t, __nv_fp8x2_storage_t, __nv_fp8x4_storage_t)
CUDA_TINY_FLOAT(__nv_fp6_e2m3, __nv_fp6x2_e2m3, __nv_fp6x4_e2m3, __nv_fp6_storage_t, __nv_fp6x2_storage_t, __nv_fp6x4_storage_t)
CUDA_TINY_FLOAT(__nv_fp6_e3m2, __nv_fp6x2_e3m2, __nv_fp6x4_e3m2, __nv_fp6_storage_t, __nv_fp6x2_storage_t, __nv_fp6x4_storage_t)
CUDA_TINY_FLOAT(__nv_fp4_e2m1, __nv_fp4x2_e2m1, __nv_fp4x4_e2m1, __nv_fp4_storage_t, __nv_fp4x2_storage_t, __nv_fp4x4_storage_t)
#undef CUDA_TINY_FLOAT

__nv_fp8_storage_t __nv_cvt_float_to_fp8(float, __nv_saturation_t, __nv_fp8_interpretation_t);
__nv_fp8_storage_t __nv_cvt_double_to_fp8(double, __nv_saturation_t, __nv_fp8_interpretation_t);
__nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw, __nv_saturation_t, __nv_fp8_interpretation_t);
__nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw, __nv_saturation_t, __nv_fp8_interpretation_t);
__nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2, __nv_saturation_t, __nv_fp8_interpretation_t);
__nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw, __nv_saturation_t, __nv_fp8_interpretation_t);
__nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw, __nv_saturation_t, __nv_fp8_interpretation_t);
__half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t, __nv_fp8_interpretation_t);
__half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t, __nv_fp8_interpretation_t);
__nv_fp8_storage_t __nv_cvt_float_to_e8m0(float, __nv_saturation_t, cudaRoundMode);
__nv_fp8x2_storage_t __nv_cvt_float2_to_e8m0x2(float2, __nv_saturation_t, cudaRoundMode);
__nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t);
__nv_fp4_storage_t __nv_cvt_float_to_fp4(float, __nv_fp4_interpretation_t, cudaRoundMode);
__nv_fp4x2_storage_t __nv_cvt_float2_to_fp4x2(float2, __nv_fp4_interpretation_t, cudaRoundMode);
__half_raw __nv_cvt_fp4_to_halfraw(__nv_fp4_storage_t, __nv_fp4_interpretation_t);
__half2_raw __nv_cvt_fp4x2_to_halfraw2(__nv_fp4x2_storage_t, __nv_fp4_interpretation_t);
