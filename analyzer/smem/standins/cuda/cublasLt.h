// Stand-in for <cublasLt.h>.
#pragma once
#include <cublas_v2.h>
