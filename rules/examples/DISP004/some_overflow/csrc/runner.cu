// Hands candidates to the launchers that the generated sources instantiate.
#include "configs.h"

template <typename Element, typename CTAShape, typename ClusterShape, int Stages>
void mixed_gemm_kernelLauncher(int m, int n, int k);

template <typename T>
void dispatch(GemmConfig config, int m, int n, int k) {
#define SHAPE_CASE(M, N, K)                                                                                  \
  case TileConfig::CtaShape##M##x##N##x##K##B: {                                                             \
    constexpr int TileK = K * 8 / cutlass::sizeof_bits<T>::value;                                            \
    using CTAShape = cute::Shape<cute::Int<M>, cute::Int<N>, cute::Int<TileK>>;                              \
    using ClusterShape = cute::Shape<cute::Int<1>, cute::Int<1>, cute::Int<1>>;                              \
    if (k > 4096) {                                                                                          \
      mixed_gemm_kernelLauncher<T, CTAShape, ClusterShape, 4>(m, n, k);                                      \
    } else {                                                                                                 \
      mixed_gemm_kernelLauncher<T, CTAShape, ClusterShape, 2>(m, n, k);                                      \
    }                                                                                                        \
    break;                                                                                                   \
  }
  switch (config.tile) {
    SHAPE_CASE(64, 64, 64)
    SHAPE_CASE(128, 64, 64)
    SHAPE_CASE(128, 128, 64)
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

template class Runner<cutlass::float_e2m1_t>;
