// Templates that print the numbers of a kernel type, by the warning that the use of a deprecated template draws.
// Included after CUTLASS's own headers.
#pragma once

namespace cutlass_lint {

// Carries every number of one GemmKernel in its warning.
template <long long KernelBytes, long long MainloopBytes, long long EpilogueBytes, long long Stages, long long Threads,
          long long TileM, long long TileN, long long TileK, long long ClusterM, long long ClusterN, long long ClusterK,
          class ArchTag, class Schedule, class GemmKernel>
struct [[deprecated("cutlass-lint kernel")]] kernel {};

// Wraps the storage under a name of our own, so that it is found in a dump of record layouts.
template <class GemmKernel>
struct shared_storage {
  typename GemmKernel::SharedStorage storage;
};

struct none {};

template <class Policy, class = void>
struct stages_of {
  static constexpr long long value = -1;
};
template <class Policy>
struct stages_of<Policy, cute::void_t<decltype(Policy::Stages)>> {
  static constexpr long long value = Policy::Stages;
};

template <class Policy, class = void>
struct schedule_of {
  using type = none;
};
template <class Policy>
struct schedule_of<Policy, cute::void_t<typename Policy::Schedule>> {
  using type = typename Policy::Schedule;
};

template <class Collective, class = void>
struct output_op_of {
  using type = none;
};
template <class Collective>
struct output_op_of<Collective, cute::void_t<typename Collective::ThreadEpilogueOp>> {
  using type = typename Collective::ThreadEpilogueOp;
};

// The extent of one mode in elements, 0 where it is known at run time only.
template <int Mode, class Shape>
constexpr long long extent() {
  if constexpr (Mode >= decltype(cute::rank(Shape{}))::value) {
    return 1;
  } else if constexpr (cute::is_static_v<decltype(cute::get<Mode>(Shape{}))>) {
    return decltype(cute::size<Mode>(Shape{}))::value;
  } else {
    return 0;
  }
}

template <class Collective>
constexpr long long storage_bytes() {
  return sizeof(typename Collective::SharedStorage);
}

template <class GemmKernel, class = void>
struct has_storage {
  static constexpr bool value = false;
};
template <class GemmKernel>
struct has_storage<GemmKernel, cute::void_t<typename GemmKernel::SharedStorage>> {
  static constexpr bool value = true;
};

// Whether what a kernel class asserts where its device code begins holds: if not, the return type that is deduced there is
// an error. Kernel classes of another form, or that assert nothing, are left alone.
template <class T>
T an();

template <class GemmKernel, class = void>
struct asserted {};
template <class GemmKernel>
struct asserted<GemmKernel, cute::void_t<decltype(an<GemmKernel&>()(an<typename GemmKernel::Params const&>(),
                                                                    static_cast<char*>(nullptr)))>> {};

template <class GemmKernel>
constexpr long long kernel_bytes() {
#ifdef CUTLASS_LINT_DEEP
  // nvcc lays these out too, and some kernels are refused only then; the TMA descriptors' types triple the time.
  static_assert(sizeof(typename GemmKernel::Params) > 0);
#endif
  static_assert(sizeof(asserted<GemmKernel>) > 0);
  if constexpr (has_storage<GemmKernel>::value) {
    static_assert(sizeof(shared_storage<GemmKernel>) == sizeof(typename GemmKernel::SharedStorage));
    return sizeof(typename GemmKernel::SharedStorage);
  } else {
    // The oldest kernel classes lay mainloop and epilogue over each other without a type for both.
    return GemmKernel::SharedStorageSize;
  }
}

// Not in the adapter itself: inside of a deprecated class, uses of what is deprecated draw no warning.
template <class GemmKernel>
struct measured {
  using Mainloop = typename GemmKernel::CollectiveMainloop;
  using Epilogue = typename GemmKernel::CollectiveEpilogue;
  using TileShape = typename GemmKernel::TileShape;
  using ClusterShape = typename GemmKernel::DispatchPolicy::ClusterShape;
  using report =
      kernel<kernel_bytes<GemmKernel>(), storage_bytes<Mainloop>(), storage_bytes<Epilogue>(),
             stages_of<typename Mainloop::DispatchPolicy>::value, GemmKernel::MaxThreadsPerBlock,
             extent<0, TileShape>(), extent<1, TileShape>(), extent<2, TileShape>(), extent<0, ClusterShape>(),
             extent<1, ClusterShape>(), extent<2, ClusterShape>(), typename GemmKernel::ArchTag,
             typename schedule_of<typename Mainloop::DispatchPolicy>::type, GemmKernel>;
};

}  // namespace cutlass_lint
