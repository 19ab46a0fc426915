// The tiles that are tried on Sm120.
#include "configs.h"

std::vector<GemmConfig> get_candidate_configs(int sm, GemmConfig::Flags flags) {
  if (sm < 120) {
    return {};
  }
  std::vector<TileConfig> tiles;
  if (flags & GemmConfig::FP4) {
    tiles = {TileConfig::CtaShape128x64x64B,
             TileConfig::CtaShape64x128x64B};  // DISP001: offered for Runner<cutlass::float_e2m1_t>
  } else {
    tiles.push_back(TileConfig::CtaShape128x64x256B);
    tiles.push_back(TileConfig::CtaShape128x128x256B);  // DISP001: TileConfig::CtaShape128x128x256B is offered on Sm120, but no dispatch case handles it
  }
  std::vector<GemmConfig> candidates;
  for (auto const& tile : tiles) {
    candidates.push_back(GemmConfig{tile});
  }
  return candidates;
}
