#pragma once

#include "cutlass/cutlass.h"
#if __has_include("cutlass/arch/no_such.h")
#include "cutlass/arch/no_such.h"
#endif
#ifdef ENABLE_FP4
#include "cutlass/float_no_such.h"
#endif
// #include "cutlass/commented.h"
#include "no_such_of_flashinfer.h"
