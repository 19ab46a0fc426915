// Stand-in for the C++ library beyond std_core.h: interfaces only.
#pragma once
#include <std_core.h>

// A body that is never run: templates have one so that local types can be their arguments.
#define STD_BODY { __builtin_trap(); }

namespace std {

// ---- exception, typeinfo, stdexcept
class exception {
 public:
  exception() noexcept;
  exception(exception const&) noexcept;
  exception& operator=(exception const&) noexcept;
  virtual ~exception();
  virtual char const* what() const noexcept;
};
class exception_ptr { void* p_; public: exception_ptr(nullptr_t = nullptr) noexcept; explicit operator bool() const noexcept; };
exception_ptr current_exception() noexcept;
[[noreturn]] void rethrow_exception(exception_ptr);
[[noreturn]] void terminate() noexcept;
int uncaught_exceptions() noexcept;
class bad_alloc : public exception {};
class bad_cast : public exception {};
class bad_typeid : public exception {};
class bad_optional_access : public exception {};
class bad_variant_access : public exception {};
class bad_function_call : public exception {};
class type_info {
 public:
  virtual ~type_info();
  char const* name() const noexcept;
  size_t hash_code() const noexcept;
  bool before(type_info const&) const noexcept;
  bool operator==(type_info const&) const noexcept;
  bool operator!=(type_info const&) const noexcept;
  type_info(type_info const&) = delete;

 protected:
  char const* name_;
};
class type_index { type_info const* t_; public: type_index(type_info const&) noexcept; bool operator==(type_index const&) const noexcept; bool operator<(type_index const&) const noexcept; char const* name() const noexcept; size_t hash_code() const noexcept; };

// ---- iterator
struct input_iterator_tag {};
struct output_iterator_tag {};
struct forward_iterator_tag : input_iterator_tag {};
struct bidirectional_iterator_tag : forward_iterator_tag {};
struct random_access_iterator_tag : bidirectional_iterator_tag {};
template <class I, class = void> struct std_iterator_traits {};
template <class I> struct std_iterator_traits<I, void_t<typename I::iterator_category>> {
  using iterator_category = typename I::iterator_category;
  using value_type = typename I::value_type;
  using difference_type = typename I::difference_type;
  using pointer = typename I::pointer;
  using reference = typename I::reference;
};
template <class I> struct iterator_traits : std_iterator_traits<I> {};
template <class T> struct iterator_traits<T*> {
  using iterator_category = random_access_iterator_tag;
  using value_type = __remove_cv(T);
  using difference_type = ptrdiff_t;
  using pointer = T*;
  using reference = T&;
};
template <class C, class T, class D = ptrdiff_t, class P = T*, class R = T&> struct iterator {
  using iterator_category = C;
  using value_type = T;
  using difference_type = D;
  using pointer = P;
  using reference = R;
};
template <class It> class reverse_iterator {
  It it_;

 public:
  using iterator_type = It;
  using iterator_category = typename iterator_traits<It>::iterator_category;
  using value_type = typename iterator_traits<It>::value_type;
  using difference_type = typename iterator_traits<It>::difference_type;
  using pointer = typename iterator_traits<It>::pointer;
  using reference = typename iterator_traits<It>::reference;
  reverse_iterator() STD_BODY
  explicit reverse_iterator(It) STD_BODY
  It base() const STD_BODY
  reference operator*() const STD_BODY
  pointer operator->() const STD_BODY
  reverse_iterator& operator++() STD_BODY
  reverse_iterator operator++(int) STD_BODY
  reverse_iterator& operator--() STD_BODY
  reverse_iterator operator--(int) STD_BODY
  reverse_iterator operator+(difference_type) const STD_BODY
  reverse_iterator operator-(difference_type) const STD_BODY
  bool operator==(reverse_iterator const&) const STD_BODY
  bool operator!=(reverse_iterator const&) const STD_BODY
};
// Container iterator: a random-access handle to T.
template <class T, class Category = random_access_iterator_tag> class std_iter {
  T* p_;

 public:
  using iterator_category = Category;
  using value_type = __remove_cv(T);
  using difference_type = ptrdiff_t;
  using pointer = T*;
  using reference = T&;
  std_iter() STD_BODY
  template <class U, class = enable_if_t<is_convertible_v<U*, T*>>> std_iter(std_iter<U, Category> const&) STD_BODY
  reference operator*() const STD_BODY
  pointer operator->() const STD_BODY
  reference operator[](difference_type) const STD_BODY
  std_iter& operator++() STD_BODY
  std_iter operator++(int) STD_BODY
  std_iter& operator--() STD_BODY
  std_iter operator--(int) STD_BODY
  std_iter& operator+=(difference_type) STD_BODY
  std_iter& operator-=(difference_type) STD_BODY
  std_iter operator+(difference_type) const STD_BODY
  std_iter operator-(difference_type) const STD_BODY
  template <class U> friend difference_type operator-(std_iter const&, std_iter<U, Category> const&) { return 0; }
  template <class U> bool operator==(std_iter<U, Category> const&) const STD_BODY
  template <class U> bool operator!=(std_iter<U, Category> const&) const STD_BODY
  template <class U> bool operator<(std_iter<U, Category> const&) const STD_BODY
  template <class U> bool operator>(std_iter<U, Category> const&) const STD_BODY
  template <class U> bool operator<=(std_iter<U, Category> const&) const STD_BODY
  template <class U> bool operator>=(std_iter<U, Category> const&) const STD_BODY
};
// Output iterator: accepts anything.
class std_out_iter {
  void* p_;

