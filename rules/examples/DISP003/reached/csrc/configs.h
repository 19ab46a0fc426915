// The tiles of a fused-MoE module: M and N in elements, K in bytes.
#pragma once

#include <vector>

enum class TileConfig {
  Undefined,
  CtaShape64x64x256B,
  CtaShape128x32x64B,
  CtaShape128x32x256B,
  CtaShape128x64x64B,
  CtaShape128x64x256B,
};

struct GemmConfig {
  enum Flags { NONE = 0, FP4 = 1 };
  TileConfig tile = TileConfig::Undefined;
};

std::vector<GemmConfig> get_candidate_configs(int sm, GemmConfig::Flags flags);
