#pragma once

#include <cuda_fp16.h>

namespace overloaded {

template <typename Element, int N, int Stages>
void overloaded_gemm_kernelLauncher(Element* a) {
  (void)a;
}

}  // namespace overloaded
