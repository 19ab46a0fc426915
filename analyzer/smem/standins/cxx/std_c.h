// Stand-in for the C library headers and their C++ forms: declarations only (x86-64 Linux).
#pragma once

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef long ssize_t;
typedef struct { long long max_align_ll; long double max_align_ld; } max_align_t;

typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
typedef signed char int_least8_t;
typedef short int_least16_t;
typedef int int_least32_t;
typedef long int_least64_t;
typedef unsigned char uint_least8_t;
typedef unsigned short uint_least16_t;
typedef unsigned int uint_least32_t;
typedef unsigned long uint_least64_t;
typedef signed char int_fast8_t;
typedef long int_fast16_t;
typedef long int_fast32_t;
typedef long int_fast64_t;
typedef unsigned char uint_fast8_t;
typedef unsigned long uint_fast16_t;
typedef unsigned long uint_fast32_t;
typedef unsigned long uint_fast64_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;
typedef long intmax_t;
typedef unsigned long uintmax_t;
typedef unsigned int uint;
typedef unsigned short ushort;
typedef unsigned long ulong;

#define NULL __null
#define offsetof(type, member) __builtin_offsetof(type, member)

#define INT8_MIN (-128)
#define INT8_MAX 127
#define UINT8_MAX 255
#define INT16_MIN (-32767 - 1)
#define INT16_MAX 32767
#define UINT16_MAX 65535
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295U
#define INT64_MIN (-9223372036854775807L - 1)
#define INT64_MAX 9223372036854775807L
#define UINT64_MAX 18446744073709551615UL
#define INTPTR_MIN INT64_MIN
#define INTPTR_MAX INT64_MAX
#define UINTPTR_MAX UINT64_MAX
#define INTMAX_MIN INT64_MIN
#define INTMAX_MAX INT64_MAX
#define UINTMAX_MAX UINT64_MAX
#define PTRDIFF_MIN INT64_MIN
#define PTRDIFF_MAX INT64_MAX
#define SIZE_MAX UINT64_MAX
#define INT8_C(x) x
#define INT16_C(x) x
#define INT32_C(x) x
#define INT64_C(x) x##L
#define UINT8_C(x) x
#define UINT16_C(x) x
#define UINT32_C(x) x##U
#define UINT64_C(x) x##UL
#define INTMAX_C(x) x##L
#define UINTMAX_C(x) x##UL

#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define CHAR_MIN SCHAR_MIN
#define CHAR_MAX SCHAR_MAX
#define SHRT_MIN INT16_MIN
#define SHRT_MAX INT16_MAX
#define USHRT_MAX UINT16_MAX
#define INT_MIN INT32_MIN
#define INT_MAX INT32_MAX
#define UINT_MAX UINT32_MAX
#define LONG_MIN INT64_MIN
#define LONG_MAX INT64_MAX
#define ULONG_MAX UINT64_MAX
#define LLONG_MIN (-9223372036854775807LL - 1)
#define LLONG_MAX 9223372036854775807LL
#define ULLONG_MAX 18446744073709551615ULL

#define FLT_RADIX 2
#define FLT_MANT_DIG __FLT_MANT_DIG__
#define FLT_DIG __FLT_DIG__
#define FLT_MIN __FLT_MIN__
#define FLT_MAX __FLT_MAX__
#define FLT_EPSILON __FLT_EPSILON__
#define FLT_MIN_EXP __FLT_MIN_EXP__
#define FLT_MAX_EXP __FLT_MAX_EXP__
#define FLT_TRUE_MIN __FLT_DENORM_MIN__
#define DBL_MANT_DIG __DBL_MANT_DIG__
#define DBL_DIG __DBL_DIG__
#define DBL_MIN __DBL_MIN__
#define DBL_MAX __DBL_MAX__
#define DBL_EPSILON __DBL_EPSILON__
#define DBL_MIN_EXP __DBL_MIN_EXP__
#define DBL_MAX_EXP __DBL_MAX_EXP__
#define LDBL_MIN __LDBL_MIN__
#define LDBL_MAX __LDBL_MAX__
#define LDBL_EPSILON __LDBL_EPSILON__

#define PRId8 "hhd"
#define PRId16 "hd"
#define PRId32 "d"
#define PRId64 "ld"
#define PRIi32 "i"
#define PRIi64 "li"
#define PRIu8 "hhu"
#define PRIu16 "hu"
#define PRIu32 "u"
#define PRIu64 "lu"
#define PRIx8 "hhx"
#define PRIx16 "hx"
#define PRIx32 "x"
#define PRIx64 "lx"
#define PRIX32 "X"
#define PRIX64 "lX"
#define PRIdPTR "ld"
#define PRIuPTR "lu"
#define PRIxPTR "lx"

