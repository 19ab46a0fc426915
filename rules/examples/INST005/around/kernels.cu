#include "a/a.h"

// Headers that include each other end all the same.
INSTANTIATE_MY_GEMM(128)  // INST005: headers that were looked at: a/a.h, and 1 by way of these
