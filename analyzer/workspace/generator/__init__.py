"""Runs a FlashInfer release's own generators of GEMM and fused-MoE modules, in an interpreter of its own.

    python -I -S -B -c ... RELEASE CAPABILITY OUT NAME=FOLDER ...

The release's functions do the work: they write their sources and, by the release's own code, a build.ninja. What they
import from elsewhere (torch, tvm_ffi, ...) is replaced, and they are told of a machine with one GPU of the compute
capability asked for and CUDA 13.0. NAME=FOLDER are real packages that they need, such as jinja2, and where they lie.

Nothing here imports anything of this project or beyond the standard library.
"""
