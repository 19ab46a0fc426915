// Hands candidates to the launchers that the generated sources instantiate.
#include "configs.h"

template <typename Element, typename CTAShape, typename ClusterShape, int Stages>
void mixed_gemm_kernelLauncher(int m, int n, int k);

// Makes its kernel itself, which no other source need do.
template <typename T, typename CTAShape>
void launch_here() {
  using Kernel = typename KernelOf<T, CTAShape>::type;
  cutlass::gemm::device::GemmUniversalAdapter<Kernel> gemm;
  gemm.run();
}

template <typename T>
void dispatch(GemmConfig config, int m, int n, int k) {
  using ClusterShape = cute::Shape<cute::Int<1>, cute::Int<1>, cute::Int<1>>;
#define SHAPE_CASE(M, N, K)                                                                                  \
  case TileConfig::CtaShape##M##x##N##x##K##B: {                                                             \
    constexpr int TileK = K * 8 / cutlass::sizeof_bits<T>::value;                                            \
    using CTAShape = cute::Shape<cute::Int<M>, cute::Int<N>, cute::Int<TileK>>;                              \
    mixed_gemm_kernelLauncher<T, CTAShape, ClusterShape, 2>(m, n, k);                                        \
    break;                                                                                                   \
  }
  switch (config.tile) {
    case TileConfig::CtaShape64x64x256B:
      launch_here<T, cute::Shape<cute::Int<64>, cute::Int<64>, cute::Int<128>>>();
      break;
    case TileConfig::CtaShape128x128x256B: {
      // What K that is for a type, its traits say.
      using CTAShape = cute::Shape<cute::Int<128>, cute::Int<128>, typename TileTraits<T>::K>;
      mixed_gemm_kernelLauncher<T, CTAShape, ClusterShape, 2>(m, n, k);
      break;
    }
    SHAPE_CASE(128, 64, 64)
    SHAPE_CASE(128, 64, 128)
    SHAPE_CASE(128, 64, 256)
    default:
      throw "Unsupported tile";
  }
#undef SHAPE_CASE
}

template <typename T>
class Runner {
 public:
  std::vector<GemmConfig> getConfigs(int sm) const {
    return get_candidate_configs(sm, cutlass::sizeof_bits<T>::value == 4 ? GemmConfig::FP4 : GemmConfig::NONE);
  }
  void run(GemmConfig config, int m, int n, int k) { dispatch<T>(config, m, n, k); }
};

template class Runner<cutlass::half_t>;
template class Runner<cutlass::float_e2m1_t>;
// This module has kernels for none of its tiles.
template class Runner<float>;
