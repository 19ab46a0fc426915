// Stand-in for the CUDA built-in vector types and their make_ functions.
#pragma once
#include <std_c.h>
#include <host_defines.h>

#define CUDA_VECTORS(T, N, A2, A4)                                                                     \
  struct N##1 { T x; };                                                                                \
  struct alignas(A2) N##2 { T x, y; };                                                                 \
  struct N##3 { T x, y, z; };                                                                          \
  struct alignas(A4) N##4 { T x, y, z, w; };                                                           \
  inline N##1 make_##N##1(T x) { return {x}; }                                                         \
  inline N##2 make_##N##2(T x, T y) { return {x, y}; }                                                 \
  inline N##3 make_##N##3(T x, T y, T z) { return {x, y, z}; }                                         \
  inline N##4 make_##N##4(T x, T y, T z, T w) { return {x, y, z, w}; }
#define CUDA_WIDE_VECTOR(T, N)                                                                         \
  struct alignas(16) N##4_16a { T x, y, z, w; };                                                       \
  struct alignas(32) N##4_32a { T x, y, z, w; };                                                       \
  inline N##4_16a make_##N##4_16a(T x, T y, T z, T w) { return {x, y, z, w}; }                         \
  inline N##4_32a make_##N##4_32a(T x, T y, T z, T w) { return {x, y, z, w}; }
CUDA_VECTORS(signed char, char, 2, 4)
CUDA_VECTORS(unsigned char, uchar, 2, 4)
CUDA_VECTORS(short, short, 4, 8)
CUDA_VECTORS(unsigned short, ushort, 4, 8)
CUDA_VECTORS(int, int, 8, 16)
CUDA_VECTORS(unsigned, uint, 8, 16)
CUDA_VECTORS(long, long, 16, 16)
CUDA_VECTORS(unsigned long, ulong, 16, 16)
CUDA_VECTORS(long long, longlong, 16, 16)
CUDA_VECTORS(unsigned long long, ulonglong, 16, 16)
CUDA_VECTORS(float, float, 8, 16)
CUDA_VECTORS(double, double, 16, 16)
CUDA_WIDE_VECTOR(long, long)
CUDA_WIDE_VECTOR(unsigned long, ulong)
CUDA_WIDE_VECTOR(long long, longlong)
CUDA_WIDE_VECTOR(unsigned long long, ulonglong)
CUDA_WIDE_VECTOR(double, double)
#undef CUDA_VECTORS
#undef CUDA_WIDE_VECTOR

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return uint3{x, y, z}; }
};
