// Included first by the unit that explains one kernel. In it the launcher's header has, behind declarations that the
// kernel depends on, uses of the templates below: each is deprecated, so that its warning prints what they stand for in
// this instantiation. Number tells the uses apart.
#pragma once

#include "cutlass/gemm/device/gemm_universal_adapter.h"

namespace cutlass_lint {

template <int Number, class Type>
struct [[deprecated("cutlass-lint type")]] type {};

template <int Number, auto Value>
struct [[deprecated("cutlass-lint value")]] value {};

// What the headers say of a kernel beside its sizes: -1 or none where it does not.
template <long long MinBlocks, class Mainloop, class MainloopPolicy, class Epilogue, class EpiloguePolicy,
          class TileScheduler, class Kernel>
struct [[deprecated("cutlass-lint facts")]] facts {};

#define CUTLASS_LINT_MEMBER(NAME, MEMBER)                                    \
  template <class Type, class = void>                                        \
  struct NAME {                                                              \
    using type = none;                                                       \
  };                                                                         \
  template <class Type>                                                      \
  struct NAME<Type, cute::void_t<typename Type::MEMBER>> {                   \
    using type = typename Type::MEMBER;                                      \
  };

CUTLASS_LINT_MEMBER(mainloop_of, CollectiveMainloop)
CUTLASS_LINT_MEMBER(epilogue_of, CollectiveEpilogue)
CUTLASS_LINT_MEMBER(policy_of, DispatchPolicy)
CUTLASS_LINT_MEMBER(scheduler_of, TileScheduler)

#undef CUTLASS_LINT_MEMBER

template <class Kernel, class = void>
struct min_blocks_of {
  static constexpr long long value = -1;
};
template <class Kernel>
struct min_blocks_of<Kernel, cute::void_t<decltype(Kernel::MinBlocksPerMultiprocessor)>> {
  static constexpr long long value = Kernel::MinBlocksPerMultiprocessor;
};

// Lays the storage out, so that it is in the dump of record layouts also where no adapter asks for it.
template <class Kernel, class = void>
struct laid_out {};
template <class Kernel>
struct laid_out<Kernel, cute::void_t<typename Kernel::SharedStorage>> {
  static_assert(sizeof(shared_storage<Kernel>) > 0);
};

// Not deprecated itself, so that its use of cutlass_lint::facts<...> draws a warning.
template <class Kernel>
struct explained : laid_out<Kernel> {
  using Mainloop = typename mainloop_of<Kernel>::type;
  using Epilogue = typename epilogue_of<Kernel>::type;
  using stated = facts<min_blocks_of<Kernel>::value, Mainloop, typename policy_of<Mainloop>::type, Epilogue,
                       typename policy_of<Epilogue>::type, typename scheduler_of<Kernel>::type, Kernel>;
};

template <int Number, class Kernel>
struct [[deprecated("cutlass-lint root")]] root : explained<Kernel> {};

}  // namespace cutlass_lint
