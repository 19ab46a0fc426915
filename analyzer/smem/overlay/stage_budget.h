// Measures the arithmetic behind a builder's stage count by asking the builder itself under other carveouts.
#pragma once

namespace cutlass_lint {

template <class Collective>
struct collective_stages;
template <template <class...> class Collective, class Policy, class... Rest>
struct collective_stages<Collective<Policy, Rest...>> {
  static constexpr int value = Policy::Stages;
};

// The largest carveout in [Low, High) that leaves at least Stages stages, given that Low does and High does not.
template <template <int> class Builder, int Stages, int Low, int High>
constexpr int largest_carveout() {
  if constexpr (High - Low == 1) {
    return Low;
  } else {
    constexpr int Middle = Low + (High - Low) / 2;
    if constexpr (collective_stages<typename Builder<Middle>::CollectiveOp>::value >= Stages) {
      return largest_carveout<Builder, Stages, Middle, High>();
    } else {
      return largest_carveout<Builder, Stages, Low, Middle>();
    }
  }
}

// The largest carveouts that leave the kernel's stages, and one stage more.
template <int These, int More>
struct [[deprecated("cutlass-lint budget")]] stage_budget {};

}  // namespace cutlass_lint
