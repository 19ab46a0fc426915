// The tiles that are tried on Sm120.
#include "configs.h"

std::vector<GemmConfig> get_candidate_configs(int sm, GemmConfig::Flags flags) {
  if (sm < 120) {
    return {};
  }
  std::vector<GemmConfig> candidates = {GemmConfig{TileConfig::CtaShape64x64x64B}};
  if (sm != 120) {
    candidates.push_back(GemmConfig{TileConfig::CtaShape128x64x64B});
  }
  return candidates;
}
