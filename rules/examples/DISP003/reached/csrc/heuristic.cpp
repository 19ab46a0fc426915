// The tiles that are tried on Sm120.
#include "configs.h"

std::vector<GemmConfig> get_candidate_configs(int sm, GemmConfig::Flags flags) {
  if (sm < 120) {
    return {};
  }
  // The same K, in bytes.
  return {GemmConfig{flags & GemmConfig::FP4 ? TileConfig::CtaShape128x64x64B : TileConfig::CtaShape128x64x256B}};
}