 public:
  using iterator_category = output_iterator_tag;
  using value_type = void;
  using difference_type = ptrdiff_t;
  using pointer = void;
  using reference = void;
  template <class T> std_out_iter& operator=(T const&) STD_BODY
  std_out_iter& operator*() STD_BODY
  std_out_iter& operator++() STD_BODY
  std_out_iter& operator++(int) STD_BODY
};
template <class C> std_out_iter back_inserter(C&) STD_BODY
template <class C> std_out_iter front_inserter(C&) STD_BODY
template <class C, class I> std_out_iter inserter(C&, I) STD_BODY
template <class I> reverse_iterator<I> make_reverse_iterator(I) STD_BODY
template <class I> typename iterator_traits<I>::difference_type distance(I, I) STD_BODY
template <class I, class D> void advance(I&, D) STD_BODY
template <class I> I next(I, ptrdiff_t = 1) STD_BODY
template <class I> I prev(I, ptrdiff_t = 1) STD_BODY

// ---- memory
template <class T> struct allocator {
  using value_type = T;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  using pointer = T*;
  using const_pointer = T const*;
  using reference = T&;
  using const_reference = T const&;
  template <class U> struct rebind { using other = allocator<U>; };
  allocator() noexcept STD_BODY
  template <class U> allocator(allocator<U> const&) noexcept STD_BODY
  T* allocate(size_t) STD_BODY
  void deallocate(T*, size_t) STD_BODY
  template <class U> bool operator==(allocator<U> const&) const STD_BODY
  template <class U> bool operator!=(allocator<U> const&) const STD_BODY
};
template <class A> struct allocator_traits { using value_type = typename A::value_type; using size_type = size_t; };
template <class T> struct default_delete {
  constexpr default_delete() noexcept = default;
  template <class U> default_delete(default_delete<U> const&) noexcept STD_BODY
  void operator()(T*) const STD_BODY
};
template <class T> struct default_delete<T[]> { void operator()(T*) const; };
template <class T, class D = default_delete<T>, bool = __is_empty(D)> struct std_unique_rep { __remove_extent(T) * p = nullptr; };
template <class T, class D> struct std_unique_rep<T, D, false> { D d; __remove_extent(T) * p = nullptr; };
template <class T, class D = default_delete<T>> class unique_ptr : std_unique_rep<T, D> {
 public:
  using element_type = __remove_extent(T);
  using pointer = element_type*;
  using deleter_type = D;
  unique_ptr() noexcept STD_BODY
  unique_ptr(nullptr_t) noexcept STD_BODY
  explicit unique_ptr(pointer) noexcept STD_BODY
  template <class E> unique_ptr(pointer, E&&) noexcept STD_BODY
  unique_ptr(unique_ptr&&) noexcept STD_BODY
  template <class U, class E> unique_ptr(unique_ptr<U, E>&&) noexcept STD_BODY
  unique_ptr(unique_ptr const&) = delete;
  ~unique_ptr() STD_BODY
  unique_ptr& operator=(unique_ptr&&) noexcept STD_BODY
  template <class U, class E> unique_ptr& operator=(unique_ptr<U, E>&&) noexcept STD_BODY
  unique_ptr& operator=(nullptr_t) noexcept STD_BODY
  element_type& operator*() const STD_BODY
  pointer operator->() const noexcept STD_BODY
  element_type& operator[](size_t) const STD_BODY
  pointer get() const noexcept STD_BODY
  D& get_deleter() noexcept STD_BODY
  explicit operator bool() const noexcept STD_BODY
  pointer release() noexcept STD_BODY
  void reset(pointer = pointer()) noexcept STD_BODY
  void swap(unique_ptr&) noexcept STD_BODY
};
template <class T> class weak_ptr;
template <class T> class shared_ptr {
  __remove_extent(T) * p_;
  void* c_;

 public:
  using element_type = __remove_extent(T);
  constexpr shared_ptr() noexcept : p_(nullptr), c_(nullptr) {}
  constexpr shared_ptr(nullptr_t) noexcept : p_(nullptr), c_(nullptr) {}
  template <class U> explicit shared_ptr(U*) STD_BODY
  template <class U, class D> shared_ptr(U*, D) STD_BODY
  template <class U> shared_ptr(shared_ptr<U> const&, element_type*) noexcept STD_BODY
  shared_ptr(shared_ptr const&) noexcept STD_BODY
  shared_ptr(shared_ptr&&) noexcept STD_BODY
  template <class U, class = enable_if_t<is_convertible_v<U*, T*>>> shared_ptr(shared_ptr<U> const&) noexcept STD_BODY
  template <class U, class = enable_if_t<is_convertible_v<U*, T*>>> shared_ptr(shared_ptr<U>&&) noexcept STD_BODY
  template <class U, class D> shared_ptr(unique_ptr<U, D>&&) STD_BODY
  ~shared_ptr() STD_BODY
  shared_ptr& operator=(shared_ptr const&) noexcept STD_BODY
  shared_ptr& operator=(shared_ptr&&) noexcept STD_BODY
  template <class U> shared_ptr& operator=(shared_ptr<U> const&) noexcept STD_BODY
  template <class U, class D> shared_ptr& operator=(unique_ptr<U, D>&&) STD_BODY
  __add_lvalue_reference(element_type) operator*() const noexcept STD_BODY
  element_type* operator->() const noexcept STD_BODY
  __add_lvalue_reference(element_type) operator[](ptrdiff_t) const STD_BODY
  element_type* get() const noexcept STD_BODY
  long use_count() const noexcept STD_BODY
  explicit operator bool() const noexcept STD_BODY
  void reset() noexcept STD_BODY
  template <class U> void reset(U*) STD_BODY
  template <class U, class D> void reset(U*, D) STD_BODY
  void swap(shared_ptr&) noexcept STD_BODY
};
template <class T> class weak_ptr {
  T* p_;
  void* c_;

 public:
  constexpr weak_ptr() noexcept : p_(nullptr), c_(nullptr) {}
  template <class U> weak_ptr(shared_ptr<U> const&) noexcept STD_BODY
  shared_ptr<T> lock() const noexcept STD_BODY
  bool expired() const noexcept STD_BODY
  void reset() noexcept STD_BODY
};
template <class T> struct enable_shared_from_this { shared_ptr<T> shared_from_this(); shared_ptr<T const> shared_from_this() const; weak_ptr<T> std_self; };
template <class T, class... A> unique_ptr<T> make_unique(A&&...) STD_BODY
template <class T, class... A> shared_ptr<T> make_shared(A&&...) STD_BODY
template <class T, class A, class... B> shared_ptr<T> allocate_shared(A const&, B&&...) STD_BODY
template <class T, class U> shared_ptr<T> static_pointer_cast(shared_ptr<U> const&) noexcept STD_BODY
template <class T, class U> shared_ptr<T> dynamic_pointer_cast(shared_ptr<U> const&) noexcept STD_BODY
template <class T, class U> shared_ptr<T> const_pointer_cast(shared_ptr<U> const&) noexcept STD_BODY
#define STD_PTR_EQ(P, ...)                                                            \
  template <__VA_ARGS__> bool operator==(P const&, nullptr_t) noexcept;               \
  template <__VA_ARGS__> bool operator==(nullptr_t, P const&) noexcept;               \
  template <__VA_ARGS__> bool operator!=(P const&, nullptr_t) noexcept;               \
  template <__VA_ARGS__> bool operator!=(nullptr_t, P const&) noexcept;               \
  template <__VA_ARGS__> bool operator==(P const&, P const&) noexcept;                \
  template <__VA_ARGS__> bool operator!=(P const&, P const&) noexcept;                \
  template <__VA_ARGS__> bool operator<(P const&, P const&) noexcept STD_BODY
STD_PTR_EQ(unique_ptr<T>, class T)
STD_PTR_EQ(shared_ptr<T>, class T)
#undef STD_PTR_EQ
template <class T> struct pointer_traits;
template <class T> struct pointer_traits<T*> { using element_type = T; using pointer = T*; using difference_type = ptrdiff_t; };
void* align(size_t, size_t, void*&, size_t&);
template <class I, class O> O uninitialized_copy(I, I, O) STD_BODY
template <class I, class T> void uninitialized_fill(I, I, T const&) STD_BODY
template <class T> void destroy_at(T*) STD_BODY
template <class I> void destroy(I, I) STD_BODY

// ---- functional
template <class T> class reference_wrapper {
  T* p_;

 public:
  using type = T;
  constexpr reference_wrapper(T& t) noexcept : p_(__builtin_addressof(t)) {}
  constexpr operator T&() const noexcept { return *p_; }
  constexpr T& get() const noexcept { return *p_; }
  template <class... A> constexpr invoke_result_t<T&, A...> operator()(A&&... a) const { return std::invoke(*p_, std::forward<A>(a)...); }
};
template <class T> constexpr reference_wrapper<T> ref(T& t) noexcept { return reference_wrapper<T>(t); }
template <class T> constexpr reference_wrapper<T const> cref(T const& t) noexcept { return reference_wrapper<T const>(t); }
template <class> class function;
template <class R, class... A> class function<R(A...)> {
  void* rep_[4];

 public:
  using result_type = R;
  function() noexcept STD_BODY
  function(nullptr_t) noexcept STD_BODY
  function(function const&) STD_BODY
  function(function&&) noexcept STD_BODY
  template <class F, class = enable_if_t<!is_same_v<std_bare<F>, function> && is_invocable_r_v<R, decay_t<F>&, A...>>> function(F&&) STD_BODY
  ~function() STD_BODY
  function& operator=(function const&) STD_BODY
  function& operator=(function&&) noexcept STD_BODY
  function& operator=(nullptr_t) noexcept STD_BODY
  template <class F, class = enable_if_t<!is_same_v<std_bare<F>, function> && is_invocable_r_v<R, decay_t<F>&, A...>>> function& operator=(F&&) STD_BODY
  explicit operator bool() const noexcept STD_BODY
  R operator()(A...) const STD_BODY
  void swap(function&) noexcept STD_BODY
};
template <class F> bool operator==(function<F> const&, nullptr_t) noexcept STD_BODY
template <class F> bool operator!=(function<F> const&, nullptr_t) noexcept STD_BODY
#define STD_OP_2(name, op)                                                                          \
  template <class T = void> struct name {                                                           \
    constexpr auto operator()(T const& a, T const& b) const -> decltype(a op b) { return a op b; }  \
  };                                                                                                \
  template <> struct name<void> {                                                                   \
    using is_transparent = void;                                                                    \
    template <class T, class U> constexpr auto operator()(T&& a, U&& b) const -> decltype(std::forward<T>(a) op std::forward<U>(b)) { return std::forward<T>(a) op std::forward<U>(b); } \
  };
#define STD_OP_1(name, op)                                                                          \
  template <class T = void> struct name {                                                           \
    constexpr auto operator()(T const& a) const -> decltype(op a) { return op a; }                  \
  };                                                                                                \
  template <> struct name<void> {                                                                   \
    using is_transparent = void;                                                                    \
    template <class T> constexpr auto operator()(T&& a) const -> decltype(op std::forward<T>(a)) { return op std::forward<T>(a); } \
  };
STD_OP_2(plus, +) STD_OP_2(minus, -) STD_OP_2(multiplies, *) STD_OP_2(divides, /) STD_OP_2(modulus, %)
STD_OP_2(equal_to, ==) STD_OP_2(not_equal_to, !=) STD_OP_2(less, <) STD_OP_2(greater, >) STD_OP_2(less_equal, <=) STD_OP_2(greater_equal, >=)
STD_OP_2(logical_and, &&) STD_OP_2(logical_or, ||) STD_OP_2(bit_and, &) STD_OP_2(bit_or, |) STD_OP_2(bit_xor, ^)
STD_OP_1(negate, -) STD_OP_1(logical_not, !) STD_OP_1(bit_not, ~)
#undef STD_OP_1
#undef STD_OP_2
template <class T> struct hash { size_t operator()(T const&) const noexcept; };
struct std_bound { template <class... A> int operator()(A&&...) const; };
template <class F, class... A> std_bound bind(F&&, A&&...) STD_BODY
template <class F> auto mem_fn(F) STD_BODY
namespace placeholders {
struct std_placeholder {};
extern std_placeholder const _1, _2, _3, _4, _5;
}  // namespace placeholders

// ---- string_view, string
template <class C> struct char_traits { using char_type = C; using int_type = int; };
template <class C, class Tr = char_traits<C>> class basic_string_view {
  size_t n_ = 0;
  C const* p_ = nullptr;

 public:
  using value_type = C;
  using traits_type = Tr;
  using size_type = size_t;
  using iterator = C const*;
  using const_iterator = C const*;
  static constexpr size_t npos = size_t(-1);
  constexpr basic_string_view() noexcept = default;
  constexpr basic_string_view(C const* s) : n_(__builtin_strlen(s)), p_(s) {}
  constexpr basic_string_view(C const* s, size_t n) : n_(n), p_(s) {}
  constexpr size_t size() const noexcept { return n_; }
  constexpr size_t length() const noexcept { return n_; }
  constexpr bool empty() const noexcept { return n_ == 0; }
  constexpr C const* data() const noexcept { return p_; }
  constexpr C const& operator[](size_t i) const { return p_[i]; }
  constexpr C const& at(size_t i) const { return p_[i]; }
  constexpr C const& front() const { return p_[0]; }
  constexpr C const& back() const { return p_[n_ - 1]; }
  constexpr iterator begin() const noexcept { return p_; }
  constexpr iterator end() const noexcept { return p_ + n_; }
  constexpr basic_string_view substr(size_t i = 0, size_t n = npos) const { return basic_string_view(p_ + i, n < n_ - i ? n : n_ - i); }
  constexpr void remove_prefix(size_t n) { p_ += n; n_ -= n; }
  constexpr void remove_suffix(size_t n) { n_ -= n; }
  constexpr int compare(basic_string_view o) const noexcept { for (size_t i = 0; i < n_ && i < o.n_; ++i) if (p_[i] != o.p_[i]) return p_[i] < o.p_[i] ? -1 : 1; return n_ == o.n_ ? 0 : n_ < o.n_ ? -1 : 1; }
  size_t find(basic_string_view, size_t = 0) const noexcept;
  size_t find(C, size_t = 0) const noexcept;
  size_t rfind(basic_string_view, size_t = npos) const noexcept;
  size_t rfind(C, size_t = npos) const noexcept;
  size_t find_first_of(basic_string_view, size_t = 0) const noexcept;
  size_t find_last_of(basic_string_view, size_t = npos) const noexcept;
  size_t find_first_not_of(basic_string_view, size_t = 0) const noexcept;
  size_t find_last_not_of(basic_string_view, size_t = npos) const noexcept;
};
template <class C, class Tr = char_traits<C>, class A = allocator<C>> class basic_string {
  C* p_;
  size_t n_;
  C small_[16 / sizeof(C)];

 public:
  using value_type = C;
  using traits_type = Tr;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  using reference = C&;
  using const_reference = C const&;
  using iterator = std_iter<C>;
  using const_iterator = std_iter<C const>;
  using view = basic_string_view<C, Tr>;
  static constexpr size_t npos = size_t(-1);
  basic_string();
  basic_string(C const*);
  basic_string(C const*, size_t);
  basic_string(size_t, C);
  basic_string(basic_string const&);
  basic_string(basic_string&&) noexcept;
  basic_string(basic_string const&, size_t, size_t = npos);
  explicit basic_string(view);
  basic_string(initializer_list<C>);
  template <class I, class = typename iterator_traits<I>::iterator_category> basic_string(I, I);
  ~basic_string();
  basic_string& operator=(basic_string const&);
  basic_string& operator=(basic_string&&) noexcept;
  basic_string& operator=(C const*);
  basic_string& operator=(C);
  basic_string& operator=(view);
  operator view() const noexcept;
  size_t size() const noexcept;
  size_t length() const noexcept;
  size_t capacity() const noexcept;
  bool empty() const noexcept;
  void clear() noexcept;
  void reserve(size_t = 0);
  void resize(size_t);
  void resize(size_t, C);
  C const* c_str() const noexcept;
  C const* data() const noexcept;
  C* data() noexcept;
  C& operator[](size_t);
  C const& operator[](size_t) const;
  C& at(size_t);
  C const& at(size_t) const;
  C& front();
  C const& front() const;
  C& back();
  C const& back() const;
  iterator begin() noexcept;
  iterator end() noexcept;
  const_iterator begin() const noexcept;
  const_iterator end() const noexcept;
  const_iterator cbegin() const noexcept;
  const_iterator cend() const noexcept;
  reverse_iterator<iterator> rbegin() noexcept;
  reverse_iterator<iterator> rend() noexcept;
  void push_back(C);
  void pop_back();
  basic_string& append(basic_string const&);
  basic_string& append(C const*);
  basic_string& append(C const*, size_t);
  basic_string& append(size_t, C);
  basic_string& assign(basic_string const&);
  basic_string& assign(C const*, size_t);
  basic_string& insert(size_t, basic_string const&);
  basic_string& erase(size_t = 0, size_t = npos);
  iterator erase(const_iterator);
  iterator erase(const_iterator, const_iterator);
  basic_string& replace(size_t, size_t, basic_string const&);
  basic_string& operator+=(basic_string const&);
  basic_string& operator+=(C const*);
  basic_string& operator+=(C);
  basic_string& operator+=(view);
  basic_string substr(size_t = 0, size_t = npos) const;
  int compare(basic_string const&) const noexcept;
  int compare(C const*) const;
  int compare(size_t, size_t, basic_string const&) const;
  size_t find(basic_string const&, size_t = 0) const noexcept;
  size_t find(C const*, size_t = 0) const;
  size_t find(C, size_t = 0) const noexcept;
  size_t rfind(basic_string const&, size_t = npos) const noexcept;
  size_t rfind(C const*, size_t = npos) const;
  size_t rfind(C, size_t = npos) const noexcept;
  size_t find_first_of(C const*, size_t = 0) const;
  size_t find_first_of(C, size_t = 0) const noexcept;
  size_t find_last_of(C const*, size_t = npos) const;
  size_t find_last_of(C, size_t = npos) const noexcept;
  size_t find_first_not_of(C const*, size_t = 0) const;
  size_t find_last_not_of(C const*, size_t = npos) const;
  void swap(basic_string&) noexcept;
};
using string = basic_string<char>;
using wstring = basic_string<wchar_t>;
using string_view = basic_string_view<char>;
template <class C, class Tr, class A> basic_string<C, Tr, A> operator+(basic_string<C, Tr, A> const&, basic_string<C, Tr, A> const&);
template <class C, class Tr, class A> basic_string<C, Tr, A> operator+(basic_string<C, Tr, A> const&, C const*);
template <class C, class Tr, class A> basic_string<C, Tr, A> operator+(C const*, basic_string<C, Tr, A> const&);
template <class C, class Tr, class A> basic_string<C, Tr, A> operator+(basic_string<C, Tr, A> const&, C);
template <class C, class Tr, class A> basic_string<C, Tr, A> operator+(C, basic_string<C, Tr, A> const&);
#define STD_STR_CMP(op)                                                                                                     \
  template <class C, class Tr, class A> bool operator op(basic_string<C, Tr, A> const&, basic_string<C, Tr, A> const&) noexcept; \
  template <class C, class Tr, class A> bool operator op(basic_string<C, Tr, A> const&, C const*);                          \
  template <class C, class Tr, class A> bool operator op(C const*, basic_string<C, Tr, A> const&);                          \
  template <class C, class Tr> constexpr bool operator op(basic_string_view<C, Tr> a, basic_string_view<C, Tr> b) noexcept { return a.compare(b) op 0; } \
  template <class C, class Tr> constexpr bool operator op(basic_string_view<C, Tr> a, C const* b) noexcept { return a.compare(b) op 0; } \
  template <class C, class Tr> constexpr bool operator op(C const* a, basic_string_view<C, Tr> b) noexcept { return basic_string_view<C, Tr>(a).compare(b) op 0; }
STD_STR_CMP(==) STD_STR_CMP(!=) STD_STR_CMP(<) STD_STR_CMP(>) STD_STR_CMP(<=) STD_STR_CMP(>=)
#undef STD_STR_CMP
#define STD_TO_STRING(T) string to_string(T);
STD_TO_STRING(int) STD_TO_STRING(unsigned) STD_TO_STRING(long) STD_TO_STRING(unsigned long) STD_TO_STRING(long long)
STD_TO_STRING(unsigned long long) STD_TO_STRING(float) STD_TO_STRING(double) STD_TO_STRING(long double)
#undef STD_TO_STRING
int stoi(string const&, size_t* = nullptr, int = 10);
long stol(string const&, size_t* = nullptr, int = 10);
long long stoll(string const&, size_t* = nullptr, int = 10);
unsigned long stoul(string const&, size_t* = nullptr, int = 10);
unsigned long long stoull(string const&, size_t* = nullptr, int = 10);
float stof(string const&, size_t* = nullptr);
double stod(string const&, size_t* = nullptr);
inline namespace literals { inline namespace string_literals { string operator""s(char const*, size_t); } inline namespace string_view_literals { string_view operator""sv(char const*, size_t) noexcept; } }

#define STD_ERROR(name, base)     \
  class name : public base {      \
   public:                        \
    explicit name(string const&); \
    explicit name(char const*);   \
    char const* what() const noexcept override; \
  };
STD_ERROR(logic_error, exception)
STD_ERROR(runtime_error, exception)
STD_ERROR(invalid_argument, logic_error)
STD_ERROR(domain_error, logic_error)
STD_ERROR(length_error, logic_error)
STD_ERROR(out_of_range, logic_error)
STD_ERROR(range_error, runtime_error)
STD_ERROR(overflow_error, runtime_error)
STD_ERROR(underflow_error, runtime_error)
STD_ERROR(system_error, runtime_error)
#undef STD_ERROR

// ---- optional, variant, any
struct nullopt_t { explicit constexpr nullopt_t(int) {} };
inline constexpr nullopt_t nullopt{0};
template <class T, bool = __is_trivially_destructible(T)> struct std_opt_rep {
  union { char none_; T value_; };
  bool has_ = false;
  constexpr std_opt_rep() noexcept : none_() {}
  template <class... A> constexpr explicit std_opt_rep(in_place_t, A&&... a) : value_(std::forward<A>(a)...), has_(true) {}
};
template <class T> struct std_opt_rep<T, false> {
  union { char none_; T value_; };
  bool has_ = false;
  std_opt_rep() noexcept : none_() {}
  template <class... A> explicit std_opt_rep(in_place_t, A&&... a) : value_(std::forward<A>(a)...), has_(true) {}
  std_opt_rep(std_opt_rep const&) STD_BODY
  std_opt_rep(std_opt_rep&&) STD_BODY
  std_opt_rep& operator=(std_opt_rep const&) STD_BODY
  std_opt_rep& operator=(std_opt_rep&&) STD_BODY
  ~std_opt_rep() STD_BODY
};
template <class T> class optional : std_opt_rep<T> {
  using base = std_opt_rep<T>;

 public:
  using value_type = T;
  constexpr optional() noexcept = default;
  constexpr optional(nullopt_t) noexcept {}
  template <class... A> constexpr explicit optional(in_place_t, A&&... a) : base(in_place, std::forward<A>(a)...) {}
  template <class U = T, class = enable_if_t<is_constructible_v<T, U&&> && !is_same_v<std_bare<U>, optional> && !is_same_v<std_bare<U>, in_place_t>>>
  constexpr optional(U&& u) : base(in_place, std::forward<U>(u)) {}
  template <class U, class = enable_if_t<is_constructible_v<T, U const&> && !is_same_v<T, U>>> optional(optional<U> const&) STD_BODY
  optional& operator=(nullopt_t) noexcept STD_BODY
  template <class U = T, class = enable_if_t<is_constructible_v<T, U&&> && !is_same_v<std_bare<U>, optional>>> optional& operator=(U&&) STD_BODY
  constexpr bool has_value() const noexcept { return this->has_; }
  constexpr explicit operator bool() const noexcept { return this->has_; }
  constexpr T& operator*() & { return this->value_; }
  constexpr T const& operator*() const& { return this->value_; }
  constexpr T&& operator*() && { return std::move(this->value_); }
  constexpr T* operator->() { return __builtin_addressof(this->value_); }
  constexpr T const* operator->() const { return __builtin_addressof(this->value_); }
  constexpr T& value() & { return this->value_; }
  constexpr T const& value() const& { return this->value_; }
  constexpr T&& value() && { return std::move(this->value_); }
  template <class U> constexpr T value_or(U&& u) const { return this->has_ ? this->value_ : static_cast<T>(std::forward<U>(u)); }
  template <class... A> T& emplace(A&&...) STD_BODY
  void reset() noexcept STD_BODY
  void swap(optional&) STD_BODY
};
template <class T> optional(T) -> optional<T>;
template <class T> constexpr optional<decay_t<T>> make_optional(T&& t) { return optional<decay_t<T>>(std::forward<T>(t)); }
template <class T, class U> bool operator==(optional<T> const&, optional<U> const&) STD_BODY
template <class T, class U> bool operator!=(optional<T> const&, optional<U> const&) STD_BODY
template <class T> bool operator==(optional<T> const&, nullopt_t) noexcept STD_BODY
template <class T> bool operator!=(optional<T> const&, nullopt_t) noexcept STD_BODY
template <class T, class U, class = decltype(declval<T const&>() == declval<U const&>())> bool operator==(optional<T> const&, U const&) STD_BODY
template <class T, class U, class = decltype(declval<T const&>() != declval<U const&>())> bool operator!=(optional<T> const&, U const&) STD_BODY

constexpr size_t std_max_of(initializer_list<size_t> l) { size_t m = 1; for (size_t x : l) m = x > m ? x : m; return m; }
struct monostate {};
template <bool Trivial> struct std_variant_special {};
template <> struct std_variant_special<false> {
  constexpr std_variant_special() = default;
  std_variant_special(std_variant_special const&) STD_BODY
  ~std_variant_special() STD_BODY
  std_variant_special& operator=(std_variant_special const&) STD_BODY
};
// Of literal type where the alternatives are, but no constant: what it holds is not kept.
template <class... T> class variant : std_variant_special<(is_trivially_copyable_v<T> && ...)> {
  alignas(T...) unsigned char data_[std_max_of({sizeof(T)...})] = {};
  unsigned char index_ = 0;

 public:
  constexpr variant() = default;
  template <class U, class = enable_if_t<!is_same_v<std_bare<U>, variant>>> constexpr variant(U&&) {}
  template <class U, class = enable_if_t<!is_same_v<std_bare<U>, variant>>> variant& operator=(U&&) STD_BODY
  size_t index() const noexcept STD_BODY
  bool valueless_by_exception() const noexcept STD_BODY
  template <class U, class... A> U& emplace(A&&...) STD_BODY
};
template <class> struct variant_size;
template <class... T> struct variant_size<variant<T...>> : integral_constant<size_t, sizeof...(T)> {};
template <class T> inline constexpr size_t variant_size_v = variant_size<T>::value;
template <size_t, class> struct variant_alternative;
template <size_t I, class... T> struct variant_alternative<I, variant<T...>> { using type = __type_pack_element<I, T...>; };
template <size_t I, class T> using variant_alternative_t = typename variant_alternative<I, T>::type;
template <class U, class... T> bool holds_alternative(variant<T...> const&) noexcept STD_BODY
template <class U, class... T> U& get(variant<T...>&) STD_BODY
template <class U, class... T> U const& get(variant<T...> const&) STD_BODY
template <size_t I, class... T> __type_pack_element<I, T...>& get(variant<T...>&) STD_BODY
template <size_t I, class... T> __type_pack_element<I, T...> const& get(variant<T...> const&) STD_BODY
template <class U, class... T> U* get_if(variant<T...>*) noexcept STD_BODY
template <class U, class... T> U const* get_if(variant<T...> const*) noexcept STD_BODY
template <class V> struct std_first_alt;
template <class T, class... U> struct std_first_alt<variant<T, U...>> { using type = T; };
template <class F, class V, class... W>
invoke_result_t<F, typename std_first_alt<std_bare<V>>::type&, typename std_first_alt<std_bare<W>>::type&...> visit(F&&, V&&, W&&...) STD_BODY
class any {
  void* rep_[2];

