// The tiles that are tried on Sm120, of whatever type.
#include "configs.h"

std::vector<GemmConfig> get_candidate_configs(int sm, GemmConfig::Flags flags) {
  std::vector<GemmConfig> candidates;
  if (sm >= 120) {
    candidates.push_back(GemmConfig{TileConfig::CtaShape128x64x64B});   // DISP002: for Runner<cutlass::half_t> as 128×64×32: a condition on the way drops it
    candidates.push_back(GemmConfig{TileConfig::CtaShape128x64x256B});  // DISP002: for Runner<cutlass::float_e2m1_t> as 128×64×512: none is instantiated
  }
  return candidates;
}