typedef __builtin_va_list va_list;
#define va_start(ap, last) __builtin_va_start(ap, last)
#define va_end(ap) __builtin_va_end(ap)
#define va_arg(ap, type) __builtin_va_arg(ap, type)
#define va_copy(dst, src) __builtin_va_copy(dst, src)

struct stdin_file_type;
typedef stdin_file_type FILE;
typedef long time_t;
typedef long clock_t;
typedef int pid_t;
typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff; char const* tm_zone; };
struct timespec { time_t tv_sec; long tv_nsec; };

#define EOF (-1)
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define CLOCKS_PER_SEC 1000000L
#define EINVAL 22
#define ENOMEM 12
#define ENOENT 2
#define errno (*__errno_location())
#define FE_TONEAREST 0
#define FE_DOWNWARD 0x400
#define FE_UPWARD 0x800
#define FE_TOWARDZERO 0xc00
#define FE_ALL_EXCEPT 0x3d

#ifdef NDEBUG
#define assert(...) ((void)0)
#else
#define assert(...) ((__VA_ARGS__) ? (void)0 : __builtin_trap())
#endif

extern "C" {
extern FILE *stdin, *stdout, *stderr;
int* __errno_location() noexcept;

int printf(char const*, ...);
int fprintf(FILE*, char const*, ...);
int sprintf(char*, char const*, ...);
int snprintf(char*, size_t, char const*, ...);
int vprintf(char const*, va_list);
int vfprintf(FILE*, char const*, va_list);
int vsprintf(char*, char const*, va_list);
int vsnprintf(char*, size_t, char const*, va_list);
int scanf(char const*, ...);
int fscanf(FILE*, char const*, ...);
int sscanf(char const*, char const*, ...);
FILE* fopen(char const*, char const*);
int fclose(FILE*);
int fflush(FILE*);
size_t fread(void*, size_t, size_t, FILE*);
size_t fwrite(void const*, size_t, size_t, FILE*);
int fseek(FILE*, long, int);
long ftell(FILE*);
void rewind(FILE*);
int feof(FILE*);
int ferror(FILE*);
int fgetc(FILE*);
char* fgets(char*, int, FILE*);
int fputc(int, FILE*);
int fputs(char const*, FILE*);
int puts(char const*);
int putchar(int);
int getchar();
void perror(char const*);
int remove(char const*);
int rename(char const*, char const*);
FILE* popen(char const*, char const*);
int pclose(FILE*);

void* malloc(size_t);
void* calloc(size_t, size_t);
void* realloc(void*, size_t);
void free(void*);
void* aligned_alloc(size_t, size_t);
int posix_memalign(void**, size_t, size_t);
[[noreturn]] void abort();
[[noreturn]] void exit(int);
int atexit(void (*)());
int system(char const*);
char* getenv(char const*);
int setenv(char const*, char const*, int);
int atoi(char const*);
long atol(char const*);
long long atoll(char const*);
double atof(char const*);
long strtol(char const*, char**, int);
long long strtoll(char const*, char**, int);
unsigned long strtoul(char const*, char**, int);
unsigned long long strtoull(char const*, char**, int);
float strtof(char const*, char**);
double strtod(char const*, char**);
int rand();
void srand(unsigned);
int abs(int);
long labs(long);
long long llabs(long long);
div_t div(int, int);
void qsort(void*, size_t, size_t, int (*)(void const*, void const*));

void* memcpy(void*, void const*, size_t);
void* memmove(void*, void const*, size_t);
void* memset(void*, int, size_t);
int memcmp(void const*, void const*, size_t);
void* memchr(void const*, int, size_t);
size_t strlen(char const*);
char* strcpy(char*, char const*);
char* strncpy(char*, char const*, size_t);
char* strcat(char*, char const*);
char* strncat(char*, char const*, size_t);
int strcmp(char const*, char const*);
int strncmp(char const*, char const*, size_t);
int strcasecmp(char const*, char const*);
char* strchr(char const*, int);
char* strrchr(char const*, int);
char* strstr(char const*, char const*);
char* strtok(char*, char const*);
char* strdup(char const*);
char* strerror(int);
size_t strspn(char const*, char const*);
size_t strcspn(char const*, char const*);

int isalnum(int);
int isalpha(int);
int isdigit(int);
int isxdigit(int);
int islower(int);
int isupper(int);
int isspace(int);
int ispunct(int);
int isprint(int);
int iscntrl(int);
int isgraph(int);
int tolower(int);
int toupper(int);

time_t time(time_t*);
clock_t clock();
double difftime(time_t, time_t);
time_t mktime(tm*);
tm* localtime(time_t const*);
tm* gmtime(time_t const*);
size_t strftime(char*, size_t, char const*, tm const*);

int fesetround(int);
int fegetround();
int feclearexcept(int);
int fetestexcept(int);
}

