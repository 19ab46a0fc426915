// Stand-in for the CUDA driver entry-point typedefs.
#pragma once
#include <cuda.h>
typedef decltype(&cuTensorMapEncodeTiled) PFN_cuTensorMapEncodeTiled, PFN_cuTensorMapEncodeTiled_v12000;
typedef decltype(&cuTensorMapEncodeIm2col) PFN_cuTensorMapEncodeIm2col, PFN_cuTensorMapEncodeIm2col_v12000;
typedef decltype(&cuTensorMapReplaceAddress) PFN_cuTensorMapReplaceAddress, PFN_cuTensorMapReplaceAddress_v12000;
typedef decltype(&cuGetErrorString) PFN_cuGetErrorString, PFN_cuGetErrorString_v6000;
