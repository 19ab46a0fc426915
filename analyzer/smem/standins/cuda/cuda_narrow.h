// Shared pieces of the 16-bit floating-point stand-ins.
#pragma once

#define CUDA_NARROW_FLOAT(S, R, V, VR)                                  \
  struct alignas(2) S {                                                 \
    unsigned short __x;                                                 \
    S() = default;                                                      \
    constexpr S(R r) : __x(r.x) {}                                      \
    S(float);                                                           \
    S(double);                                                          \
    S(short);                                                           \
    S(unsigned short);                                                  \
    S(int);                                                             \
    S(unsigned);                                                        \
    S(long);                                                            \
    S(unsigned long);                                                   \
    S(long long);                                                       \
    S(unsigned long long);                                              \
    S& operator=(R);                                                    \
    S& operator=(float);                                                \
    S& operator=(double);                                               \
    S& operator=(short);                                                \
    S& operator=(unsigned short);                                       \
    S& operator=(int);                                                  \
    S& operator=(unsigned);                                             \
    S& operator=(long long);                                            \
    S& operator=(unsigned long long);                                   \
    operator R() const;                                                 \
    operator float() const;                                             \
    constexpr operator bool() const { return (__x & 0x7fff) != 0; }     \
    operator signed char() const;                                       \
    operator unsigned char() const;                                     \
    operator char() const;                                              \
    operator short() const;                                             \
    operator unsigned short() const;                                    \
    operator int() const;                                               \
    operator unsigned() const;                                          \
    operator long() const;                                              \
    operator unsigned long() const;                                     \
    operator long long() const;                                         \
    operator unsigned long long() const;                                \
  };                                                                    \
  struct alignas(4) V {                                                 \
    S x, y;                                                             \
    V() = default;                                                      \
    constexpr V(S const& a, S const& b) : x(a), y(b) {}                 \
    V(VR const&);                                                       \
    V& operator=(VR const&);                                            \
    operator VR() const;                                                \
  };

#define CUDA_NARROW_OPS(S, V)                                           \
  CUDA_NARROW_ARITH(S) CUDA_NARROW_ARITH(V)                             \
  CUDA_NARROW_BIN(S, __hadd) CUDA_NARROW_BIN(S, __hsub) CUDA_NARROW_BIN(S, __hmul) CUDA_NARROW_BIN(S, __hdiv)                 \
  CUDA_NARROW_BIN(S, __hadd_rn) CUDA_NARROW_BIN(S, __hsub_rn) CUDA_NARROW_BIN(S, __hmul_rn)                                   \
  CUDA_NARROW_BIN(S, __hadd_sat) CUDA_NARROW_BIN(S, __hsub_sat) CUDA_NARROW_BIN(S, __hmul_sat)                                \
  CUDA_NARROW_BIN(S, __hmax) CUDA_NARROW_BIN(S, __hmin) CUDA_NARROW_BIN(S, __hmax_nan) CUDA_NARROW_BIN(S, __hmin_nan)         \
  CUDA_NARROW_BIN(V, __hadd2) CUDA_NARROW_BIN(V, __hsub2) CUDA_NARROW_BIN(V, __hmul2) CUDA_NARROW_BIN(V, __h2div)             \
  CUDA_NARROW_BIN(V, __hmax2) CUDA_NARROW_BIN(V, __hmin2) CUDA_NARROW_BIN(V, __hmax2_nan) CUDA_NARROW_BIN(V, __hmin2_nan)     \
  CUDA_NARROW_BIN(V, __heq2) CUDA_NARROW_BIN(V, __hne2) CUDA_NARROW_BIN(V, __hlt2) CUDA_NARROW_BIN(V, __hle2)                 \
  CUDA_NARROW_BIN(V, __hgt2) CUDA_NARROW_BIN(V, __hge2)                 \
  S __hfma(S, S, S);                                                    \
  S __hfma_sat(S, S, S);                                                \
  S __hfma_relu(S, S, S);                                               \
  V __hfma2(V, V, V);                                                   \
  V __hfma2_sat(V, V, V);                                               \
  V __hfma2_relu(V, V, V);                                              \
  bool __heq(S, S);                                                     \
  bool __hne(S, S);                                                     \
  bool __hlt(S, S);                                                     \
  bool __hle(S, S);                                                     \
  bool __hgt(S, S);                                                     \
  bool __hge(S, S);                                                     \
  bool __hisnan(S);                                                     \
  int __hisinf(S);                                                      \
  V __hisnan2(V);                                                       \
  float __low2float(V);                                                 \
  float __high2float(V);                                                \
  CUDA_NARROW_UN(S, __hneg) CUDA_NARROW_UN(S, __habs) CUDA_NARROW_UN(V, __hneg2) CUDA_NARROW_UN(V, __habs2)                   \
  CUDA_NARROW_UN(S, hsqrt) CUDA_NARROW_UN(S, hrsqrt) CUDA_NARROW_UN(S, hrcp) CUDA_NARROW_UN(S, hexp) CUDA_NARROW_UN(S, hexp2) \
  CUDA_NARROW_UN(S, hlog) CUDA_NARROW_UN(S, hlog2) CUDA_NARROW_UN(S, hlog10) CUDA_NARROW_UN(S, hsin) CUDA_NARROW_UN(S, hcos)  \
  CUDA_NARROW_UN(S, hceil) CUDA_NARROW_UN(S, hfloor) CUDA_NARROW_UN(S, htrunc) CUDA_NARROW_UN(S, hrint) CUDA_NARROW_UN(S, htanh) \
  CUDA_NARROW_UN(V, h2sqrt) CUDA_NARROW_UN(V, h2rsqrt) CUDA_NARROW_UN(V, h2rcp) CUDA_NARROW_UN(V, h2exp) CUDA_NARROW_UN(V, h2exp2) \
  CUDA_NARROW_UN(V, h2log) CUDA_NARROW_UN(V, h2log2) CUDA_NARROW_UN(V, h2tanh)                                                \
  S __shfl_sync(unsigned, S, int, int = 32);                            \
  S __shfl_xor_sync(unsigned, S, int, int = 32);                        \
  S __shfl_up_sync(unsigned, S, unsigned, int = 32);                    \
  S __shfl_down_sync(unsigned, S, unsigned, int = 32);                  \
  V __shfl_sync(unsigned, V, int, int = 32);                            \
  V __shfl_xor_sync(unsigned, V, int, int = 32);                        \
  V __shfl_up_sync(unsigned, V, unsigned, int = 32);                    \
  V __shfl_down_sync(unsigned, V, unsigned, int = 32);                  \
  S __ldg(S const*);                                                    \
  V __ldg(V const*);                                                    \
  S __ldcg(S const*);                                                   \
  V __ldcg(V const*);                                                   \
  S atomicAdd(S*, S);                                                   \
  V atomicAdd(V*, V);