#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
typedef float float_t;
typedef double double_t;

// Math functions: the C set, and overloads of the plain name for float, long double and integers.
template <class T, bool = __is_integral(T)> struct std_math_int {};
template <class T> struct std_math_int<T, true> { typedef double type; };

#define STD_MATH_1(X)                                                                            \
  X(acos) X(asin) X(atan) X(cos) X(sin) X(tan) X(acosh) X(asinh) X(atanh) X(cosh) X(sinh)        \
  X(tanh) X(exp) X(exp2) X(expm1) X(log) X(log10) X(log1p) X(log2) X(logb) X(sqrt) X(cbrt)       \
  X(erf) X(erfc) X(tgamma) X(lgamma) X(ceil) X(floor) X(trunc) X(round) X(nearbyint) X(rint)     \
  X(fabs)
#define STD_MATH_2(X)                                                                            \
  X(atan2) X(pow) X(hypot) X(fmod) X(remainder) X(copysign) X(nextafter) X(fdim) X(fmax) X(fmin)
#define STD_MATH_L(X) X(lround, long) X(llround, long long) X(lrint, long) X(llrint, long long) X(ilogb, int)

#define STD_MATH_DECL_1(FN) \
  extern "C" double FN(double); \
  extern "C" float FN##f(float); \
  extern "C" long double FN##l(long double); \
  constexpr float FN(float x) { return __builtin_##FN##f(x); } \
  constexpr long double FN(long double x) { return __builtin_##FN##l(x); } \
  template <class T> constexpr typename std_math_int<T>::type FN(T x) { return __builtin_##FN((double)x); }
#define STD_MATH_DECL_2(FN) \
  extern "C" double FN(double, double); \
  extern "C" float FN##f(float, float); \
  extern "C" long double FN##l(long double, long double); \
  constexpr float FN(float x, float y) { return __builtin_##FN##f(x, y); } \
  constexpr long double FN(long double x, long double y) { return __builtin_##FN##l(x, y); } \
  constexpr double FN(float x, double y) { return __builtin_##FN(x, y); } \
  constexpr double FN(double x, float y) { return __builtin_##FN(x, y); } \
  template <class T> constexpr typename std_math_int<T>::type FN(T x, double y) { return __builtin_##FN((double)x, y); } \
  template <class T> constexpr typename std_math_int<T>::type FN(T x, float y) { return __builtin_##FN((double)x, y); } \
  template <class T> constexpr typename std_math_int<T>::type FN(double x, T y) { return __builtin_##FN(x, (double)y); } \
  template <class T> constexpr typename std_math_int<T>::type FN(float x, T y) { return __builtin_##FN(x, (double)y); } \
  template <class T, class U> constexpr typename std_math_int<T, __is_integral(T) && __is_integral(U)>::type FN(T x, U y) { return __builtin_##FN((double)x, (double)y); }
#define STD_MATH_DECL_L(FN, R) \
  extern "C" R FN(double); \
  extern "C" R FN##f(float); \
  extern "C" R FN##l(long double); \
  constexpr R FN(float x) { return __builtin_##FN##f(x); } \
  constexpr R FN(long double x) { return __builtin_##FN##l(x); }
STD_MATH_1(STD_MATH_DECL_1)
STD_MATH_2(STD_MATH_DECL_2)
STD_MATH_L(STD_MATH_DECL_L)

extern "C" {
double fma(double, double, double);
float fmaf(float, float, float);
double ldexp(double, int);
float ldexpf(float, int);
double frexp(double, int*);
float frexpf(float, int*);
double modf(double, double*);
float modff(float, float*);
double scalbn(double, int);
float scalbnf(float, int);
double nan(char const*);
float nanf(char const*);
double remquo(double, double, int*);
void sincos(double, double*, double*);
void sincosf(float, float*, float*);
}
constexpr float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
constexpr float ldexp(float x, int e) { return __builtin_ldexpf(x, e); }
inline float frexp(float x, int* e) { return __builtin_frexpf(x, e); }
inline float modf(float x, float* i) { return __builtin_modff(x, i); }
constexpr float scalbn(float x, int e) { return __builtin_scalbnf(x, e); }
constexpr long abs(long x) { return x < 0 ? -x : x; }
constexpr long long abs(long long x) { return x < 0 ? -x : x; }
constexpr float abs(float x) { return __builtin_fabsf(x); }
constexpr double abs(double x) { return __builtin_fabs(x); }
constexpr long double abs(long double x) { return __builtin_fabsl(x); }
ldiv_t div(long, long);
lldiv_t div(long long, long long);
#define STD_MATH_CLASS(FN) \
  constexpr bool FN(float x) { return __builtin_##FN(x); } \
  constexpr bool FN(double x) { return __builtin_##FN(x); } \
  constexpr bool FN(long double x) { return __builtin_##FN(x); } \
  template <class T> constexpr bool FN(T x, typename std_math_int<T>::type* = nullptr) { return __builtin_##FN((double)x); }
STD_MATH_CLASS(isnan)
STD_MATH_CLASS(isinf)
STD_MATH_CLASS(isfinite)
STD_MATH_CLASS(isnormal)
STD_MATH_CLASS(signbit)
constexpr int fpclassify(float x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }
constexpr int fpclassify(double x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }
constexpr int fpclassify(long double x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }

namespace std {
using nullptr_t = decltype(nullptr);
using ::size_t; using ::ptrdiff_t; using ::max_align_t;
using ::int8_t; using ::int16_t; using ::int32_t; using ::int64_t;
using ::uint8_t; using ::uint16_t; using ::uint32_t; using ::uint64_t;
using ::int_least8_t; using ::int_least16_t; using ::int_least32_t; using ::int_least64_t;
using ::uint_least8_t; using ::uint_least16_t; using ::uint_least32_t; using ::uint_least64_t;
using ::int_fast8_t; using ::int_fast16_t; using ::int_fast32_t; using ::int_fast64_t;
using ::uint_fast8_t; using ::uint_fast16_t; using ::uint_fast32_t; using ::uint_fast64_t;
using ::intptr_t; using ::uintptr_t; using ::intmax_t; using ::uintmax_t;
using ::va_list; using ::FILE; using ::time_t; using ::clock_t; using ::tm; using ::div_t; using ::ldiv_t; using ::lldiv_t;
using ::printf; using ::fprintf; using ::sprintf; using ::snprintf;
using ::vprintf; using ::vfprintf; using ::vsprintf; using ::vsnprintf;
using ::scanf; using ::fscanf; using ::sscanf;
using ::fopen; using ::fclose; using ::fflush; using ::fread; using ::fwrite; using ::fseek; using ::ftell; using ::rewind;
using ::feof; using ::ferror; using ::fgetc; using ::fgets; using ::fputc; using ::fputs; using ::puts; using ::putchar; using ::getchar;
using ::perror; using ::remove; using ::rename;
using ::malloc; using ::calloc; using ::realloc; using ::free; using ::aligned_alloc;
using ::abort; using ::exit; using ::atexit; using ::system; using ::getenv;
using ::atoi; using ::atol; using ::atoll; using ::atof;
using ::strtol; using ::strtoll; using ::strtoul; using ::strtoull; using ::strtof; using ::strtod;
using ::rand; using ::srand; using ::abs; using ::labs; using ::llabs; using ::div; using ::qsort;
using ::memcpy; using ::memmove; using ::memset; using ::memcmp; using ::memchr;
using ::strlen; using ::strcpy; using ::strncpy; using ::strcat; using ::strncat; using ::strcmp; using ::strncmp;
using ::strchr; using ::strrchr; using ::strstr; using ::strtok; using ::strerror; using ::strspn; using ::strcspn;
using ::isalnum; using ::isalpha; using ::isdigit; using ::isxdigit; using ::islower; using ::isupper; using ::isspace;
using ::ispunct; using ::isprint; using ::iscntrl; using ::isgraph; using ::tolower; using ::toupper;
using ::time; using ::clock; using ::difftime; using ::mktime; using ::localtime; using ::gmtime; using ::strftime;
using ::fesetround; using ::fegetround; using ::feclearexcept; using ::fetestexcept;
using ::float_t; using ::double_t;
#define STD_MATH_USING_1(FN) using ::FN; using ::FN##f; using ::FN##l;
#define STD_MATH_USING_L(FN, R) STD_MATH_USING_1(FN)
STD_MATH_1(STD_MATH_USING_1)
STD_MATH_2(STD_MATH_USING_1)
STD_MATH_L(STD_MATH_USING_L)
using ::fma; using ::fmaf; using ::ldexp; using ::frexp; using ::modf; using ::scalbn; using ::nan; using ::nanf; using ::remquo;
using ::isnan; using ::isinf; using ::isfinite; using ::isnormal; using ::signbit; using ::fpclassify;
enum class byte : unsigned char {};
}  // namespace std
#undef STD_MATH_1
#undef STD_MATH_2
#undef STD_MATH_L
