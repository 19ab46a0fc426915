// What CUDA C++ declares and host C++ does not: built-in variables and device functions. Included first.
#pragma once
#pragma clang diagnostic ignored "-Winvalid-constexpr"
#include <cuda_runtime.h>

extern uint3 const threadIdx, blockIdx;
extern dim3 const blockDim, gridDim;
extern int const warpSize;

// Synchronization and warp functions.
void __syncthreads();
void __syncwarp(unsigned = 0xffffffffu);
int __syncthreads_count(int);
int __syncthreads_and(int);
int __syncthreads_or(int);
void __threadfence();
void __threadfence_block();
void __threadfence_system();
unsigned __activemask();
unsigned __ballot_sync(unsigned, int);
int __all_sync(unsigned, int);
int __any_sync(unsigned, int);
unsigned __match_any_sync(unsigned, unsigned);
unsigned __reduce_add_sync(unsigned, unsigned);
unsigned __reduce_max_sync(unsigned, unsigned);
unsigned __reduce_min_sync(unsigned, unsigned);
int __reduce_add_sync(unsigned, int);
int __reduce_max_sync(unsigned, int);
int __reduce_min_sync(unsigned, int);
#define CUDA_SHUFFLE(T)                              \
  T __shfl_sync(unsigned, T, int, int = 32);         \
  T __shfl_up_sync(unsigned, T, unsigned, int = 32); \
  T __shfl_down_sync(unsigned, T, unsigned, int = 32); \
  T __shfl_xor_sync(unsigned, T, int, int = 32);
CUDA_SHUFFLE(int)
CUDA_SHUFFLE(unsigned)
CUDA_SHUFFLE(long)
CUDA_SHUFFLE(unsigned long)
CUDA_SHUFFLE(long long)
CUDA_SHUFFLE(unsigned long long)
CUDA_SHUFFLE(float)
CUDA_SHUFFLE(double)
#undef CUDA_SHUFFLE

// Atomics.
#define CUDA_ATOMIC(T)             \
  T atomicAdd(T*, T);              \
  T atomicAdd_block(T*, T);        \
  T atomicAdd_system(T*, T);       \
  T atomicExch(T*, T);             \
  T atomicMin(T*, T);              \
  T atomicMax(T*, T);              \
  T atomicCAS(T*, T, T);           \
  T atomicSub(T*, T);              \
  T atomicAnd(T*, T);              \
  T atomicOr(T*, T);               \
  T atomicXor(T*, T);
CUDA_ATOMIC(int)
CUDA_ATOMIC(unsigned)
CUDA_ATOMIC(unsigned long long)
CUDA_ATOMIC(float)
CUDA_ATOMIC(double)
#undef CUDA_ATOMIC
unsigned atomicInc(unsigned*, unsigned);
unsigned atomicDec(unsigned*, unsigned);
unsigned short atomicCAS(unsigned short*, unsigned short, unsigned short);

// Memory access.
template <class T> T __ldg(T const*);
template <class T> T __ldca(T const*);
template <class T> T __ldcg(T const*);
template <class T> T __ldcs(T const*);
template <class T> T __ldlu(T const*);
template <class T> T __ldcv(T const*);
template <class T> void __stcg(T*, T);
template <class T> void __stcs(T*, T);
template <class T> void __stwb(T*, T);
template <class T> void __stwt(T*, T);
size_t __cvta_generic_to_shared(void const*);
size_t __cvta_generic_to_global(void const*);
void* __cvta_shared_to_generic(size_t);
void* __cvta_global_to_generic(size_t);
unsigned __isShared(void const*);
unsigned __isGlobal(void const*);
uint32_t __nvvm_get_smem_pointer(void*);
void cudaGridDependencySynchronize();
void cudaTriggerProgrammaticLaunchCompletion();

// Integer intrinsics.
unsigned __byte_perm(unsigned, unsigned, unsigned);
int __clz(int);
int __clzll(long long);
int __ffs(int);
int __ffsll(long long);
int __popc(unsigned);
int __popcll(unsigned long long);
unsigned __brev(unsigned);
unsigned long long __brevll(unsigned long long);
unsigned __funnelshift_l(unsigned, unsigned, unsigned);
unsigned __funnelshift_r(unsigned, unsigned, unsigned);
unsigned __funnelshift_lc(unsigned, unsigned, unsigned);
unsigned __funnelshift_rc(unsigned, unsigned, unsigned);
int __mulhi(int, int);
unsigned __umulhi(unsigned, unsigned);
long long __mul64hi(long long, long long);
unsigned long long __umul64hi(unsigned long long, unsigned long long);
int __mul24(int, int);
unsigned __umul24(unsigned, unsigned);
unsigned __sad(int, int, unsigned);
int __dp4a(int, int, int);
unsigned __dp4a(unsigned, unsigned, unsigned);
int __dp2a_lo(int, int, int);
int __dp2a_hi(int, int, int);
#define CUDA_SIMD(f) unsigned f(unsigned, unsigned);
CUDA_SIMD(__vadd2) CUDA_SIMD(__vadd4) CUDA_SIMD(__vsub2) CUDA_SIMD(__vsub4) CUDA_SIMD(__vaddss4) CUDA_SIMD(__vsubss4) CUDA_SIMD(__vmaxs2) CUDA_SIMD(__vmaxs4)
CUDA_SIMD(__vmaxu2) CUDA_SIMD(__vmaxu4) CUDA_SIMD(__vmins2) CUDA_SIMD(__vmins4) CUDA_SIMD(__vminu2) CUDA_SIMD(__vminu4) CUDA_SIMD(__vcmpeq4) CUDA_SIMD(__vcmpne4)
#undef CUDA_SIMD
template <class T> constexpr T __cuda_min(T a, T b) { return b < a ? b : a; }
template <class T> constexpr T __cuda_max(T a, T b) { return a < b ? b : a; }
#define CUDA_MINMAX(T, A, B)                                         \
  constexpr T min(A a, B b) { return __cuda_min<T>((T)a, (T)b); }    \
  constexpr T max(A a, B b) { return __cuda_max<T>((T)a, (T)b); }
