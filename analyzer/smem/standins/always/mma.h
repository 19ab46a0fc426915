// Stand-in for the CUDA warp matrix (WMMA) header.
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <std_core.h>
namespace nvcuda {
namespace wmma {
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct u4 {};
struct s4 {};
struct b1 {};
struct tf32 {};
}  // namespace precision
namespace experimental {
namespace precision = wmma::precision;
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}  // namespace experimental
using experimental::bmmaAccumulateOp;
using experimental::bmmaBitOp;
template <class T> struct cuda_fragment_element { using type = T; static constexpr int per_register = 4 / sizeof(T) ? 4 / sizeof(T) : 1; };
template <> struct cuda_fragment_element<precision::u4> { using type = unsigned; static constexpr int per_register = 8; };
template <> struct cuda_fragment_element<precision::s4> { using type = int; static constexpr int per_register = 8; };
template <> struct cuda_fragment_element<precision::b1> { using type = unsigned; static constexpr int per_register = 32; };
template <> struct cuda_fragment_element<precision::tf32> { using type = float; static constexpr int per_register = 1; };
template <class Use, int m, int n, int k, class T, class Layout = void> struct fragment {
  using element_type = typename cuda_fragment_element<T>::type;
  using storage_element_type = element_type;
  static constexpr int elements = std::is_same_v<Use, accumulator> ? m * n / 32 : (std::is_same_v<Use, matrix_a> ? m : n) * k / (sizeof(T) == 2 ? 16 : 32);
  static constexpr int num_elements = elements > 0 ? elements : 1;
  static constexpr int num_storage_elements = num_elements;
  element_type x[num_elements];
};
template <class F, class T> void fill_fragment(F&, T const&);
template <class F, class T> void load_matrix_sync(F&, T const*, unsigned);
template <class F, class T> void load_matrix_sync(F&, T const*, unsigned, layout_t);
template <class F, class T> void store_matrix_sync(T*, F const&, unsigned, layout_t);
template <class D, class A, class B, class C> void mma_sync(D&, A const&, B const&, C const&, bool = false);
template <class D, class A, class B, class C> void bmma_sync(D&, A const&, B const&, C const&, experimental::bmmaBitOp = experimental::bmmaBitOpXOR, experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC);
}  // namespace wmma
}  // namespace nvcuda
