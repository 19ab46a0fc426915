// The few types and functions of torch that sources of kernels use around them: declarations only. Nothing of a kernel
// depends on them. The AT_DISPATCH macros are left out on purpose: each makes kernels for types of its own choice.
#pragma once

#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace c10 {

struct Half { unsigned short x; };
struct BFloat16 { unsigned short x; };
struct Float8_e4m3fn { unsigned char x; };
struct Float8_e5m2 { unsigned char x; };

enum class ScalarType : int8_t {
  Byte, Char, Short, Int, Long, Half, Float, Double, ComplexHalf, ComplexFloat, ComplexDouble, Bool, QInt8, QUInt8,
  QInt32, BFloat16, QUInt4x2, QUInt2x4, Bits1x8, Bits2x4, Bits4x2, Bits8, Bits16, Float8_e5m2, Float8_e4m3fn,
  Float8_e5m2fnuz, Float8_e4m3fnuz, UInt16, UInt32, UInt64, Float8_e8m0fnu = 44, Float4_e2m1fn_x2, Undefined
};

inline constexpr ScalarType kByte = ScalarType::Byte, kUInt8 = ScalarType::Byte, kChar = ScalarType::Char,
    kInt8 = ScalarType::Char, kShort = ScalarType::Short, kInt16 = ScalarType::Short, kInt = ScalarType::Int,
    kInt32 = ScalarType::Int, kLong = ScalarType::Long, kInt64 = ScalarType::Long, kHalf = ScalarType::Half,
    kFloat16 = ScalarType::Half, kFloat = ScalarType::Float, kFloat32 = ScalarType::Float,
    kDouble = ScalarType::Double, kFloat64 = ScalarType::Double, kBool = ScalarType::Bool,
    kBFloat16 = ScalarType::BFloat16, kFloat8_e5m2 = ScalarType::Float8_e5m2,
    kFloat8_e4m3fn = ScalarType::Float8_e4m3fn, kFloat8_e4m3fnuz = ScalarType::Float8_e4m3fnuz,
    kUInt16 = ScalarType::UInt16, kUInt32 = ScalarType::UInt32, kUInt64 = ScalarType::UInt64,
    kFloat8_e8m0fnu = ScalarType::Float8_e8m0fnu, kFloat4_e2m1fn_x2 = ScalarType::Float4_e2m1fn_x2;

template <class T>
struct CppTypeToScalarType;
#define TORCH_STANDIN_TYPE(T, NAME)                          \
  template <>                                                \
  struct CppTypeToScalarType<T> {                            \
    static constexpr ScalarType value = ScalarType::NAME;    \
  };
TORCH_STANDIN_TYPE(uint8_t, Byte)
TORCH_STANDIN_TYPE(int8_t, Char)
TORCH_STANDIN_TYPE(int16_t, Short)
TORCH_STANDIN_TYPE(int32_t, Int)
TORCH_STANDIN_TYPE(int64_t, Long)
TORCH_STANDIN_TYPE(float, Float)
TORCH_STANDIN_TYPE(double, Double)
TORCH_STANDIN_TYPE(bool, Bool)
TORCH_STANDIN_TYPE(Half, Half)
TORCH_STANDIN_TYPE(BFloat16, BFloat16)
TORCH_STANDIN_TYPE(Float8_e4m3fn, Float8_e4m3fn)
TORCH_STANDIN_TYPE(Float8_e5m2, Float8_e5m2)
#undef TORCH_STANDIN_TYPE

using DeviceIndex = int8_t;
enum class DeviceType : int8_t { CPU, CUDA };
inline constexpr DeviceType kCPU = DeviceType::CPU, kCUDA = DeviceType::CUDA;

struct Device {
  Device(DeviceType, DeviceIndex = -1);
  DeviceType type() const;
  DeviceIndex index() const;
  bool is_cuda() const;
  bool is_cpu() const;
  bool operator==(Device const&) const;
  bool operator!=(Device const&) const;
};

template <class T>
struct ArrayRef {
  ArrayRef(std::initializer_list<T>);
  template <class Range>
  ArrayRef(Range const&);
  size_t size() const;
  T const& operator[](size_t) const;
  T const* begin() const;
  T const* end() const;
  T const* data() const;
  std::vector<T> vec() const;
  bool operator==(ArrayRef const&) const;
  bool operator!=(ArrayRef const&) const;
};
using IntArrayRef = ArrayRef<int64_t>;

template <class T>
using optional = std::optional<T>;
using nullopt_t = std::nullopt_t;
inline constexpr auto nullopt = std::nullopt;

