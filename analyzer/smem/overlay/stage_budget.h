// Measures the arithmetic behind a builder's stage count by asking the builder itself under other carveouts, and the
// kernel that a larger one leads to.
#pragma once

#include <cutlass_lint/measured.h>

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

// A kernel with another mainloop in the place of its own, which stands among its template's arguments, or among those of
// a kernel that it wraps.
template <class Kernel, class Mainloop>
struct with_mainloop;

template <class Part, class Old, class New, class = void>
struct replaced {
  using type = Part;
};
template <class Old, class New>
struct replaced<Old, Old, New, void> {
  using type = New;
};
template <class Part, class Old, class New>
struct replaced<Part, Old, New, cute::void_t<typename Part::CollectiveMainloop>> : with_mainloop<Part, New> {};

template <template <class...> class Kernel, class... Parts, class Mainloop>
struct with_mainloop<Kernel<Parts...>, Mainloop> {
  using Old = typename Kernel<Parts...>::CollectiveMainloop;
  using type = Kernel<typename replaced<Parts, Old, Mainloop>::type...>;
  static_assert(__is_same(typename type::CollectiveMainloop, Mainloop));
};

// The least carveout that leaves so many stages, and the bytes of the kernel that it leads to.
template <int Carveout, int Stages, long long KernelBytes>
struct [[deprecated("cutlass-lint refit")]] refit {};

// The first kernel within Limit among those with Stages stages, which Carveout is the least to leave, and fewer; if none
// is, that with the fewest.
template <class Kernel, template <int> class Builder, int Carveout, int StageBytes, int Stages, int Fewest, int Limit>
constexpr auto refitted() {
  using Mainloop = typename Builder<Carveout>::CollectiveOp;
  static_assert(collective_stages<Mainloop>::value == Stages);
  static_assert(collective_stages<typename Builder<Carveout - 1>::CollectiveOp>::value == Stages + 1);
  constexpr long long bytes = kernel_bytes<typename with_mainloop<Kernel, Mainloop>::type>();
  // Not one condition: where the kernel can't be formed, clang goes on with both branches of what depends on its bytes.
  if constexpr (Stages == Fewest) {
    return refit<Carveout, Stages, bytes>();
  } else if constexpr (bytes <= Limit) {
    return refit<Carveout, Stages, bytes>();
  } else {
    return refitted<Kernel, Builder, Carveout + StageBytes, StageBytes, Stages - 1, Fewest, Limit>();
  }
}

}  // namespace cutlass_lint
