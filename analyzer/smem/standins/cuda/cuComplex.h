// Stand-in for the CUDA complex-number header.
#pragma once
#include <vector_functions.h>
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;
inline float cuCrealf(cuFloatComplex z) { return z.x; }
inline float cuCimagf(cuFloatComplex z) { return z.y; }
inline double cuCreal(cuDoubleComplex z) { return z.x; }
inline double cuCimag(cuDoubleComplex z) { return z.y; }
inline cuFloatComplex make_cuFloatComplex(float x, float y) { return {x, y}; }
inline cuDoubleComplex make_cuDoubleComplex(double x, double y) { return {x, y}; }
inline cuComplex make_cuComplex(float x, float y) { return {x, y}; }
inline cuFloatComplex cuConjf(cuFloatComplex z) { return {z.x, -z.y}; }
inline cuDoubleComplex cuConj(cuDoubleComplex z) { return {z.x, -z.y}; }
float cuCabsf(cuFloatComplex);
double cuCabs(cuDoubleComplex);
