#include "shared.cu"
