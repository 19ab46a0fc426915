// Stand-in for <type_traits>, <limits>, <utility>, <tuple>, <array>, <initializer_list> and <new>.
#pragma once
#include <std_c.h>

namespace std {

// ---- type_traits
template <class T, T V> struct integral_constant {
  static constexpr T value = V;
  using value_type = T;
  using type = integral_constant;
  constexpr operator T() const noexcept { return V; }
  constexpr T operator()() const noexcept { return V; }
};
template <bool B> using bool_constant = integral_constant<bool, B>;
using true_type = bool_constant<true>;
using false_type = bool_constant<false>;

template <class...> using void_t = void;
template <bool B, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { using type = T; };
template <bool B, class T = void> using enable_if_t = typename enable_if<B, T>::type;
template <bool B, class T, class F> struct conditional { using type = T; };
template <class T, class F> struct conditional<false, T, F> { using type = F; };
template <bool B, class T, class F> using conditional_t = typename conditional<B, T, F>::type;

#define STD_TRANSFORM(name, ...)                                    \
  template <class T> struct name { using type = __VA_ARGS__; };     \
  template <class T> using name##_t = typename name<T>::type;
STD_TRANSFORM(remove_const, __remove_const(T))
STD_TRANSFORM(remove_volatile, __remove_volatile(T))
STD_TRANSFORM(remove_cv, __remove_cv(T))
STD_TRANSFORM(remove_reference, __remove_reference_t(T))
STD_TRANSFORM(remove_pointer, __remove_pointer(T))
STD_TRANSFORM(remove_extent, __remove_extent(T))
STD_TRANSFORM(remove_all_extents, __remove_all_extents(T))
STD_TRANSFORM(add_const, T const)
STD_TRANSFORM(add_volatile, T volatile)
STD_TRANSFORM(add_cv, T const volatile)
STD_TRANSFORM(add_lvalue_reference, __add_lvalue_reference(T))
STD_TRANSFORM(add_rvalue_reference, __add_rvalue_reference(T))
STD_TRANSFORM(add_pointer, __add_pointer(T))
STD_TRANSFORM(decay, __decay(T))
STD_TRANSFORM(make_signed, __make_signed(T))
STD_TRANSFORM(make_unsigned, __make_unsigned(T))
#undef STD_TRANSFORM
// By a name, never __remove_cvref(T): in member templates clang 18 takes one template's T for another's.
template <class T> struct std_bare_of { using type = __remove_cvref(T); };
template <class T> using std_bare = typename std_bare_of<T>::type;
template <class T, bool = __is_enum(T)> struct underlying_type {};
template <class T> struct underlying_type<T, true> { using type = __underlying_type(T); };
template <class T> using underlying_type_t = typename underlying_type<T>::type;

template <class T> __add_rvalue_reference(T) declval() noexcept;

#define STD_TRAIT(name, ...)                                                  \
  template <class T> struct name : bool_constant<__VA_ARGS__> {};             \
  template <class T> inline constexpr bool name##_v = __VA_ARGS__;
#define STD_TRAIT_2(name, ...)                                                \
  template <class T, class U> struct name : bool_constant<__VA_ARGS__> {};    \
  template <class T, class U> inline constexpr bool name##_v = __VA_ARGS__;
#define STD_TRAIT_N(name, ...)                                                \
  template <class T, class... A> struct name : bool_constant<__VA_ARGS__> {}; \
  template <class T, class... A> inline constexpr bool name##_v = __VA_ARGS__;
STD_TRAIT(is_void, __is_void(T))
STD_TRAIT(is_null_pointer, __is_same(__remove_cv(T), nullptr_t))
STD_TRAIT(is_integral, __is_integral(T))
STD_TRAIT(is_floating_point, __is_floating_point(T))
STD_TRAIT(is_array, __is_array(T))
STD_TRAIT(is_enum, __is_enum(T))
STD_TRAIT(is_union, __is_union(T))
STD_TRAIT(is_class, __is_class(T))
STD_TRAIT(is_function, __is_function(T))
STD_TRAIT(is_pointer, __is_pointer(T))
STD_TRAIT(is_lvalue_reference, __is_lvalue_reference(T))
STD_TRAIT(is_rvalue_reference, __is_rvalue_reference(T))
STD_TRAIT(is_reference, __is_reference(T))
STD_TRAIT(is_member_pointer, __is_member_pointer(T))
STD_TRAIT(is_member_object_pointer, __is_member_object_pointer(T))
STD_TRAIT(is_member_function_pointer, __is_member_function_pointer(T))
STD_TRAIT(is_fundamental, __is_fundamental(T))
STD_TRAIT(is_arithmetic, __is_arithmetic(T))
STD_TRAIT(is_scalar, __is_scalar(T))
STD_TRAIT(is_object, __is_object(T))
STD_TRAIT(is_compound, __is_compound(T))
STD_TRAIT(is_const, __is_const(T))
STD_TRAIT(is_volatile, __is_volatile(T))
STD_TRAIT(is_trivial, __is_trivial(T))
STD_TRAIT(is_trivially_copyable, __is_trivially_copyable(T))
STD_TRAIT(is_standard_layout, __is_standard_layout(T))
STD_TRAIT(is_pod, __is_pod(T))
STD_TRAIT(is_literal_type, __is_literal_type(T))
STD_TRAIT(has_unique_object_representations, __has_unique_object_representations(T))
STD_TRAIT(is_empty, __is_empty(T))
STD_TRAIT(is_polymorphic, __is_polymorphic(T))
STD_TRAIT(is_abstract, __is_abstract(T))
STD_TRAIT(is_final, __is_final(T))
STD_TRAIT(is_aggregate, __is_aggregate(T))
STD_TRAIT(is_signed, __is_signed(T))
STD_TRAIT(is_unsigned, __is_unsigned(T))
STD_TRAIT(has_virtual_destructor, __has_virtual_destructor(T))
STD_TRAIT(is_destructible, __is_destructible(T))
STD_TRAIT(is_trivially_destructible, __is_trivially_destructible(T))
STD_TRAIT(is_nothrow_destructible, __is_nothrow_destructible(T))
STD_TRAIT(is_default_constructible, __is_constructible(T))
STD_TRAIT(is_trivially_default_constructible, __is_trivially_constructible(T))
STD_TRAIT(is_nothrow_default_constructible, __is_nothrow_constructible(T))
STD_TRAIT(is_copy_constructible, __is_constructible(T, __add_lvalue_reference(T const)))
STD_TRAIT(is_trivially_copy_constructible, __is_trivially_constructible(T, __add_lvalue_reference(T const)))
STD_TRAIT(is_nothrow_copy_constructible, __is_nothrow_constructible(T, __add_lvalue_reference(T const)))
STD_TRAIT(is_move_constructible, __is_constructible(T, __add_rvalue_reference(T)))
STD_TRAIT(is_trivially_move_constructible, __is_trivially_constructible(T, __add_rvalue_reference(T)))
STD_TRAIT(is_nothrow_move_constructible, __is_nothrow_constructible(T, __add_rvalue_reference(T)))
STD_TRAIT(is_copy_assignable, __is_assignable(__add_lvalue_reference(T), __add_lvalue_reference(T const)))
STD_TRAIT(is_trivially_copy_assignable, __is_trivially_assignable(__add_lvalue_reference(T), __add_lvalue_reference(T const)))
STD_TRAIT(is_nothrow_copy_assignable, __is_nothrow_assignable(__add_lvalue_reference(T), __add_lvalue_reference(T const)))
STD_TRAIT(is_move_assignable, __is_assignable(__add_lvalue_reference(T), __add_rvalue_reference(T)))
STD_TRAIT(is_trivially_move_assignable, __is_trivially_assignable(__add_lvalue_reference(T), __add_rvalue_reference(T)))
STD_TRAIT(is_nothrow_move_assignable, __is_nothrow_assignable(__add_lvalue_reference(T), __add_rvalue_reference(T)))
STD_TRAIT_2(is_same, __is_same(T, U))
STD_TRAIT_2(is_base_of, __is_base_of(T, U))
STD_TRAIT_2(is_convertible, __is_convertible(T, U))
STD_TRAIT_2(is_assignable, __is_assignable(T, U))
STD_TRAIT_2(is_trivially_assignable, __is_trivially_assignable(T, U))
STD_TRAIT_2(is_nothrow_assignable, __is_nothrow_assignable(T, U))
STD_TRAIT_N(is_constructible, __is_constructible(T, A...))
STD_TRAIT_N(is_trivially_constructible, __is_trivially_constructible(T, A...))
STD_TRAIT_N(is_nothrow_constructible, __is_nothrow_constructible(T, A...))
#undef STD_TRAIT
#undef STD_TRAIT_2
#undef STD_TRAIT_N

template <class T> struct alignment_of : integral_constant<size_t, alignof(T)> {};
template <class T> inline constexpr size_t alignment_of_v = alignof(T);
template <class T> struct rank : integral_constant<size_t, __array_rank(T)> {};
template <class T> inline constexpr size_t rank_v = __array_rank(T);
template <class T, unsigned N = 0> struct extent : integral_constant<size_t, __array_extent(T, N)> {};
template <class T, unsigned N = 0> inline constexpr size_t extent_v = __array_extent(T, N);

template <class... B> struct conjunction : true_type {};
template <class B> struct conjunction<B> : B {};
template <class B, class... R> struct conjunction<B, R...> : conditional_t<bool(B::value), conjunction<R...>, B> {};
template <class... B> inline constexpr bool conjunction_v = conjunction<B...>::value;
template <class... B> struct disjunction : false_type {};
template <class B> struct disjunction<B> : B {};
template <class B, class... R> struct disjunction<B, R...> : conditional_t<bool(B::value), B, disjunction<R...>> {};
template <class... B> inline constexpr bool disjunction_v = disjunction<B...>::value;
template <class B> struct negation : bool_constant<!bool(B::value)> {};
template <class B> inline constexpr bool negation_v = !bool(B::value);

template <class T, class U, class = void> struct std_common_2 {};
template <class T, class U>
struct std_common_2<T, U, void_t<decltype(false ? declval<T>() : declval<U>())>> {
  using type = __decay(decltype(false ? declval<T>() : declval<U>()));
};
template <class... T> struct common_type {};
template <class T> struct common_type<T> : common_type<T, T> {};
template <class T, class U, bool = __is_same(T, decay_t<T>) && __is_same(U, decay_t<U>)>
struct std_common_pair : common_type<decay_t<T>, decay_t<U>> {};
template <class T, class U> struct std_common_pair<T, U, true> : std_common_2<T, U> {};
template <class T, class U> struct common_type<T, U> : std_common_pair<T, U> {};
template <class V, class T, class... R> struct std_common_fold {};
template <class T, class U, class... R>
struct std_common_fold<void_t<typename common_type<T, U>::type>, T, U, R...> : common_type<typename common_type<T, U>::type, R...> {};
template <class T, class U, class W, class... R> struct common_type<T, U, W, R...> : std_common_fold<void, T, U, W, R...> {};
template <class... T> using common_type_t = typename common_type<T...>::type;

template <size_t Len, size_t Align = (Len >= 16 ? 16 : Len >= 8 ? 8 : Len >= 4 ? 4 : Len >= 2 ? 2 : 1)>
struct aligned_storage { struct type { alignas(Align) unsigned char data[Len]; }; };
template <size_t Len, size_t Align = alignof(typename aligned_storage<Len>::type)>
using aligned_storage_t = typename aligned_storage<Len, Align>::type;

// ---- utility: the parts that <functional> and the rest build on
template <class T> [[nodiscard]] constexpr T&& forward(__remove_reference_t(T)& t) noexcept { return static_cast<T&&>(t); }
template <class T> [[nodiscard]] constexpr T&& forward(__remove_reference_t(T)&& t) noexcept { return static_cast<T&&>(t); }
template <class T> [[nodiscard]] constexpr __remove_reference_t(T)&& move(T&& t) noexcept { return static_cast<__remove_reference_t(T)&&>(t); }
template <class T>
constexpr conditional_t<!is_nothrow_move_constructible_v<T> && is_copy_constructible_v<T>, T const&, T&&> move_if_noexcept(T& t) noexcept { return static_cast<T&&>(t); }
template <class T> constexpr T const& as_const(T& t) noexcept { return t; }
template <class T> void as_const(T const&&) = delete;
template <class T> constexpr T* addressof(T& t) noexcept { return __builtin_addressof(t); }
template <class T, class U = T> constexpr T exchange(T& t, U&& u) { T old = std::move(t); t = std::forward<U>(u); return old; }
template <class T> constexpr enable_if_t<is_move_constructible_v<T> && is_move_assignable_v<T>> swap(T& a, T& b) noexcept(is_nothrow_move_constructible_v<T> && is_nothrow_move_assignable_v<T>) { T t = std::move(a); a = std::move(b); b = std::move(t); }
template <class T, size_t N> constexpr void swap(T (&a)[N], T (&b)[N]) { for (size_t i = 0; i < N; ++i) swap(a[i], b[i]); }

template <class> struct reference_wrapper;
template <class T> struct std_is_refwrap : false_type {};
template <class T> struct std_is_refwrap<reference_wrapper<T>> : true_type {};

template <class F, class... A>
constexpr auto std_invoke(F&& f, A&&... a) -> enable_if_t<!is_member_pointer_v<decay_t<F>>, decltype(std::forward<F>(f)(std::forward<A>(a)...))> { return std::forward<F>(f)(std::forward<A>(a)...); }
template <class M, class C, class O, class... A>
constexpr auto std_invoke(M C::*p, O&& o, A&&... a) -> enable_if_t<is_function_v<M> && !is_pointer_v<std_bare<O>>, decltype((std::forward<O>(o).*p)(std::forward<A>(a)...))> { return (std::forward<O>(o).*p)(std::forward<A>(a)...); }
template <class M, class C, class O, class... A>
constexpr auto std_invoke(M C::*p, O&& o, A&&... a) -> enable_if_t<is_function_v<M>, decltype(((*std::forward<O>(o)).*p)(std::forward<A>(a)...))> { return ((*std::forward<O>(o)).*p)(std::forward<A>(a)...); }
template <class M, class C, class O>
constexpr auto std_invoke(M C::*p, O&& o) -> enable_if_t<!is_function_v<M>, decltype((std::forward<O>(o).*p))> { return std::forward<O>(o).*p; }
template <class M, class C, class O>
constexpr auto std_invoke(M C::*p, O&& o) -> enable_if_t<!is_function_v<M>, decltype(((*std::forward<O>(o)).*p))> { return (*std::forward<O>(o)).*p; }

template <class V, class F, class... A> struct std_invoke_result {};
template <class F, class... A> struct std_invoke_result<void_t<decltype(std::std_invoke(declval<F>(), declval<A>()...))>, F, A...> { using type = decltype(std::std_invoke(declval<F>(), declval<A>()...)); };
template <class F, class... A> struct invoke_result : std_invoke_result<void, F, A...> {};
template <class F, class... A> using invoke_result_t = typename invoke_result<F, A...>::type;
template <class> struct result_of;
template <class F, class... A> struct result_of<F(A...)> : invoke_result<F, A...> {};
template <class T> using result_of_t = typename result_of<T>::type;
template <class V, class F, class... A> struct std_is_invocable : false_type {};
template <class F, class... A> struct std_is_invocable<void_t<invoke_result_t<F, A...>>, F, A...> : true_type {};
template <class F, class... A> struct is_invocable : std_is_invocable<void, F, A...> {};
template <class F, class... A> inline constexpr bool is_invocable_v = is_invocable<F, A...>::value;
template <class V, class R, class F, class... A> struct std_is_invocable_r : false_type {};
template <class R, class F, class... A> struct std_is_invocable_r<void_t<invoke_result_t<F, A...>>, R, F, A...> : bool_constant<__is_void(R) || __is_convertible(invoke_result_t<F, A...>, R)> {};
template <class R, class F, class... A> struct is_invocable_r : std_is_invocable_r<void, R, F, A...> {};
template <class R, class F, class... A> inline constexpr bool is_invocable_r_v = is_invocable_r<R, F, A...>::value;
template <class F, class... A> struct is_nothrow_invocable : is_invocable<F, A...> {};
template <class F, class... A> inline constexpr bool is_nothrow_invocable_v = is_invocable_v<F, A...>;
template <class F, class... A> constexpr invoke_result_t<F, A...> invoke(F&& f, A&&... a) { return std::std_invoke(std::forward<F>(f), std::forward<A>(a)...); }

template <class T> struct is_swappable : is_move_constructible<T> {};
template <class T> inline constexpr bool is_swappable_v = is_swappable<T>::value;

// ---- integer sequences
template <class T, T... I> struct integer_sequence {
  using value_type = T;
  static constexpr size_t size() noexcept { return sizeof...(I); }
};
template <size_t... I> using index_sequence = integer_sequence<size_t, I...>;
template <class T, T N> using make_integer_sequence = __make_integer_seq<integer_sequence, T, N>;
template <size_t N> using make_index_sequence = make_integer_sequence<size_t, N>;
template <class... T> using index_sequence_for = make_index_sequence<sizeof...(T)>;

// ---- limits
enum float_round_style { round_indeterminate = -1, round_toward_zero = 0, round_to_nearest = 1, round_toward_infinity = 2, round_toward_neg_infinity = 3 };
enum float_denorm_style { denorm_indeterminate = -1, denorm_absent = 0, denorm_present = 1 };

template <class T> struct std_limits_none {
  static constexpr bool is_specialized = false, is_signed = false, is_integer = false, is_exact = false;
  static constexpr bool has_infinity = false, has_quiet_NaN = false, has_signaling_NaN = false, has_denorm_loss = false;
  static constexpr bool is_iec559 = false, is_bounded = false, is_modulo = false, traps = false, tinyness_before = false;
  static constexpr int digits = 0, digits10 = 0, max_digits10 = 0, radix = 0;
  static constexpr int min_exponent = 0, min_exponent10 = 0, max_exponent = 0, max_exponent10 = 0;
  static constexpr float_denorm_style has_denorm = denorm_absent;
  static constexpr float_round_style round_style = round_toward_zero;
  static constexpr T min() noexcept { return T(); }
  static constexpr T max() noexcept { return T(); }
  static constexpr T lowest() noexcept { return T(); }
  static constexpr T epsilon() noexcept { return T(); }
  static constexpr T round_error() noexcept { return T(); }
  static constexpr T infinity() noexcept { return T(); }
  static constexpr T quiet_NaN() noexcept { return T(); }
  static constexpr T signaling_NaN() noexcept { return T(); }
  static constexpr T denorm_min() noexcept { return T(); }
};
template <class T> struct std_limits_int : std_limits_none<T> {
  static constexpr bool is_specialized = true, is_signed = T(-1) < T(0), is_integer = true, is_exact = true, is_bounded = true;
  static constexpr bool is_modulo = !is_signed, traps = true;
  static constexpr int radix = 2, digits = sizeof(T) * 8 - is_signed, digits10 = digits * 643L / 2136;
  static constexpr T max() noexcept { return is_signed ? T((((T(1) << (digits - 1)) - 1) << 1) + 1) : T(~T(0)); }
  static constexpr T min() noexcept { return is_signed ? T(-max() - 1) : T(0); }
  static constexpr T lowest() noexcept { return min(); }
};
template <class T> struct std_limits_float : std_limits_none<T> {
  static constexpr bool is_specialized = true, is_signed = true, has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = true;
  static constexpr bool is_iec559 = true, is_bounded = true;
  static constexpr int radix = 2;
  static constexpr float_denorm_style has_denorm = denorm_present;
  static constexpr float_round_style round_style = round_to_nearest;
  static constexpr T round_error() noexcept { return T(0.5); }
};
template <class T> struct numeric_limits : std_limits_none<T> {};
template <class T> struct numeric_limits<T const> : numeric_limits<T> {};
template <class T> struct numeric_limits<T volatile> : numeric_limits<T> {};
template <class T> struct numeric_limits<T const volatile> : numeric_limits<T> {};
#define STD_LIMITS(T) template <> struct numeric_limits<T> : std_limits_int<T> {};
STD_LIMITS(char) STD_LIMITS(signed char) STD_LIMITS(unsigned char) STD_LIMITS(wchar_t) STD_LIMITS(char16_t) STD_LIMITS(char32_t)
STD_LIMITS(short) STD_LIMITS(unsigned short) STD_LIMITS(int) STD_LIMITS(unsigned) STD_LIMITS(long) STD_LIMITS(unsigned long)
STD_LIMITS(long long) STD_LIMITS(unsigned long long) STD_LIMITS(__int128) STD_LIMITS(unsigned __int128)
#undef STD_LIMITS
template <> struct numeric_limits<bool> : std_limits_none<bool> {
  static constexpr bool is_specialized = true, is_integer = true, is_exact = true, is_bounded = true, traps = true;
  static constexpr int radix = 2, digits = 1;
  static constexpr bool max() noexcept { return true; }
};
#define STD_LIMITS(T, P, S)                                                                               \
  template <> struct numeric_limits<T> : std_limits_float<T> {                                            \
    static constexpr int digits = __##P##_MANT_DIG__, digits10 = __##P##_DIG__, max_digits10 = __##P##_DECIMAL_DIG__; \
    static constexpr int min_exponent = __##P##_MIN_EXP__, min_exponent10 = __##P##_MIN_10_EXP__;         \
    static constexpr int max_exponent = __##P##_MAX_EXP__, max_exponent10 = __##P##_MAX_10_EXP__;         \
    static constexpr T min() noexcept { return __##P##_MIN__; }                                           \
    static constexpr T max() noexcept { return __##P##_MAX__; }                                           \
    static constexpr T lowest() noexcept { return -__##P##_MAX__; }                                       \
    static constexpr T epsilon() noexcept { return __##P##_EPSILON__; }                                   \
    static constexpr T denorm_min() noexcept { return __##P##_DENORM_MIN__; }                             \
    static constexpr T infinity() noexcept { return __builtin_huge_val##S(); }                            \
    static constexpr T quiet_NaN() noexcept { return __builtin_nan##S(""); }                              \
    static constexpr T signaling_NaN() noexcept { return __builtin_nans##S(""); }                         \
  };
STD_LIMITS(float, FLT, f)
STD_LIMITS(double, DBL, )
STD_LIMITS(long double, LDBL, l)
#undef STD_LIMITS

// ---- initializer_list
template <class E> class initializer_list {
  E const* first_;
  size_t size_;

 public:
  using value_type = E;
  using reference = E const&;
  using const_reference = E const&;
  using size_type = size_t;
  using iterator = E const*;
  using const_iterator = E const*;
  constexpr initializer_list() noexcept : first_(nullptr), size_(0) {}
  constexpr size_t size() const noexcept { return size_; }
  constexpr E const* begin() const noexcept { return first_; }
  constexpr E const* end() const noexcept { return first_ + size_; }
};

// ---- iterators' basics and range access
template <class C> constexpr auto begin(C& c) -> decltype(c.begin()) { return c.begin(); }
template <class C> constexpr auto begin(C const& c) -> decltype(c.begin()) { return c.begin(); }
template <class C> constexpr auto end(C& c) -> decltype(c.end()) { return c.end(); }
template <class C> constexpr auto end(C const& c) -> decltype(c.end()) { return c.end(); }
template <class T, size_t N> constexpr T* begin(T (&a)[N]) noexcept { return a; }
template <class T, size_t N> constexpr T* end(T (&a)[N]) noexcept { return a + N; }
template <class C> constexpr auto cbegin(C const& c) -> decltype(std::begin(c)) { return std::begin(c); }
template <class C> constexpr auto cend(C const& c) -> decltype(std::end(c)) { return std::end(c); }
template <class C> constexpr auto rbegin(C& c) -> decltype(c.rbegin()) { return c.rbegin(); }
template <class C> constexpr auto rend(C& c) -> decltype(c.rend()) { return c.rend(); }
template <class C> constexpr auto size(C const& c) -> decltype(c.size()) { return c.size(); }
template <class T, size_t N> constexpr size_t size(T const (&)[N]) noexcept { return N; }
template <class C> constexpr auto data(C& c) -> decltype(c.data()) { return c.data(); }
template <class C> constexpr auto data(C const& c) -> decltype(c.data()) { return c.data(); }
template <class T, size_t N> constexpr T* data(T (&a)[N]) noexcept { return a; }
template <class C> constexpr auto empty(C const& c) -> decltype(c.empty()) { return c.empty(); }

// ---- tuple protocol
template <class> struct tuple_size;
template <class T, class = void> struct std_tuple_size_of {};
template <class T> struct std_tuple_size_of<T, void_t<decltype(tuple_size<T>::value)>> : integral_constant<size_t, tuple_size<T>::value> {};
template <class T> struct tuple_size<T const> : std_tuple_size_of<T> {};
template <class T> struct tuple_size<T volatile> : std_tuple_size_of<T> {};
template <class T> struct tuple_size<T const volatile> : std_tuple_size_of<T> {};
template <class T> inline constexpr size_t tuple_size_v = tuple_size<T>::value;
template <size_t I, class T> struct tuple_element;
template <size_t I, class T> using tuple_element_t = typename tuple_element<I, T>::type;
template <size_t I, class T> struct tuple_element<I, T const> { using type = tuple_element_t<I, T> const; };
template <size_t I, class T> struct tuple_element<I, T volatile> { using type = tuple_element_t<I, T> volatile; };
template <size_t I, class T> struct tuple_element<I, T const volatile> { using type = tuple_element_t<I, T> const volatile; };

struct in_place_t { explicit in_place_t() = default; };
inline constexpr in_place_t in_place{};
template <class T> struct in_place_type_t { explicit in_place_type_t() = default; };
template <class T> inline constexpr in_place_type_t<T> in_place_type{};
template <size_t I> struct in_place_index_t { explicit in_place_index_t() = default; };
template <size_t I> inline constexpr in_place_index_t<I> in_place_index{};
struct piecewise_construct_t { explicit piecewise_construct_t() = default; };
inline constexpr piecewise_construct_t piecewise_construct{};
struct allocator_arg_t { explicit allocator_arg_t() = default; };
inline constexpr allocator_arg_t allocator_arg{};

// ---- pair
template <class... T> class tuple;
template <class A, class B> struct pair {
  using first_type = A;
  using second_type = B;
  A first;
  B second;
  constexpr pair() : first(), second() {}
  constexpr pair(A const& a, B const& b) : first(a), second(b) {}
  template <class U = A, class V = B, class = enable_if_t<is_constructible_v<A, U&&> && is_constructible_v<B, V&&>>>
  constexpr pair(U&& a, V&& b) : first(std::forward<U>(a)), second(std::forward<V>(b)) {}
  template <class U, class V, class = enable_if_t<is_constructible_v<A, U const&> && is_constructible_v<B, V const&>>>
  constexpr pair(pair<U, V> const& p) : first(p.first), second(p.second) {}
  template <class U, class V, class = enable_if_t<is_constructible_v<A, U&&> && is_constructible_v<B, V&&>>>
  constexpr pair(pair<U, V>&& p) : first(std::forward<U>(p.first)), second(std::forward<V>(p.second)) {}
  template <class... U, class... V> pair(piecewise_construct_t, tuple<U...>, tuple<V...>);
  constexpr pair(pair const&) = default;
  constexpr pair(pair&&) = default;
  constexpr pair& operator=(pair const& p) { first = p.first; second = p.second; return *this; }
  constexpr pair& operator=(pair&& p) { first = std::forward<A>(p.first); second = std::forward<B>(p.second); return *this; }
  template <class U, class V> constexpr pair& operator=(pair<U, V> const& p) { first = p.first; second = p.second; return *this; }
  void swap(pair&);
};
template <class A, class B> pair(A, B) -> pair<A, B>;
template <class A, class B> constexpr bool operator==(pair<A, B> const& x, pair<A, B> const& y) { return x.first == y.first && x.second == y.second; }
template <class A, class B> constexpr bool operator!=(pair<A, B> const& x, pair<A, B> const& y) { return !(x == y); }
template <class A, class B> constexpr bool operator<(pair<A, B> const& x, pair<A, B> const& y) { return x.first < y.first || (!(y.first < x.first) && x.second < y.second); }
template <class A, class B> constexpr bool operator>(pair<A, B> const& x, pair<A, B> const& y) { return y < x; }
template <class A, class B> constexpr bool operator<=(pair<A, B> const& x, pair<A, B> const& y) { return !(y < x); }
template <class A, class B> constexpr bool operator>=(pair<A, B> const& x, pair<A, B> const& y) { return !(x < y); }
template <class T> struct std_unwrap { using type = T; };
template <class T> struct std_unwrap<reference_wrapper<T>> { using type = T&; };
template <class T> using std_unwrap_decay_t = typename std_unwrap<decay_t<T>>::type;
template <class A, class B> constexpr pair<std_unwrap_decay_t<A>, std_unwrap_decay_t<B>> make_pair(A&& a, B&& b) { return pair<std_unwrap_decay_t<A>, std_unwrap_decay_t<B>>(std::forward<A>(a), std::forward<B>(b)); }
template <class A, class B> struct tuple_size<pair<A, B>> : integral_constant<size_t, 2> {};
template <class A, class B> struct tuple_element<0, pair<A, B>> { using type = A; };
template <class A, class B> struct tuple_element<1, pair<A, B>> { using type = B; };
template <size_t I, class A, class B> constexpr tuple_element_t<I, pair<A, B>>& get(pair<A, B>& p) noexcept { if constexpr (I == 0) return p.first; else return p.second; }
template <size_t I, class A, class B> constexpr tuple_element_t<I, pair<A, B>> const& get(pair<A, B> const& p) noexcept { if constexpr (I == 0) return p.first; else return p.second; }
template <size_t I, class A, class B> constexpr tuple_element_t<I, pair<A, B>>&& get(pair<A, B>&& p) noexcept { if constexpr (I == 0) return std::forward<A>(p.first); else return std::forward<B>(p.second); }

// ---- tuple
template <size_t I, class T> struct std_leaf {
  T value;
  constexpr std_leaf() : value() {}
  template <class U> constexpr std_leaf(in_place_t, U&& u) : value(std::forward<U>(u)) {}
};
template <class S, class... T> struct std_leaves;
template <size_t... I, class... T> struct std_leaves<index_sequence<I...>, T...> : std_leaf<I, T>... {
  constexpr std_leaves() = default;
  template <class... U> constexpr explicit std_leaves(in_place_t, U&&... u) : std_leaf<I, T>(in_place, std::forward<U>(u))... {}
};
template <class Tuple, class From, bool = tuple_size<Tuple>::value == tuple_size<std_bare<From>>::value> struct std_tuple_from : false_type {};
template <class... T, class... U> struct std_tuple_from<tuple<T...>, tuple<U...>&, true> : bool_constant<(is_constructible_v<T, U&> && ...)> {};
template <class... T, class... U> struct std_tuple_from<tuple<T...>, tuple<U...> const&, true> : bool_constant<(is_constructible_v<T, U const&> && ...)> {};
template <class... T, class... U> struct std_tuple_from<tuple<T...>, tuple<U...>, true> : bool_constant<(is_constructible_v<T, U&&> && ...)> {};
template <class... T, class A, class B> struct std_tuple_from<tuple<T...>, pair<A, B>, true> : true_type {};
template <class... T, class A, class B> struct std_tuple_from<tuple<T...>, pair<A, B> const&, true> : true_type {};

template <class... T> class tuple : public std_leaves<index_sequence_for<T...>, T...> {
  using base = std_leaves<index_sequence_for<T...>, T...>;
  template <class U, size_t... I> constexpr tuple(in_place_t, U&& u, index_sequence<I...>);
  template <class... U> static constexpr bool takes() {
    if constexpr (sizeof...(U) != sizeof...(T) || sizeof...(T) == 0) return false;
    else if constexpr (sizeof...(T) == 1 && (is_same_v<std_bare<U>, tuple> && ...)) return false;
    else return (is_constructible_v<T, U&&> && ...);
  }

 public:
  constexpr tuple() = default;
  template <class... U, enable_if_t<takes<U...>(), int> = 0>
  constexpr tuple(U&&... u) : base(in_place, std::forward<U>(u)...) {}
  template <class Dummy = void, enable_if_t<__is_void(Dummy) && (sizeof...(T) > 0) && (is_copy_constructible_v<T> && ...), int> = 0>
  constexpr tuple(T const&... t) : base(in_place, t...) {}
  template <class... U, enable_if_t<!is_same_v<tuple<U...>, tuple> && std_tuple_from<tuple, tuple<U...> const&>::value, int> = 0>
  constexpr tuple(tuple<U...> const& u) : tuple(in_place, u, index_sequence_for<T...>{}) {}
  template <class... U, enable_if_t<!is_same_v<tuple<U...>, tuple> && std_tuple_from<tuple, tuple<U...>>::value, int> = 0>
  constexpr tuple(tuple<U...>&& u) : tuple(in_place, std::move(u), index_sequence_for<T...>{}) {}
  template <class A, class B, enable_if_t<std_tuple_from<tuple, pair<A, B>>::value, int> = 0>
  constexpr tuple(pair<A, B> const& u) : tuple(in_place, u, index_sequence_for<T...>{}) {}
  constexpr tuple(tuple const&) = default;
  constexpr tuple(tuple&&) = default;
  constexpr tuple& operator=(conditional_t<(is_copy_assignable_v<T> && ...), tuple, in_place_t> const& o) { assign(o, index_sequence_for<T...>{}); return *this; }
  template <class U, enable_if_t<tuple_size<std_bare<U>>::value == sizeof...(T), int> = 0> constexpr tuple& operator=(U&& u) { assign(std::forward<U>(u), index_sequence_for<T...>{}); return *this; }
  void swap(tuple&);

 private:
  template <class U, size_t... I> constexpr void assign(U&& u, index_sequence<I...>);
};
template <class... T> tuple(T...) -> tuple<T...>;
template <class A, class B> tuple(pair<A, B>) -> tuple<A, B>;
template <class... T> struct tuple_size<tuple<T...>> : integral_constant<size_t, sizeof...(T)> {};
template <size_t I, class... T> struct tuple_element<I, tuple<T...>> { static_assert(I < sizeof...(T), "tuple index out of range"); using type = __type_pack_element<I, T...>; };
template <size_t I, class... T> constexpr tuple_element_t<I, tuple<T...>>& get(tuple<T...>& t) noexcept { return static_cast<std_leaf<I, tuple_element_t<I, tuple<T...>>>&>(t).value; }
template <size_t I, class... T> constexpr tuple_element_t<I, tuple<T...>> const& get(tuple<T...> const& t) noexcept { return static_cast<std_leaf<I, tuple_element_t<I, tuple<T...>>> const&>(t).value; }
template <size_t I, class... T> constexpr tuple_element_t<I, tuple<T...>>&& get(tuple<T...>&& t) noexcept { return static_cast<tuple_element_t<I, tuple<T...>>&&>(static_cast<std_leaf<I, tuple_element_t<I, tuple<T...>>>&>(t).value); }
template <class X, class... T> constexpr size_t std_index_of() { size_t i = 0, r = sizeof...(T); ((is_same_v<X, T> ? void(r = i) : void(), ++i), ...); return r; }
template <class X, class... T> constexpr X& get(tuple<T...>& t) noexcept { return std::get<std_index_of<X, T...>()>(t); }
template <class X, class... T> constexpr X const& get(tuple<T...> const& t) noexcept { return std::get<std_index_of<X, T...>()>(t); }
template <class X, class... T> constexpr X&& get(tuple<T...>&& t) noexcept { return std::get<std_index_of<X, T...>()>(std::move(t)); }
template <class... T> template <class U, size_t... I> constexpr tuple<T...>::tuple(in_place_t, U&& u, index_sequence<I...>) : base(in_place, std::get<I>(std::forward<U>(u))...) {}
template <class... T> template <class U, size_t... I> constexpr void tuple<T...>::assign(U&& u, index_sequence<I...>) { (void(std::get<I>(*this) = std::get<I>(std::forward<U>(u))), ...); }
template <class... T> constexpr tuple<std_unwrap_decay_t<T>...> make_tuple(T&&... t) { return tuple<std_unwrap_decay_t<T>...>(std::forward<T>(t)...); }
template <class... T> constexpr tuple<T&...> tie(T&... t) noexcept { return tuple<T&...>(t...); }
template <class... T> constexpr tuple<T&&...> forward_as_tuple(T&&... t) noexcept { return tuple<T&&...>(std::forward<T>(t)...); }
struct std_ignore { template <class T> constexpr std_ignore const& operator=(T&&) const { return *this; } };
inline constexpr std_ignore ignore{};

template <class F, class T, size_t... I> constexpr decltype(auto) std_apply(F&& f, T&& t, index_sequence<I...>) { return std::invoke(std::forward<F>(f), std::get<I>(std::forward<T>(t))...); }
template <class F, class T> constexpr decltype(auto) apply(F&& f, T&& t) { return std::std_apply(std::forward<F>(f), std::forward<T>(t), make_index_sequence<tuple_size_v<__remove_reference_t(T)>>{}); }
template <class R, class T, size_t... I> constexpr R std_make_from(T&& t, index_sequence<I...>) { return R(std::get<I>(std::forward<T>(t))...); }
template <class R, class T> constexpr R make_from_tuple(T&& t) { return std::std_make_from<R>(std::forward<T>(t), make_index_sequence<tuple_size_v<__remove_reference_t(T)>>{}); }
constexpr tuple<> tuple_cat() { return {}; }
template <class T> constexpr std_bare<T> tuple_cat(T&& t) { return std::forward<T>(t); }
template <class A, class B, size_t... I, size_t... J>
constexpr auto std_cat(A&& a, B&& b, index_sequence<I...>, index_sequence<J...>) {
  return tuple<tuple_element_t<I, std_bare<A>>..., tuple_element_t<J, std_bare<B>>...>(std::get<I>(std::forward<A>(a))..., std::get<J>(std::forward<B>(b))...);
}
template <class A, class B, class... R>
constexpr auto tuple_cat(A&& a, B&& b, R&&... r) {
  return std::tuple_cat(std::std_cat(std::forward<A>(a), std::forward<B>(b), make_index_sequence<tuple_size_v<std_bare<A>>>{}, make_index_sequence<tuple_size_v<std_bare<B>>>{}), std::forward<R>(r)...);
}
template <size_t I, class A, class B> constexpr bool std_tuple_eq(A const& a, B const& b) { if constexpr (I == tuple_size_v<A>) return true; else return std::get<I>(a) == std::get<I>(b) && std::std_tuple_eq<I + 1>(a, b); }
template <size_t I, class A, class B> constexpr bool std_tuple_lt(A const& a, B const& b) { if constexpr (I == tuple_size_v<A>) return false; else return std::get<I>(a) < std::get<I>(b) || (!(std::get<I>(b) < std::get<I>(a)) && std::std_tuple_lt<I + 1>(a, b)); }
template <class... T, class... U> constexpr bool operator==(tuple<T...> const& a, tuple<U...> const& b) { return std::std_tuple_eq<0>(a, b); }
template <class... T, class... U> constexpr bool operator!=(tuple<T...> const& a, tuple<U...> const& b) { return !(a == b); }
template <class... T, class... U> constexpr bool operator<(tuple<T...> const& a, tuple<U...> const& b) { return std::std_tuple_lt<0>(a, b); }
template <class... T, class... U> constexpr bool operator>(tuple<T...> const& a, tuple<U...> const& b) { return b < a; }
template <class... T, class... U> constexpr bool operator<=(tuple<T...> const& a, tuple<U...> const& b) { return !(b < a); }
template <class... T, class... U> constexpr bool operator>=(tuple<T...> const& a, tuple<U...> const& b) { return !(a < b); }

// ---- reverse_iterator and array
template <class It> class reverse_iterator;
template <class T, size_t N> struct array {
  using value_type = T;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  using reference = T&;
  using const_reference = T const&;
  using pointer = T*;
  using const_pointer = T const*;
  using iterator = T*;
  using const_iterator = T const*;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  T elems_[N ? N : 1];
  constexpr T& operator[](size_t i) { return elems_[i]; }
  constexpr T const& operator[](size_t i) const { return elems_[i]; }
  constexpr T& at(size_t i) { return elems_[i]; }
  constexpr T const& at(size_t i) const { return elems_[i]; }
  constexpr T& front() { return elems_[0]; }
  constexpr T const& front() const { return elems_[0]; }
  constexpr T& back() { return elems_[N ? N - 1 : 0]; }
  constexpr T const& back() const { return elems_[N ? N - 1 : 0]; }
  constexpr T* data() noexcept { return elems_; }
  constexpr T const* data() const noexcept { return elems_; }
  constexpr iterator begin() noexcept { return elems_; }
  constexpr iterator end() noexcept { return elems_ + N; }
  constexpr const_iterator begin() const noexcept { return elems_; }
  constexpr const_iterator end() const noexcept { return elems_ + N; }
  constexpr const_iterator cbegin() const noexcept { return elems_; }
  constexpr const_iterator cend() const noexcept { return elems_ + N; }
  reverse_iterator rbegin();
  reverse_iterator rend();
  constexpr size_t size() const noexcept { return N; }
  constexpr size_t max_size() const noexcept { return N; }
  constexpr bool empty() const noexcept { return N == 0; }
  constexpr void fill(T const& v) { for (size_t i = 0; i < N; ++i) elems_[i] = v; }
  void swap(array&);
};
template <class T, class... U> array(T, U...) -> array<T, 1 + sizeof...(U)>;
template <class T, size_t N> struct tuple_size<array<T, N>> : integral_constant<size_t, N> {};
template <size_t I, class T, size_t N> struct tuple_element<I, array<T, N>> { using type = T; };
template <size_t I, class T, size_t N> constexpr T& get(array<T, N>& a) noexcept { return a.elems_[I]; }
template <size_t I, class T, size_t N> constexpr T const& get(array<T, N> const& a) noexcept { return a.elems_[I]; }
template <size_t I, class T, size_t N> constexpr T&& get(array<T, N>&& a) noexcept { return std::move(a.elems_[I]); }
template <class T, size_t N> constexpr bool operator==(array<T, N> const& a, array<T, N> const& b) { for (size_t i = 0; i < N; ++i) if (!(a[i] == b[i])) return false; return true; }
template <class T, size_t N> constexpr bool operator!=(array<T, N> const& a, array<T, N> const& b) { return !(a == b); }
template <class T, size_t N> constexpr bool operator<(array<T, N> const& a, array<T, N> const& b) { for (size_t i = 0; i < N; ++i) { if (a[i] < b[i]) return true; if (b[i] < a[i]) return false; } return false; }

// ---- new
enum class align_val_t : size_t {};
struct nothrow_t { explicit nothrow_t() = default; };
extern nothrow_t const nothrow;
template <class T> constexpr T* launder(T* p) noexcept { return __builtin_launder(p); }
}  // namespace std
inline void* operator new(std::size_t, void* p) noexcept { return p; }
inline void* operator new[](std::size_t, void* p) noexcept { return p; }
void* operator new(std::size_t, std::nothrow_t const&) noexcept;
void* operator new[](std::size_t, std::nothrow_t const&) noexcept;
