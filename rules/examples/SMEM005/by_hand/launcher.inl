// Kernels without collectives, launched by hand with the bytes that their type states.
#pragma once

#include "cutlass/cutlass.h"

namespace by_hand {

template <int Bytes, int Threads>
struct Kernel {
  struct SharedStorage {
    unsigned char bytes[Bytes];
  };
  static constexpr int kStages = 2;
  static constexpr int kThreadCount = Threads;
  static constexpr int kSmemSize = sizeof(SharedStorage);
};

template <class Kernel>
__global__ void run(int m);

template <int Bytes, int Threads>
void kernelLauncher(int m, cudaStream_t stream) {
  using Chosen = Kernel<Bytes, Threads>;
  run<Chosen><<<dim3(m), dim3(Chosen::kThreadCount), Chosen::kSmemSize, stream>>>(m);
}

}  // namespace by_hand
