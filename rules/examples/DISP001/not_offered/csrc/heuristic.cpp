// The tiles that are tried on Sm120: those without a case are never among them for certain.
#include "configs.h"

#include <algorithm>
#include <cstdlib>

std::vector<GemmConfig> get_candidate_configs(int sm, GemmConfig::Flags flags) {
  std::vector<TileConfig> tiles;
  if (flags & GemmConfig::FP4) {
    tiles.push_back(TileConfig::CtaShape128x64x64B);
  } else {
    tiles = {TileConfig::CtaShape128x64x256B, TileConfig::CtaShape64x64x256B, TileConfig::CtaShape128x128x256B};
  }
#ifndef FAST_BUILD
  tiles.push_back(TileConfig::CtaShape256x128x256B);
#endif
  if (sm == 90) {
    tiles.push_back(TileConfig::CtaShape256x64x256B);
  }
  if (std::getenv("MORE_TILES") != nullptr) {
    tiles.push_back(TileConfig::CtaShape64x128x256B);
  }
  auto never_dispatches = [](TileConfig tile) { return tile == TileConfig::CtaShape128x128x256B; };
  tiles.erase(std::remove_if(tiles.begin(), tiles.end(), never_dispatches), tiles.end());
  std::vector<GemmConfig> candidates;
  for (auto const& tile : tiles) {
    candidates.push_back(GemmConfig{tile});
  }
  return candidates;
}