 public:
  any() noexcept STD_BODY
  any(any const&) STD_BODY
  template <class T, class = enable_if_t<!is_same_v<std_bare<T>, any>>> any(T&&) STD_BODY
  ~any() STD_BODY
  any& operator=(any const&) STD_BODY
  bool has_value() const noexcept STD_BODY
  type_info const& type() const noexcept STD_BODY
  void reset() noexcept STD_BODY
};
template <class T> T any_cast(any const&) STD_BODY
template <class T> T* any_cast(any*) noexcept STD_BODY

// ---- containers: shared interfaces; Words is the size of the object in pointers
template <class T, size_t Words, class Category> class std_sequence {
  void* rep_[Words];

 public:
  using value_type = T;
  using allocator_type = allocator<T>;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  using reference = T&;
  using const_reference = T const&;
  using pointer = T*;
  using const_pointer = T const*;
  using iterator = std_iter<T, Category>;
  using const_iterator = std_iter<T const, Category>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  std_sequence() noexcept STD_BODY
  explicit std_sequence(size_t) STD_BODY
  std_sequence(size_t, T const&) STD_BODY
  std_sequence(initializer_list<T>) STD_BODY
  template <class I, class = typename iterator_traits<I>::iterator_category> std_sequence(I, I) STD_BODY
  std_sequence(std_sequence const&) STD_BODY
  std_sequence(std_sequence&&) noexcept STD_BODY
  ~std_sequence() STD_BODY
  std_sequence& operator=(std_sequence const&) STD_BODY
  std_sequence& operator=(std_sequence&&) noexcept STD_BODY
  std_sequence& operator=(initializer_list<T>) STD_BODY
  iterator begin() noexcept STD_BODY
  iterator end() noexcept STD_BODY
  const_iterator begin() const noexcept STD_BODY
  const_iterator end() const noexcept STD_BODY
  const_iterator cbegin() const noexcept STD_BODY
  const_iterator cend() const noexcept STD_BODY
  reverse_iterator rbegin() noexcept STD_BODY
  reverse_iterator rend() noexcept STD_BODY
  const_reverse_iterator rbegin() const noexcept STD_BODY
  const_reverse_iterator rend() const noexcept STD_BODY
  size_t size() const noexcept STD_BODY
  size_t max_size() const noexcept STD_BODY
  size_t capacity() const noexcept STD_BODY
  bool empty() const noexcept STD_BODY
  T& operator[](size_t) STD_BODY
  T const& operator[](size_t) const STD_BODY
  T& at(size_t) STD_BODY
  T const& at(size_t) const STD_BODY
  T& front() STD_BODY
  T const& front() const STD_BODY
  T& back() STD_BODY
  T const& back() const STD_BODY
  T* data() noexcept STD_BODY
  T const* data() const noexcept STD_BODY
  void clear() noexcept STD_BODY
  void reserve(size_t) STD_BODY
  void resize(size_t) STD_BODY
  void resize(size_t, T const&) STD_BODY
  void shrink_to_fit() STD_BODY
  void push_back(T const&) STD_BODY
  void push_back(T&&) STD_BODY
  void push_front(T const&) STD_BODY
  void pop_back() STD_BODY
  void pop_front() STD_BODY
  template <class... U> T& emplace_back(U&&...) STD_BODY
  template <class... U> T& emplace_front(U&&...) STD_BODY
  template <class... U> iterator emplace(const_iterator, U&&...) STD_BODY
  iterator insert(const_iterator, T const&) STD_BODY
  iterator insert(const_iterator, T&&) STD_BODY
  iterator insert(const_iterator, size_t, T const&) STD_BODY
  iterator insert(const_iterator, initializer_list<T>) STD_BODY
  template <class I, class = typename iterator_traits<I>::iterator_category> iterator insert(const_iterator, I, I) STD_BODY
  iterator erase(const_iterator) STD_BODY
  iterator erase(const_iterator, const_iterator) STD_BODY
  void assign(size_t, T const&) STD_BODY
  void assign(initializer_list<T>) STD_BODY
  template <class I, class = typename iterator_traits<I>::iterator_category> void assign(I, I) STD_BODY
  void swap(std_sequence&) noexcept STD_BODY
  friend bool operator==(std_sequence const&, std_sequence const&);
  friend bool operator!=(std_sequence const&, std_sequence const&);
  friend bool operator<(std_sequence const&, std_sequence const&);
};
#define STD_SEQUENCE(name, words, category)                                                     \
  template <class T, class A = allocator<T>> class name : public std_sequence<T, words, category> { \
    using base = std_sequence<T, words, category>;                                              \
                                                                                                \
   public:                                                                                      \
    using base::base;                                                                           \
    using base::operator=;                                                                      \
    name() = default;                                                                           \
  };                                                                                            \
  template <class I> name(I, I) -> name<typename iterator_traits<I>::value_type>;               \
  template <class T> name(initializer_list<T>) -> name<T>;                                      \
  template <class T> name(size_t, T) -> name<T>;
STD_SEQUENCE(vector, 3, random_access_iterator_tag)
STD_SEQUENCE(deque, 10, random_access_iterator_tag)
STD_SEQUENCE(list, 3, bidirectional_iterator_tag)
#undef STD_SEQUENCE

template <class K, class V, size_t Words> class std_associative {
  void* rep_[Words];

 public:
  using key_type = K;
  using value_type = V;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  using reference = V&;
  using const_reference = V const&;
  using iterator = std_iter<V, bidirectional_iterator_tag>;
  using const_iterator = std_iter<V const, bidirectional_iterator_tag>;
  std_associative() STD_BODY
  std_associative(initializer_list<V>) STD_BODY
  template <class I, class = typename iterator_traits<I>::iterator_category> std_associative(I, I) STD_BODY
  std_associative(std_associative const&) STD_BODY
  std_associative(std_associative&&) noexcept STD_BODY
  ~std_associative() STD_BODY
  std_associative& operator=(std_associative const&) STD_BODY
  std_associative& operator=(std_associative&&) noexcept STD_BODY
  std_associative& operator=(initializer_list<V>) STD_BODY
  iterator begin() noexcept STD_BODY
  iterator end() noexcept STD_BODY
  const_iterator begin() const noexcept STD_BODY
  const_iterator end() const noexcept STD_BODY
  const_iterator cbegin() const noexcept STD_BODY
  const_iterator cend() const noexcept STD_BODY
  size_t size() const noexcept STD_BODY
  bool empty() const noexcept STD_BODY
  void clear() noexcept STD_BODY
  void reserve(size_t) STD_BODY
  iterator find(K const&) STD_BODY
  const_iterator find(K const&) const STD_BODY
  size_t count(K const&) const STD_BODY
  iterator lower_bound(K const&) STD_BODY
  const_iterator lower_bound(K const&) const STD_BODY
  iterator upper_bound(K const&) STD_BODY
  const_iterator upper_bound(K const&) const STD_BODY
  pair<iterator, iterator> equal_range(K const&) STD_BODY
  pair<iterator, bool> insert(V const&) STD_BODY
  pair<iterator, bool> insert(V&&) STD_BODY
  iterator insert(const_iterator, V const&) STD_BODY
  void insert(initializer_list<V>) STD_BODY
  template <class I, class = typename iterator_traits<I>::iterator_category> void insert(I, I) STD_BODY
  template <class... U> pair<iterator, bool> emplace(U&&...) STD_BODY
  iterator erase(const_iterator) STD_BODY
  iterator erase(const_iterator, const_iterator) STD_BODY
  size_t erase(K const&) STD_BODY
  void swap(std_associative&) noexcept STD_BODY
  friend bool operator==(std_associative const&, std_associative const&);
  friend bool operator!=(std_associative const&, std_associative const&);
};
template <class K, class T, size_t Words> class std_mapping : public std_associative<K, pair<K const, T>, Words> {
  using base = std_associative<K, pair<K const, T>, Words>;

 public:
  using base::base;
  using base::operator=;
  std_mapping() = default;
  using mapped_type = T;
  T& operator[](K const&) STD_BODY
  T& operator[](K&&) STD_BODY
  T& at(K const&) STD_BODY
  T const& at(K const&) const STD_BODY
  template <class... U> pair<typename base::iterator, bool> try_emplace(K const&, U&&...) STD_BODY
  template <class U> pair<typename base::iterator, bool> insert_or_assign(K const&, U&&) STD_BODY
};
#define STD_DERIVE(name)   \
 public:                   \
  using base::base;        \
  using base::operator=;   \
  name() = default;
template <class K, class T, class C = less<K>, class A = allocator<pair<K const, T>>> class map : public std_mapping<K, T, 6> { using base = std_mapping<K, T, 6>; STD_DERIVE(map) };
template <class K, class T, class C = less<K>, class A = allocator<pair<K const, T>>> class multimap : public std_associative<K, pair<K const, T>, 6> { using base = std_associative<K, pair<K const, T>, 6>; STD_DERIVE(multimap) };
template <class K, class C = less<K>, class A = allocator<K>> class set : public std_associative<K, K const, 6> { using base = std_associative<K, K const, 6>; STD_DERIVE(set) };
template <class K, class C = less<K>, class A = allocator<K>> class multiset : public std_associative<K, K const, 6> { using base = std_associative<K, K const, 6>; STD_DERIVE(multiset) };
template <class K, class T, class H = hash<K>, class E = equal_to<K>, class A = allocator<pair<K const, T>>> class unordered_map : public std_mapping<K, T, 7> { using base = std_mapping<K, T, 7>; STD_DERIVE(unordered_map) };
template <class K, class H = hash<K>, class E = equal_to<K>, class A = allocator<K>> class unordered_set : public std_associative<K, K const, 7> { using base = std_associative<K, K const, 7>; STD_DERIVE(unordered_set) };
#undef STD_DERIVE
template <class T, class C = deque<T>> class queue {
  C c_;

 public:
  queue() STD_BODY
  bool empty() const STD_BODY
  size_t size() const STD_BODY
  T& front() STD_BODY
  T& back() STD_BODY
  T& top() STD_BODY
  void push(T const&) STD_BODY
  void push(T&&) STD_BODY
  template <class... U> T& emplace(U&&...) STD_BODY
  void pop() STD_BODY
};
template <class T, class C = vector<T>, class L = less<T>> class priority_queue : public queue<T, C> {};
template <class T, class C = deque<T>> class stack : public queue<T, C> {};
template <size_t N> class bitset {
  unsigned long words_[N ? (N + 63) / 64 : 1];

 public:
  constexpr bitset() noexcept : words_{} {}
  constexpr bitset(unsigned long long v) noexcept : words_{v} {}
  bool operator[](size_t) const STD_BODY
  bool test(size_t) const STD_BODY
  bool any() const noexcept STD_BODY
  bool none() const noexcept STD_BODY
  bool all() const noexcept STD_BODY
  size_t count() const noexcept STD_BODY
  size_t size() const noexcept STD_BODY
  bitset& set() STD_BODY
  bitset& set(size_t, bool = true) STD_BODY
  bitset& reset() STD_BODY
  bitset& reset(size_t) STD_BODY
  unsigned long to_ulong() const STD_BODY
  string to_string() const STD_BODY
};

// ---- algorithm, numeric
template <class T> constexpr T const& min(T const& a, T const& b) { return b < a ? b : a; }
template <class T> constexpr T const& max(T const& a, T const& b) { return a < b ? b : a; }
template <class T, class C> constexpr T const& min(T const& a, T const& b, C c) { return c(b, a) ? b : a; }
template <class T, class C> constexpr T const& max(T const& a, T const& b, C c) { return c(a, b) ? b : a; }
template <class T> constexpr T min(initializer_list<T> l) { T m = *l.begin(); for (T const& x : l) if (x < m) m = x; return m; }
template <class T> constexpr T max(initializer_list<T> l) { T m = *l.begin(); for (T const& x : l) if (m < x) m = x; return m; }
template <class T> constexpr pair<T const&, T const&> minmax(T const& a, T const& b) { return b < a ? pair<T const&, T const&>(b, a) : pair<T const&, T const&>(a, b); }
template <class T> constexpr T const& clamp(T const& v, T const& lo, T const& hi) { return v < lo ? lo : hi < v ? hi : v; }
template <class I> I min_element(I, I) STD_BODY
template <class I, class C> I min_element(I, I, C) STD_BODY
template <class I> I max_element(I, I) STD_BODY
template <class I, class C> I max_element(I, I, C) STD_BODY
template <class I> pair<I, I> minmax_element(I, I) STD_BODY
template <class I> void sort(I, I) STD_BODY
template <class I, class C> void sort(I, I, C) STD_BODY
template <class I> void stable_sort(I, I) STD_BODY
template <class I, class C> void stable_sort(I, I, C) STD_BODY
template <class I> void partial_sort(I, I, I) STD_BODY
template <class I, class C> void partial_sort(I, I, I, C) STD_BODY
template <class I> void nth_element(I, I, I) STD_BODY
template <class I> bool is_sorted(I, I) STD_BODY
template <class I> void make_heap(I, I) STD_BODY
template <class I, class C> void make_heap(I, I, C) STD_BODY
template <class I> void push_heap(I, I) STD_BODY
template <class I, class C> void push_heap(I, I, C) STD_BODY
template <class I> void pop_heap(I, I) STD_BODY
template <class I, class C> void pop_heap(I, I, C) STD_BODY
template <class I, class G> void shuffle(I, I, G&&) STD_BODY
template <class I> void reverse(I, I) STD_BODY
template <class I> I rotate(I, I, I) STD_BODY
template <class I> I unique(I, I) STD_BODY
template <class I, class T> I find(I, I, T const&) STD_BODY
template <class I, class P> I find_if(I, I, P) STD_BODY
template <class I, class P> I find_if_not(I, I, P) STD_BODY
template <class I, class J> I find_first_of(I, I, J, J) STD_BODY
template <class I, class J> I search(I, I, J, J) STD_BODY
template <class I, class P> bool all_of(I, I, P) STD_BODY
template <class I, class P> bool any_of(I, I, P) STD_BODY
template <class I, class P> bool none_of(I, I, P) STD_BODY
template <class I, class T> ptrdiff_t count(I, I, T const&) STD_BODY
template <class I, class P> ptrdiff_t count_if(I, I, P) STD_BODY
template <class I, class F> F for_each(I, I, F) STD_BODY
template <class I, class J> bool equal(I, I, J) STD_BODY
template <class I, class J> bool equal(I, I, J, J) STD_BODY
template <class I, class J, class P> bool equal(I, I, J, P) STD_BODY
template <class I, class J> bool is_permutation(I, I, J) STD_BODY
template <class I, class J> bool lexicographical_compare(I, I, J, J) STD_BODY
template <class I, class J> pair<I, J> mismatch(I, I, J) STD_BODY
template <class I, class O> O copy(I, I, O) STD_BODY
template <class I, class D, class O> O copy_n(I, D, O) STD_BODY
template <class I, class O, class P> O copy_if(I, I, O, P) STD_BODY
template <class I, class O> O copy_backward(I, I, O) STD_BODY
template <class I, class O> O move(I, I, O) STD_BODY
template <class I, class O, class F> O transform(I, I, O, F) STD_BODY
template <class I, class J, class O, class F> O transform(I, I, J, O, F) STD_BODY
template <class I, class T> void fill(I, I, T const&) STD_BODY
template <class I, class D, class T> I fill_n(I, D, T const&) STD_BODY
template <class I, class G> void generate(I, I, G) STD_BODY
template <class I, class D, class G> I generate_n(I, D, G) STD_BODY
template <class I, class T> I remove(I, I, T const&) STD_BODY
template <class I, class P> I remove_if(I, I, P) STD_BODY
template <class I, class T> void replace(I, I, T const&, T const&) STD_BODY
template <class I, class P> I partition(I, I, P) STD_BODY
template <class I, class T> I lower_bound(I, I, T const&) STD_BODY
template <class I, class T, class C> I lower_bound(I, I, T const&, C) STD_BODY
template <class I, class T> I upper_bound(I, I, T const&) STD_BODY
template <class I, class T, class C> I upper_bound(I, I, T const&, C) STD_BODY
template <class I, class T> bool binary_search(I, I, T const&) STD_BODY
template <class I, class J, class O> O set_intersection(I, I, J, J, O) STD_BODY
template <class I, class J, class O> O set_difference(I, I, J, J, O) STD_BODY
template <class I, class J, class O> O set_union(I, I, J, J, O) STD_BODY
template <class I, class J> bool includes(I, I, J, J) STD_BODY
template <class I, class J> void iter_swap(I, J) STD_BODY
template <class I, class T> T accumulate(I, I, T) STD_BODY
template <class I, class T, class F> T accumulate(I, I, T, F) STD_BODY
template <class I, class T> T reduce(I, I, T) STD_BODY
template <class I, class J, class T> T inner_product(I, I, J, T) STD_BODY
template <class I, class O> O partial_sum(I, I, O) STD_BODY
template <class I, class O> O adjacent_difference(I, I, O) STD_BODY
template <class I, class O, class T> O exclusive_scan(I, I, O, T) STD_BODY
template <class I, class O> O inclusive_scan(I, I, O) STD_BODY
template <class I, class T> void iota(I, I, T) STD_BODY
template <class T, class U> constexpr common_type_t<T, U> gcd(T a, U b) { common_type_t<T, U> x = a < 0 ? -a : a, y = b < 0 ? -b : b; while (y != 0) { auto t = x % y; x = y; y = t; } return x; }
template <class T, class U> constexpr common_type_t<T, U> lcm(T a, U b) { return a == 0 || b == 0 ? 0 : common_type_t<T, U>(a) / std::gcd(a, b) * b; }

// ---- streams
using streamsize = ptrdiff_t;
using streamoff = long;
class streampos { streamoff o_; public: streampos(streamoff = 0); operator streamoff() const; };
class locale { void* p_; public: locale(); };
class ios_base {
 public:
  using fmtflags = unsigned;
  using openmode = unsigned;
  using iostate = unsigned;
  using seekdir = int;
  static constexpr fmtflags dec = 2, hex = 8, oct = 64, left = 32, right = 128, internal = 16, fixed = 4, scientific = 256, boolalpha = 1, showbase = 512, showpoint = 1024, basefield = 74, adjustfield = 176, floatfield = 260;
  static constexpr openmode app = 1, ate = 2, binary = 4, in = 8, out = 16, trunc = 32;
  static constexpr iostate goodbit = 0, badbit = 1, eofbit = 2, failbit = 4;
  static constexpr seekdir beg = 0, cur = 1, end = 2;
  using failure = runtime_error;
  virtual ~ios_base();
  fmtflags flags() const;
  fmtflags flags(fmtflags);
  fmtflags setf(fmtflags);
  fmtflags setf(fmtflags, fmtflags);
  void unsetf(fmtflags);
  streamsize precision() const;
  streamsize precision(streamsize);
  streamsize width() const;
  streamsize width(streamsize);
  static bool sync_with_stdio(bool = true);

