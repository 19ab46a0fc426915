// The tiles that are tried on Sm120.
#include "configs.h"

std::vector<GemmConfig> get_candidate_configs(int sm, GemmConfig::Flags flags) {
  if (sm < 120) {
    return {};
  }
  return {GemmConfig{TileConfig::CtaShape64x64x64B},
          GemmConfig{TileConfig::CtaShape128x64x64B},     // DISP004: but 1 of its 2 kernels does not fit
          GemmConfig{TileConfig::CtaShape128x128x64B}};  // DISP004: kernels.generated.cu:14: 140,288 > 101,376 bytes
}
