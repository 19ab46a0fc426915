#pragma once

#define INSTANTIATE_STALE_GEMM(Type_, N_, SWAP_AB_) void launch_##Type_##_##N_##_##SWAP_AB_() {}