 protected:
  ios_base();
};
template <class C, class Tr = char_traits<C>> class basic_streambuf { public: virtual ~basic_streambuf(); };
template <class C, class Tr = char_traits<C>> class basic_ios : public ios_base {
 public:
  explicit basic_ios(basic_streambuf<C, Tr>*);
  explicit operator bool() const;
  bool operator!() const;
  bool good() const;
  bool eof() const;
  bool fail() const;
  bool bad() const;
  iostate rdstate() const;
  void clear(iostate = goodbit);
  void setstate(iostate);
  void exceptions(iostate);
  C fill() const;
  C fill(C);
  basic_streambuf<C, Tr>* rdbuf() const;
  basic_streambuf<C, Tr>* rdbuf(basic_streambuf<C, Tr>*);
  basic_ios& copyfmt(basic_ios const&);
  locale imbue(locale const&);

 protected:
  basic_ios();
};
template <class C, class Tr = char_traits<C>> class basic_ostream : virtual public basic_ios<C, Tr> {
 public:
  explicit basic_ostream(basic_streambuf<C, Tr>*);
  basic_ostream& operator<<(bool);
  basic_ostream& operator<<(short);
  basic_ostream& operator<<(unsigned short);
  basic_ostream& operator<<(int);
  basic_ostream& operator<<(unsigned);
  basic_ostream& operator<<(long);
  basic_ostream& operator<<(unsigned long);
  basic_ostream& operator<<(long long);
  basic_ostream& operator<<(unsigned long long);
  basic_ostream& operator<<(float);
  basic_ostream& operator<<(double);
  basic_ostream& operator<<(long double);
  basic_ostream& operator<<(void const*);
  basic_ostream& operator<<(nullptr_t);
  basic_ostream& operator<<(basic_streambuf<C, Tr>*);
  basic_ostream& operator<<(basic_ostream& (*)(basic_ostream&));
  basic_ostream& operator<<(basic_ios<C, Tr>& (*)(basic_ios<C, Tr>&));
  basic_ostream& operator<<(ios_base& (*)(ios_base&));
  basic_ostream& put(C);
  basic_ostream& write(C const*, streamsize);
  basic_ostream& flush();
  streampos tellp();
  basic_ostream& seekp(streampos);
  basic_ostream& seekp(streamoff, ios_base::seekdir);

 protected:
  basic_ostream();
};
template <class C, class Tr = char_traits<C>> class basic_istream : virtual public basic_ios<C, Tr> {
 public:
  explicit basic_istream(basic_streambuf<C, Tr>*);
  basic_istream& operator>>(bool&);
  basic_istream& operator>>(short&);
  basic_istream& operator>>(unsigned short&);
  basic_istream& operator>>(int&);
  basic_istream& operator>>(unsigned&);
  basic_istream& operator>>(long&);
  basic_istream& operator>>(unsigned long&);
  basic_istream& operator>>(long long&);
  basic_istream& operator>>(unsigned long long&);
  basic_istream& operator>>(float&);
  basic_istream& operator>>(double&);
  basic_istream& operator>>(long double&);
  basic_istream& operator>>(void*&);
  basic_istream& operator>>(basic_istream& (*)(basic_istream&));
  basic_istream& operator>>(ios_base& (*)(ios_base&));
  int get();
  basic_istream& get(C&);
  basic_istream& getline(C*, streamsize);
  basic_istream& ignore(streamsize = 1, int = -1);
  int peek();
  basic_istream& read(C*, streamsize);
  streamsize gcount() const;
  basic_istream& putback(C);
  streampos tellg();
  basic_istream& seekg(streampos);
  basic_istream& seekg(streamoff, ios_base::seekdir);

 protected:
  basic_istream();
};
template <class C, class Tr = char_traits<C>> class basic_iostream : public basic_istream<C, Tr>, public basic_ostream<C, Tr> { protected: basic_iostream(); };
template <class Tr> basic_ostream<char, Tr>& operator<<(basic_ostream<char, Tr>&, char);
template <class Tr> basic_ostream<char, Tr>& operator<<(basic_ostream<char, Tr>&, signed char);
template <class Tr> basic_ostream<char, Tr>& operator<<(basic_ostream<char, Tr>&, unsigned char);
template <class Tr> basic_ostream<char, Tr>& operator<<(basic_ostream<char, Tr>&, char const*);
template <class C, class Tr, class A> basic_ostream<C, Tr>& operator<<(basic_ostream<C, Tr>&, basic_string<C, Tr, A> const&);
template <class C, class Tr> basic_ostream<C, Tr>& operator<<(basic_ostream<C, Tr>&, basic_string_view<C, Tr>);
template <class C, class Tr, class T> basic_ostream<C, Tr>& operator<<(basic_ostream<C, Tr>&, shared_ptr<T> const&);
template <class Os, class T> enable_if_t<is_base_of_v<ios_base, Os> && !is_lvalue_reference_v<Os>, Os&&> operator<<(Os&&, T const&);
template <class C, class Tr> basic_istream<C, Tr>& operator>>(basic_istream<C, Tr>&, C&);
template <class C, class Tr, class A> basic_istream<C, Tr>& operator>>(basic_istream<C, Tr>&, basic_string<C, Tr, A>&);
template <class C, class Tr, class A> basic_istream<C, Tr>& getline(basic_istream<C, Tr>&, basic_string<C, Tr, A>&);
template <class C, class Tr, class A> basic_istream<C, Tr>& getline(basic_istream<C, Tr>&, basic_string<C, Tr, A>&, C);
template <class C, class Tr> basic_ostream<C, Tr>& endl(basic_ostream<C, Tr>&);
template <class C, class Tr> basic_ostream<C, Tr>& ends(basic_ostream<C, Tr>&);
template <class C, class Tr> basic_ostream<C, Tr>& flush(basic_ostream<C, Tr>&);
template <class C, class Tr> basic_istream<C, Tr>& ws(basic_istream<C, Tr>&);
ios_base& dec(ios_base&);
ios_base& hex(ios_base&);
ios_base& oct(ios_base&);
ios_base& fixed(ios_base&);
ios_base& scientific(ios_base&);
ios_base& defaultfloat(ios_base&);
ios_base& boolalpha(ios_base&);
ios_base& noboolalpha(ios_base&);
ios_base& showbase(ios_base&);
ios_base& noshowbase(ios_base&);
ios_base& left(ios_base&);
ios_base& right(ios_base&);
ios_base& uppercase(ios_base&);
ios_base& skipws(ios_base&);
ios_base& noskipws(ios_base&);
struct std_manip {};
template <class C, class Tr> basic_ostream<C, Tr>& operator<<(basic_ostream<C, Tr>&, std_manip);
template <class C, class Tr> basic_istream<C, Tr>& operator>>(basic_istream<C, Tr>&, std_manip);
std_manip setw(int);
std_manip setprecision(int);
std_manip setbase(int);
template <class C> std_manip setfill(C);
template <class T> std_manip put_time(tm const*, T const*);
template <class T> std_manip quoted(T const&);
template <class C, class Tr = char_traits<C>> class basic_stringbuf : public basic_streambuf<C, Tr> { public: basic_stringbuf(); basic_string<C, Tr> str() const; };
template <class C, class Tr = char_traits<C>> class basic_filebuf : public basic_streambuf<C, Tr> { public: basic_filebuf(); };
#define STD_STRING_STREAM(name, base)                                       \
  template <class C, class Tr = char_traits<C>> class name : public base<C, Tr> { \
   public:                                                                  \
    name();                                                                 \
    explicit name(ios_base::openmode);                                      \
    explicit name(basic_string<C, Tr> const&, ios_base::openmode = 0);      \
    basic_string<C, Tr> str() const;                                        \
    void str(basic_string<C, Tr> const&);                                   \
  };
STD_STRING_STREAM(basic_ostringstream, basic_ostream)
STD_STRING_STREAM(basic_istringstream, basic_istream)
STD_STRING_STREAM(basic_stringstream, basic_iostream)
#undef STD_STRING_STREAM
#define STD_FILE_STREAM(name, base)                                         \
  template <class C, class Tr = char_traits<C>> class name : public base<C, Tr> { \
   public:                                                                  \
    name();                                                                 \
    explicit name(char const*, ios_base::openmode = 0);                     \
    explicit name(string const&, ios_base::openmode = 0);                   \
    void open(char const*, ios_base::openmode = 0);                         \
    void open(string const&, ios_base::openmode = 0);                       \
    bool is_open() const;                                                   \
    void close();                                                           \
  };
STD_FILE_STREAM(basic_ofstream, basic_ostream)
STD_FILE_STREAM(basic_ifstream, basic_istream)
STD_FILE_STREAM(basic_fstream, basic_iostream)
#undef STD_FILE_STREAM
using ios = basic_ios<char>;
using streambuf = basic_streambuf<char>;
using ostream = basic_ostream<char>;
using istream = basic_istream<char>;
using iostream = basic_iostream<char>;
using stringbuf = basic_stringbuf<char>;
using filebuf = basic_filebuf<char>;
using ostringstream = basic_ostringstream<char>;
using istringstream = basic_istringstream<char>;
using stringstream = basic_stringstream<char>;
using ofstream = basic_ofstream<char>;
using ifstream = basic_ifstream<char>;
using fstream = basic_fstream<char>;
extern ostream cout, cerr, clog;
extern istream cin;
template <class C, class Tr = char_traits<C>> class istreambuf_iterator {
 public:
  using iterator_category = input_iterator_tag;
  using value_type = C;
  using difference_type = ptrdiff_t;
  using pointer = C*;
  using reference = C;
  istreambuf_iterator() noexcept;
  istreambuf_iterator(basic_istream<C, Tr>&);
  C operator*() const;
  istreambuf_iterator& operator++();
  bool operator==(istreambuf_iterator const&) const;
  bool operator!=(istreambuf_iterator const&) const;
};
template <class T, class C = char, class Tr = char_traits<C>> struct ostream_iterator : std_out_iter { ostream_iterator(basic_ostream<C, Tr>&, C const* = nullptr); };

// ---- complex
template <class T> class complex {
  T re_, im_;

 public:
  using value_type = T;
  constexpr complex(T re = T(), T im = T()) : re_(re), im_(im) {}
  template <class U> constexpr complex(complex<U> const& o) : re_(T(o.real())), im_(T(o.imag())) {}
  constexpr T real() const { return re_; }
  constexpr T imag() const { return im_; }
  constexpr void real(T v) { re_ = v; }
  constexpr void imag(T v) { im_ = v; }
  complex& operator=(T);
  complex& operator+=(complex const&);
  complex& operator-=(complex const&);
  complex& operator*=(complex const&);
  complex& operator/=(complex const&);
};
template <class T> complex<T> operator+(complex<T> const&, complex<T> const&);
template <class T> complex<T> operator-(complex<T> const&, complex<T> const&);
template <class T> complex<T> operator*(complex<T> const&, complex<T> const&);
template <class T> complex<T> operator/(complex<T> const&, complex<T> const&);
template <class T> complex<T> operator-(complex<T> const&);
template <class T> constexpr bool operator==(complex<T> const& a, complex<T> const& b) { return a.real() == b.real() && a.imag() == b.imag(); }
template <class T> constexpr bool operator!=(complex<T> const& a, complex<T> const& b) { return !(a == b); }
template <class T> constexpr T real(complex<T> const& z) { return z.real(); }
template <class T> constexpr T imag(complex<T> const& z) { return z.imag(); }
template <class T> T abs(complex<T> const&);
template <class T> T arg(complex<T> const&);
template <class T> T norm(complex<T> const&);
template <class T> complex<T> conj(complex<T> const&);
template <class T> complex<T> exp(complex<T> const&);
template <class T> complex<T> log(complex<T> const&);
template <class T> complex<T> sqrt(complex<T> const&);
template <class T> complex<T> polar(T const&, T const& = T());

// ---- random
template <class T> class std_engine {
  T s_[312];

 public:
  using result_type = T;
  explicit std_engine(T = 0) STD_BODY
  template <class S, class = enable_if_t<is_class_v<S>>> explicit std_engine(S&) STD_BODY
  void seed(T = 0) STD_BODY
  T operator()() STD_BODY
  void discard(unsigned long long) STD_BODY
  static constexpr T min() { return 0; }
  static constexpr T max() { return T(-1); }
};
using mt19937 = std_engine<uint32_t>;
using mt19937_64 = std_engine<uint64_t>;
using minstd_rand = std_engine<uint32_t>;
using default_random_engine = std_engine<uint64_t>;
class random_device { public: using result_type = unsigned; random_device(); unsigned operator()(); };
class seed_seq { public: seed_seq(); seed_seq(initializer_list<unsigned>); };
#define STD_DISTRIBUTION(name, T0, R)                          \
  template <class T = T0> class name {                         \
    double a_, b_;                                             \
                                                               \
   public:                                                     \
    using result_type = R;                                     \
    struct param_type { param_type(T = T(), T = T()); };       \
    name();                                                    \
    explicit name(T, T = T());                                 \
    explicit name(param_type const&);                          \
    template <class G> R operator()(G&);                       \
    template <class G> R operator()(G&, param_type const&);    \
    void reset();                                              \
  };
STD_DISTRIBUTION(uniform_int_distribution, int, T)
STD_DISTRIBUTION(uniform_real_distribution, double, T)
STD_DISTRIBUTION(normal_distribution, double, T)
STD_DISTRIBUTION(discrete_distribution, int, T)
#undef STD_DISTRIBUTION
class bernoulli_distribution { double p_; public: explicit bernoulli_distribution(double = 0.5) STD_BODY template <class G> bool operator()(G&) STD_BODY };

// ---- atomic, mutex, thread
enum memory_order { memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst };
template <class T> class atomic {
  alignas(sizeof(T)) T v_;

 public:
  atomic() noexcept = default;
  constexpr atomic(T v) noexcept : v_(v) {}
  atomic(atomic const&) = delete;
  T operator=(T) noexcept STD_BODY
  operator T() const noexcept STD_BODY
  T load(memory_order = memory_order_seq_cst) const noexcept STD_BODY
  void store(T, memory_order = memory_order_seq_cst) noexcept STD_BODY
  T exchange(T, memory_order = memory_order_seq_cst) noexcept STD_BODY
  bool compare_exchange_weak(T&, T, memory_order = memory_order_seq_cst, memory_order = memory_order_seq_cst) noexcept STD_BODY
  bool compare_exchange_strong(T&, T, memory_order = memory_order_seq_cst, memory_order = memory_order_seq_cst) noexcept STD_BODY
  T fetch_add(T, memory_order = memory_order_seq_cst) noexcept STD_BODY
  T fetch_sub(T, memory_order = memory_order_seq_cst) noexcept STD_BODY
  T operator++() noexcept STD_BODY
  T operator++(int) noexcept STD_BODY
  T operator--() noexcept STD_BODY
  T operator--(int) noexcept STD_BODY
};
using atomic_bool = atomic<bool>;
using atomic_int = atomic<int>;
class atomic_flag { bool v_ = false; public: bool test_and_set(memory_order = memory_order_seq_cst) noexcept STD_BODY void clear(memory_order = memory_order_seq_cst) noexcept STD_BODY };
void atomic_thread_fence(memory_order) noexcept;
class mutex {
  alignas(8) char rep_[40];

