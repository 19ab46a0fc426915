// Function templates of one name.
#pragma once

#include <cuda_fp16.h>

#include "overloads.h"

namespace overloaded {

template <typename Element, int N>
void overloaded_gemm_kernelLauncher(Element* a) {
  (void)a;
}

}  // namespace overloaded
