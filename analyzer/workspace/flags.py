"""The macros that FlashInfer compiles its fused-MoE modules with, read from its build scripts or a small table."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

_BUILDER = "gen_cutlass_fused_moe_module"
_SCRIPTS = ("jit/fused_moe.py", "fused_moe/core.py")  # up to 0.3.1 the builder lies beside the operator
_COMMON = ("jit/core.py", "compilation_context.py")
_CONTEXT_FLAGS = "COMMON_NVCC_FLAGS"
_TOOLKIT_TEST = "is_cuda_version_at_least"

_ALL = ("ENABLE_BF16", "ENABLE_FP8", "USING_OSS_CUTLASS_MOE_GEMM")
_TMA = ("COMPILE_BLACKWELL_TMA_GEMMS", "COMPILE_BLACKWELL_TMA_GROUPED_GEMMS", "ENABLE_FP4")
_HOPPER = ("COMPILE_HOPPER_TMA_GEMMS", "COMPILE_HOPPER_TMA_GROUPED_GEMMS", "ENABLE_FP8_BLOCK_SCALE", "ENABLE_FP4")
TABLE: dict[str, tuple[str, ...]] = {
    "80": _ALL,
    "89": (*_ALL, "ENABLE_FP8_BLOCK_SCALE"),
    "90": (*_HOPPER, *_ALL),
    "100": (*_TMA, *_ALL),
    "103": (*_TMA, "COMPILE_BLACKWELL_SM103_TMA_GROUPED_GEMMS", *_ALL),
    "120": ("COMPILE_BLACKWELL_TMA_GEMMS", "COMPILE_BLACKWELL_SM120_TMA_GROUPED_GEMMS", "ENABLE_FP4", *_ALL),
}
"""The macros of each module's device that its instantiations are guarded by, as in releases 0.5.3 to 0.7.4 built with
CUDA 12.8 or newer: for headers that don't come with FlashInfer's build scripts."""

_SERVED_BY = {"86": "80", "87": "80", "101": "100", "110": "100", "121": "120"}


def device_module(capability: str) -> str:
    """Return the device string of the fused-MoE module that serves a compute capability: "121" is served by "120"."""
    return _SERVED_BY.get(capability, capability)


def module_defines(release_root: Path | None, devarch: str) -> tuple[str, ...]:
    """Return the macros (NAME or NAME=VALUE) that FlashInfer compiles module `fused_moe_<devarch>` with.

    `release_root` is an unpacked wheel, a checkout, a `flashinfer` package or its data folder. The flags are read from
    the release's own scripts, for a toolkit that is new enough for all of them; where there are none, or they say
    nothing of this device, `TABLE` answers. An unknown device gets what all modules share.
    """
    for package in (release_root / "flashinfer", release_root, release_root.parent) if release_root else ():
        common = [tree for name in _COMMON if (tree := _tree(package / name))]
        for name in _SCRIPTS:
            if (tree := _tree(package / name)) and (flags := _module_flags(tree, common, devarch)) is not None:
                return tuple(dict.fromkeys(flag[2:] for flag in flags if flag.startswith("-D") and flag != "-D"))
    return TABLE.get(devarch, (*_ALL, "ENABLE_FP4"))


def _tree(path: Path) -> ast.Module | None:
    try:
        return ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return None


def _module_flags(script: ast.Module, common: Sequence[ast.Module], devarch: str) -> list[str] | None:
    names: dict[str, list[str]] = {}
    shared: list[str] = []
    for tree in common:
        _Lists(names, devarch).run(tree.body)
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                _Lists(names, devarch).run(node.body)
            elif isinstance(node, ast.FunctionDef) and node.name == "gen_jit_spec":
                local = dict(names)
                _Lists(local, devarch).run(node.body)
                shared = local.get("cuda_cflags", [])
    _Lists(names, devarch).run(script.body)
    for node in ast.walk(script):
        if isinstance(node, ast.FunctionDef):
            lists = _Lists(dict(names), devarch)
            lists.run(node.body)
            if lists.built is not None:
                return [*shared, *lists.built]
    return None


class _Lists:
    """Follows lists of flag strings through a few kinds of statements; all other statements are passed over.

    A condition on the toolkit's version counts as true. Any other condition (a debug build, one particular GPU) leaves
    the default build and counts as false.
    """

    def __init__(self, names: dict[str, list[str]], devarch: str) -> None:
        self.names = names
        self.devarch = devarch
        self.built: list[str] | None = None
        """What the module for `devarch` is built with, once its builder has been called."""

    def run(self, body: Iterable[ast.stmt]) -> None:
        for statement in body:
            if isinstance(statement, ast.If):
                self.run(statement.body if _is_toolkit_test(statement.test) else statement.orelse)
                continue
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    self.names[name] = self.flags(value)
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                    self.names[name] = self.flags(value)
                case ast.AugAssign(target=ast.Name(id=name), op=ast.Add(), value=value):
                    self.names[name] = self.names.get(name, []) + self.flags(value)
                case ast.Expr(
                    value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append" | "extend"), args=[value])
                ):
                    self.names[name] = self.names.get(name, []) + self.flags(value)
            if self.built is None and not isinstance(statement, ast.FunctionDef | ast.ClassDef):
                self.look_for_call(statement)

    def look_for_call(self, statement: ast.stmt) -> None:
        for node in ast.walk(statement):
            match node:
                case ast.Call(func=ast.Name(id=called), args=[flags, ast.Constant(value=devarch), *_]):
                    if called == _BUILDER and devarch == self.devarch:
                        self.built = self.flags(flags)

    def flags(self, node: ast.expr) -> list[str]:
        match node:
            case ast.Constant(value=str() as text):
                return [text] if text else []
            case ast.List(elts=elements) | ast.Tuple(elts=elements):
                return [flag for element in elements for flag in self.flags(element)]
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self.flags(left) + self.flags(right)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.flags(body if _is_toolkit_test(test) else orelse)
            case ast.Starred(value=value):
                return self.flags(value)
            case ast.Name(id=name) | ast.Attribute(attr=name):
                return list(self.names.get(name, []))
            case ast.Call(func=ast.Attribute(attr="get_nvcc_flags_list")):
                return list(self.names.get(_CONTEXT_FLAGS, []))
        return []


def _is_toolkit_test(test: ast.expr) -> bool:
    return isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and test.func.id == _TOOLKIT_TEST
