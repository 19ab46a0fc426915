#pragma once

#ifdef WITH_SWAP
#define INSTANTIATE_VERSIONED_GEMM(Element_, N_, SWAP_AB_) void launch_##Element_##_##N_##_##SWAP_AB_() {}
#else
#define INSTANTIATE_VERSIONED_GEMM(Element_, N_) void launch_##Element_##_##N_() {}
#endif