#define CUDA_NARROW_BIN(T, f) T f(T, T);
#define CUDA_NARROW_UN(T, f) T f(T);
#define CUDA_NARROW_ARITH(T)                                            \
  T operator+(T const&, T const&);                                      \
  T operator-(T const&, T const&);                                      \
  T operator*(T const&, T const&);                                      \
  T operator/(T const&, T const&);                                      \
  T operator+(T const&);                                                \
  T operator-(T const&);                                                \
  T& operator+=(T&, T const&);                                          \
  T& operator-=(T&, T const&);                                          \
  T& operator*=(T&, T const&);                                          \
  T& operator/=(T&, T const&);                                          \
  T& operator++(T&);                                                    \
  T& operator--(T&);                                                    \
  bool operator==(T const&, T const&);                                  \
  bool operator!=(T const&, T const&);                                  \
  bool operator<(T const&, T const&);                                   \
  bool operator>(T const&, T const&);                                   \
  bool operator<=(T const&, T const&);                                  \
  bool operator>=(T const&, T const&);

#define CUDA_NARROW_INT(name, S)                                                                                              \
  CUDA_NARROW_INT_1(name, S, int, int) CUDA_NARROW_INT_1(name, S, uint, unsigned) CUDA_NARROW_INT_1(name, S, short, short)    \
  CUDA_NARROW_INT_1(name, S, ushort, unsigned short) CUDA_NARROW_INT_1(name, S, ll, long long)                                \
  CUDA_NARROW_INT_1(name, S, ull, unsigned long long)
#define CUDA_NARROW_INT_1(name, S, i, T)                                \
  S __##i##2##name##_rn(T);                                             \
  S __##i##2##name##_rz(T);                                             \
  S __##i##2##name##_rd(T);                                             \
  S __##i##2##name##_ru(T);                                             \
  T __##name##2##i##_rn(S);                                             \
  T __##name##2##i##_rz(S);                                             \
  T __##name##2##i##_rd(S);                                             \
  T __##name##2##i##_ru(S);