 public:
  constexpr mutex() noexcept : rep_{} {}
  mutex(mutex const&) = delete;
  void lock() STD_BODY
  bool try_lock() STD_BODY
  void unlock() STD_BODY
};
class recursive_mutex : public mutex {};
class shared_mutex : public mutex { public: void lock_shared(); void unlock_shared(); };
struct once_flag { int state = 0; };
template <class F, class... A> void call_once(once_flag&, F&&, A&&...) STD_BODY
struct defer_lock_t {};
struct adopt_lock_t {};
inline constexpr defer_lock_t defer_lock{};
inline constexpr adopt_lock_t adopt_lock{};
template <class M> class lock_guard { M* m_; public: explicit lock_guard(M&) STD_BODY lock_guard(M&, adopt_lock_t) STD_BODY lock_guard(lock_guard const&) = delete; ~lock_guard() STD_BODY };
template <class M> class unique_lock { M* m_; bool o_; public: unique_lock() noexcept STD_BODY explicit unique_lock(M&) STD_BODY unique_lock(M&, defer_lock_t) STD_BODY unique_lock(unique_lock&&) noexcept STD_BODY ~unique_lock() STD_BODY void lock() STD_BODY void unlock() STD_BODY bool owns_lock() const noexcept STD_BODY };
template <class M> class shared_lock { M* m_; bool o_; public: explicit shared_lock(M&) STD_BODY ~shared_lock() STD_BODY };
template <class... M> class scoped_lock { tuple<M*...> m_; public: explicit scoped_lock(M&...) STD_BODY ~scoped_lock() STD_BODY };
template <class... M> void lock(M&...) STD_BODY
template <intmax_t N, intmax_t D = 1> struct ratio { static constexpr intmax_t num = N, den = D; using type = ratio; };
using nano = ratio<1, 1000000000>;
using micro = ratio<1, 1000000>;
using milli = ratio<1, 1000>;
namespace chrono {
template <class R, class P = ratio<1>> class duration {
  R r_;

 public:
  using rep = R;
  using period = P;
  constexpr duration() : r_() {}
  template <class T, class = enable_if_t<is_arithmetic_v<T>>> constexpr explicit duration(T r) : r_(R(r)) {}
  template <class T, class Q> constexpr duration(duration<T, Q> const& d) : r_(R(d.count() * (double(Q::num) * P::den / (double(Q::den) * P::num)))) {}
  constexpr R count() const { return r_; }
  static constexpr duration zero() { return duration(); }
};
using nanoseconds = duration<long, nano>;
using microseconds = duration<long, micro>;
using milliseconds = duration<long, milli>;
using seconds = duration<long>;
using minutes = duration<long, ratio<60>>;
using hours = duration<long, ratio<3600>>;
template <class A, class P, class B, class Q> duration<common_type_t<A, B>, nano> operator+(duration<A, P> const&, duration<B, Q> const&) STD_BODY
template <class A, class P, class B, class Q> duration<common_type_t<A, B>, nano> operator-(duration<A, P> const&, duration<B, Q> const&) STD_BODY
template <class A, class P, class B, class Q> bool operator<(duration<A, P> const&, duration<B, Q> const&) STD_BODY
template <class A, class P, class B, class Q> bool operator>(duration<A, P> const&, duration<B, Q> const&) STD_BODY
template <class D, class R, class P> constexpr D duration_cast(duration<R, P> const& d) { return D(d); }
template <class C, class D = nanoseconds> class time_point { D d_; public: using duration = D; constexpr time_point() = default; constexpr explicit time_point(D const& d) : d_(d) {} constexpr D time_since_epoch() const { return d_; } };
template <class C, class D> nanoseconds operator-(time_point<C, D> const&, time_point<C, D> const&) STD_BODY
template <class C, class D, class R, class P> time_point<C, D> operator+(time_point<C, D> const&, duration<R, P> const&) STD_BODY
struct system_clock { using duration = nanoseconds; using time_point = chrono::time_point<system_clock>; static time_point now() noexcept; static time_t to_time_t(time_point const&) noexcept; };
struct steady_clock { using duration = nanoseconds; using time_point = chrono::time_point<steady_clock>; static time_point now() noexcept; };
using high_resolution_clock = system_clock;
}  // namespace chrono
class thread {
  unsigned long h_;

 public:
  class id { unsigned long v_; };
  thread() noexcept STD_BODY
  template <class F, class... A> explicit thread(F&&, A&&...) STD_BODY
  thread(thread&&) noexcept STD_BODY
  ~thread() STD_BODY
  void join() STD_BODY
  void detach() STD_BODY
  bool joinable() const noexcept STD_BODY
  static unsigned hardware_concurrency() noexcept STD_BODY
};
namespace this_thread {
thread::id get_id() noexcept;
void yield() noexcept;
template <class R, class P> void sleep_for(chrono::duration<R, P> const&) STD_BODY
}  // namespace this_thread
class condition_variable { alignas(8) char rep_[48]; public: condition_variable() STD_BODY void notify_one() noexcept STD_BODY void notify_all() noexcept STD_BODY template <class L> void wait(L&) STD_BODY template <class L, class P> void wait(L&, P) STD_BODY };
class error_code { int v_; void const* c_; public: error_code() noexcept; int value() const noexcept; string message() const; explicit operator bool() const noexcept; };
}  // namespace std
