// Stand-in for the cuRAND device header.
#pragma once
#include <vector_functions.h>
struct curandStateXORWOW { unsigned d, v[5]; int boxmuller_flag, boxmuller_flag_double; float boxmuller_extra; double boxmuller_extra_double; };
struct curandStatePhilox4_32_10 { uint4 ctr, output; uint2 key; unsigned state; int boxmuller_flag, boxmuller_flag_double; float boxmuller_extra; double boxmuller_extra_double; };
typedef curandStateXORWOW curandStateXORWOW_t, curandState_t, curandState;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
template <class S> void curand_init(unsigned long long, unsigned long long, unsigned long long, S*);
template <class S> unsigned curand(S*);
template <class S> float curand_uniform(S*);
template <class S> double curand_uniform_double(S*);
template <class S> float curand_normal(S*);
template <class S> double curand_normal_double(S*);
template <class S> float4 curand_uniform4(S*);
template <class S> float4 curand_normal4(S*);
