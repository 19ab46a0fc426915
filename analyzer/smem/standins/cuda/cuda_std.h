// Stand-in for the cuda::std namespace: the host library's names.
#pragma once
#include <std_lib.h>
namespace cuda {
namespace std {
using namespace ::std;
}
}  // namespace cuda
