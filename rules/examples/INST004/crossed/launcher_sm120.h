#pragma once

#define INSTANTIATE_FP4_GEMM(Type_, N_) void launch_##Type_##_##N_() {}