struct TensorOptions {
  TensorOptions();
  TensorOptions(ScalarType);
  TensorOptions(Device);
  TensorOptions(DeviceType);
  TensorOptions dtype(ScalarType) const;
  TensorOptions device(Device) const;
  TensorOptions device(DeviceType, DeviceIndex = -1) const;
  TensorOptions requires_grad(bool = true) const;
  TensorOptions pinned_memory(bool) const;
  TensorOptions layout(int) const;
};

char const* toString(ScalarType);
size_t elementSize(ScalarType);

}  // namespace c10

namespace c10::cuda {

struct CUDAStream {
  operator cudaStream_t() const;
  cudaStream_t stream() const;
  int device_index() const;
  void synchronize() const;
};
CUDAStream getCurrentCUDAStream(DeviceIndex = -1);
CUDAStream getDefaultCUDAStream(DeviceIndex = -1);
CUDAStream getStreamFromPool(bool = false, DeviceIndex = -1);

struct CUDAGuard {
  explicit CUDAGuard(DeviceIndex);
  explicit CUDAGuard(Device);
};
struct OptionalCUDAGuard {
  OptionalCUDAGuard();
  explicit OptionalCUDAGuard(std::optional<Device>);
  explicit OptionalCUDAGuard(DeviceIndex);
};
struct CUDAStreamGuard {
  explicit CUDAStreamGuard(CUDAStream);
};
DeviceIndex current_device();
DeviceIndex device_count();

}  // namespace c10::cuda

namespace at {

using namespace c10;

class Tensor {
 public:
  Tensor();
  int64_t dim() const;
  int64_t ndimension() const;
  int64_t size(int64_t) const;
  int64_t stride(int64_t) const;
  int64_t numel() const;
  int64_t nbytes() const;
  int64_t element_size() const;
  int64_t itemsize() const;
  int64_t storage_offset() const;
  IntArrayRef sizes() const;
  IntArrayRef strides() const;
  ScalarType scalar_type() const;
  ScalarType dtype() const;
  Device device() const;
  DeviceIndex get_device() const;
  TensorOptions options() const;
  bool defined() const;
  bool is_cuda() const;
  bool is_cpu() const;
  bool is_contiguous() const;
  bool is_sparse() const;
  bool has_value() const;
  void* data_ptr() const;
  void const* const_data_ptr() const;
  void* mutable_data_ptr() const;
  template <class T>
  T* data_ptr() const;
  template <class T>
  T const* const_data_ptr() const;
  template <class T>
  T* mutable_data_ptr() const;
  template <class T>
  T item() const;
  Tensor operator[](int64_t) const;
#define TORCH_STANDIN_METHOD(NAME)       \
  template <class... Arguments>          \
  Tensor NAME(Arguments&&...) const;     \
  Tensor NAME(IntArrayRef) const;
  TORCH_STANDIN_METHOD(view)
  TORCH_STANDIN_METHOD(reshape)
  TORCH_STANDIN_METHOD(to)
  TORCH_STANDIN_METHOD(t)
  TORCH_STANDIN_METHOD(transpose)
  TORCH_STANDIN_METHOD(permute)
  TORCH_STANDIN_METHOD(slice)
  TORCH_STANDIN_METHOD(select)
  TORCH_STANDIN_METHOD(narrow)
  TORCH_STANDIN_METHOD(squeeze)
  TORCH_STANDIN_METHOD(unsqueeze)
  TORCH_STANDIN_METHOD(flatten)
  TORCH_STANDIN_METHOD(contiguous)
  TORCH_STANDIN_METHOD(clone)
  TORCH_STANDIN_METHOD(zero_)
  TORCH_STANDIN_METHOD(fill_)
  TORCH_STANDIN_METHOD(copy_)
  TORCH_STANDIN_METHOD(resize_)
  TORCH_STANDIN_METHOD(new_empty)
  TORCH_STANDIN_METHOD(new_zeros)
  TORCH_STANDIN_METHOD(cpu)
  TORCH_STANDIN_METHOD(cuda)
  TORCH_STANDIN_METHOD(sum)
  TORCH_STANDIN_METHOD(max)
#undef TORCH_STANDIN_METHOD
};

#define TORCH_STANDIN_FACTORY(NAME)                                \
  Tensor NAME(IntArrayRef, TensorOptions = {});                    \
  template <class... Arguments>                                    \
  Tensor NAME(IntArrayRef, Arguments&&...);
TORCH_STANDIN_FACTORY(empty)
TORCH_STANDIN_FACTORY(zeros)
TORCH_STANDIN_FACTORY(ones)
TORCH_STANDIN_FACTORY(full)
TORCH_STANDIN_FACTORY(empty_strided)
#undef TORCH_STANDIN_FACTORY
template <class... Arguments>
Tensor empty_like(Tensor const&, Arguments&&...);
template <class... Arguments>
Tensor zeros_like(Tensor const&, Arguments&&...);
template <class... Arguments>
Tensor from_blob(void*, IntArrayRef, Arguments&&...);

#define TORCH_STANDIN_FUNCTION(NAME)                               \
  Tensor NAME(ArrayRef<Tensor>, int64_t = 0);                      \
  template <class... Arguments>                                    \
  Tensor NAME(Tensor const&, Arguments&&...);
TORCH_STANDIN_FUNCTION(cat)
TORCH_STANDIN_FUNCTION(stack)
TORCH_STANDIN_FUNCTION(constant_pad_nd)
#undef TORCH_STANDIN_FUNCTION
template <class... Arguments>
Tensor arange(Arguments&&...);

std::optional<Device> device_of(Tensor const&);

namespace cuda {
using namespace c10::cuda;
cudaDeviceProp* getCurrentDeviceProperties();
cudaDeviceProp* getDeviceProperties(int64_t);
}  // namespace cuda

}  // namespace at

