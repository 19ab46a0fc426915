// The tiles that are tried on Sm120: each leads to a kernel, or may do so.
#include "configs.h"

std::vector<GemmConfig> get_candidate_configs(int sm, GemmConfig::Flags flags) {
  std::vector<TileConfig> tiles = {TileConfig::CtaShape64x64x256B, TileConfig::CtaShape128x128x256B};
  // The same K, in bytes.
  tiles.push_back(flags & GemmConfig::FP4 ? TileConfig::CtaShape128x64x64B : TileConfig::CtaShape128x64x256B);
  if (sm < 120) {
    tiles.push_back(TileConfig::CtaShape128x64x128B);
  }
  std::vector<GemmConfig> candidates;
  for (auto const& tile : tiles) {
    candidates.push_back(GemmConfig{tile});
  }
  return candidates;
}