CUDA_MINMAX(int, int, int)
CUDA_MINMAX(unsigned, unsigned, unsigned)
CUDA_MINMAX(unsigned, int, unsigned)
CUDA_MINMAX(unsigned, unsigned, int)
CUDA_MINMAX(long, long, long)
CUDA_MINMAX(unsigned long, unsigned long, unsigned long)
CUDA_MINMAX(unsigned long, long, unsigned long)
CUDA_MINMAX(unsigned long, unsigned long, long)
CUDA_MINMAX(long long, long long, long long)
CUDA_MINMAX(unsigned long long, unsigned long long, unsigned long long)
CUDA_MINMAX(unsigned long long, long long, unsigned long long)
CUDA_MINMAX(unsigned long long, unsigned long long, long long)
CUDA_MINMAX(float, float, float)
CUDA_MINMAX(double, double, double)
CUDA_MINMAX(double, float, double)
CUDA_MINMAX(double, double, float)
#undef CUDA_MINMAX
unsigned umin(unsigned, unsigned);
unsigned umax(unsigned, unsigned);

// Floating-point intrinsics.
float __saturatef(float);
float rsqrtf(float);
double rsqrt(double);
float rsqrt(float);
float exp10f(float);
float sinpif(float);
float cospif(float);
float normcdff(float);
float __expf(float);
float __exp10f(float);
float __exp2f(float);
float __logf(float);
float __log2f(float);
float __log10f(float);
float __sinf(float);
float __cosf(float);
float __tanf(float);
float __tanhf(float);
float __powf(float, float);
float __fdividef(float, float);
float fdividef(float, float);
void __sincosf(float, float*, float*);
#define CUDA_ROUNDED(r)                                              \
  float __fadd_##r(float, float);                                    \
  float __fsub_##r(float, float);                                    \
  float __fmul_##r(float, float);                                    \
  float __fdiv_##r(float, float);                                    \
  float __fmaf_##r(float, float, float);                             \
  float __frcp_##r(float);                                           \
  float __fsqrt_##r(float);                                          \
  double __dadd_##r(double, double);                                 \
  double __dmul_##r(double, double);                                 \
  double __fma_##r(double, double, double);                          \
  float __double2float_##r(double);                                  \
  int __float2int_##r(float);                                        \
  unsigned __float2uint_##r(float);                                  \
  long long __float2ll_##r(float);                                   \
  unsigned long long __float2ull_##r(float);                         \
  int __double2int_##r(double);                                      \
  unsigned __double2uint_##r(double);                                \
  long long __double2ll_##r(double);                                 \
  float __int2float_##r(int);                                        \
  float __uint2float_##r(unsigned);                                  \
  float __ll2float_##r(long long);                                   \
  float __ull2float_##r(unsigned long long);                         \
  double __ll2double_##r(long long);
CUDA_ROUNDED(rn)
CUDA_ROUNDED(rz)
CUDA_ROUNDED(ru)
CUDA_ROUNDED(rd)
#undef CUDA_ROUNDED
float __frsqrt_rn(float);
double __int2double_rn(int);
double __uint2double_rn(unsigned);
int __float_as_int(float);
unsigned __float_as_uint(float);
float __int_as_float(int);
float __uint_as_float(unsigned);
long long __double_as_longlong(double);
double __longlong_as_double(long long);
int __double2hiint(double);
int __double2loint(double);
double __hiloint2double(int, int);
int __isnanf(float);
int __isinff(float);
int __finitef(float);

// Clocks and control.
long long clock64();
long long __clock64();
void __nanosleep(unsigned);
void __trap();
void __brkpt();
void __prof_trigger(int);

// CUTLASS declares these for device compilation only.
namespace cutlass {
namespace arch {
int LaneId();
int SmId();
}  // namespace arch
}  // namespace cutlass