namespace torch {

using namespace at;

inline constexpr ScalarType kU8 = kByte, kI8 = kChar, kI16 = kShort, kI32 = kInt, kI64 = kLong, kF16 = kHalf,
    kF32 = kFloat, kF64 = kDouble;

using Dtype = ScalarType;

inline TensorOptions dtype(ScalarType type) { return TensorOptions().dtype(type); }
inline TensorOptions device(Device where) { return TensorOptions().device(where); }

}  // namespace torch

// Registration of functions: their bodies are read as those of functions.
namespace torch {
struct Library {
  template <class... Arguments>
  Library& def(Arguments&&...);
  template <class... Arguments>
  Library& impl(Arguments&&...);
};
}  // namespace torch
namespace pybind11 {
struct module_ {
  template <class... Arguments>
  module_& def(Arguments&&...);
};
}  // namespace pybind11
#define TORCH_STANDIN_PASTE(A, B) A##B
#define TORCH_STANDIN_NAME(A, B) TORCH_STANDIN_PASTE(A, B)
#define TORCH_LIBRARY(NAME, LIBRARY) void TORCH_STANDIN_NAME(torch_standin_, __COUNTER__)(::torch::Library& LIBRARY)
#define TORCH_LIBRARY_FRAGMENT(NAME, LIBRARY) TORCH_LIBRARY(NAME, LIBRARY)
#define TORCH_LIBRARY_IMPL(NAME, KEY, LIBRARY) TORCH_LIBRARY(NAME, LIBRARY)
#define PYBIND11_MODULE(NAME, MODULE) void TORCH_STANDIN_NAME(torch_standin_, __COUNTER__)(::pybind11::module_& MODULE)

#define TORCH_CHECK(CONDITION, ...) if (!(CONDITION)) {}
#define TORCH_CHECK_EQ(A, B, ...) if (!(((A) == (B)))) {}
#define TORCH_CHECK_NE(A, B, ...) if (!(((A) != (B)))) {}
#define TORCH_CHECK_LE(A, B, ...) if (!(((A) <= (B)))) {}
#define TORCH_CHECK_LT(A, B, ...) if (!(((A) < (B)))) {}
#define TORCH_CHECK_GE(A, B, ...) if (!(((A) >= (B)))) {}
#define TORCH_CHECK_GT(A, B, ...) if (!(((A) > (B)))) {}
#define TORCH_CHECK_VALUE(CONDITION, ...) if (!(CONDITION)) {}
#define TORCH_CHECK_TYPE(CONDITION, ...) if (!(CONDITION)) {}
#define TORCH_CHECK_INDEX(CONDITION, ...) if (!(CONDITION)) {}
#define TORCH_CHECK_NOT_IMPLEMENTED(CONDITION, ...) if (!(CONDITION)) {}
#define TORCH_INTERNAL_ASSERT(CONDITION, ...) if (!(CONDITION)) {}
#define TORCH_WARN(...) ((void)0)
#define TORCH_WARN_ONCE(...) ((void)0)
#define AT_ERROR(...) ((void)0)
#define AT_CUDA_CHECK(EXPRESSION) ((void)(EXPRESSION))
#define C10_CUDA_CHECK(EXPRESSION) ((void)(EXPRESSION))
#define C10_CUDA_KERNEL_LAUNCH_CHECK() ((void)0)
#define C10_HOST_DEVICE __host__ __device__
#define C10_DEVICE __device__
#define C10_HOST __host__
