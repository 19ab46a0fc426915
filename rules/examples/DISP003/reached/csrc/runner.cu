// Hands candidates to the launchers that the generated sources instantiate.
#include "configs.h"

template <typename Element, typename CTAShape, typename ClusterShape, int Stages>
void mixed_gemm_kernelLauncher(int m, int n, int k);

#define LAUNCH(NAME, ...) NAME##_gemm_kernelLauncher<__VA_ARGS__>

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
    SHAPE_CASE(128, 64, 64)
    SHAPE_CASE(128, 64, 256)
    // The one falls through to the other.
    case TileConfig::CtaShape128x32x64B:
    case TileConfig::CtaShape128x32x256B:
      mixed_gemm_kernelLauncher<T, cute::Shape<cute::Int<128>, cute::Int<32>, cute::Int<128>>, ClusterShape, 2>(m, n, k);
      break;
    // Never offered, and compiled all the same: of what K, traits say.
    case TileConfig::CtaShape64x64x256B: {
      using CTAShape = cute::Shape<cute::Int<64>, cute::Int<64>, typename TileTraits<T>::K>;
      mixed_gemm_kernelLauncher<T, CTAShape, ClusterShape, 2>(m, n, k);
      break;
    }
    default:
      LAUNCH(plain, T, 4)(m);
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
