"""A release's functions that write the sources of a module, and the modules that they make for one device."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from .imports import PACKAGE, StandIn

INSTANTIATIONS = "cutlass_instantiations"
_GENERATED = "FLASHINFER_GEN_SRC_DIR"
# The first two from 0.4.0 on; before, the functions lie beside the operators.
_PLACES = ("jit/gemm/*.py", "jit/fused_moe.py", "gemm.py", "fused_moe/core.py")
_WRITES = re.compile(f"{_GENERATED}|{INSTANTIATIONS}")
_SERVED = re.compile(r"_sm(\d+)(x?)")
_TARGET = re.compile(r"-gencode=arch=compute_(\d+)([af]?)")
_REFUSES = {"compilation_context.py": RuntimeError, "cubin_loader.py": Exception}
"""The release's modules that raise where a module isn't for the device, or is made of kernels to be downloaded."""
# Arguments that modules are told apart by. Others are left at their defaults.
_VALUES: Mapping[str, tuple[str | bool, ...]] = {"dtype": ("bfloat16", "float16"), "use_sm_100f": (False, True)}


@dataclass(frozen=True)
class Failure:
    """What could not be generated: where in the release, and why, in one line."""

    file: str
    line: int
    function: str
    reason: str


@dataclass
class Modules:
    """The modules of one device, with the release's own specification of each, and what failed."""

    made: dict[str, Any] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)


def generate(package: Path, capability: str, generated: Path) -> Modules:
    """Call every function of the release that writes sources for a device, and write the build.ninja of its module.

    `generated` is the folder that the release writes sources to.

    Raises:
        SystemExit: there is no such function, for any device.

    """
    modules = Modules()
    functions = list(_functions(package, modules.failures))
    if not functions and not modules.failures:
        raise SystemExit("it has no functions that are known to write GEMM sources")
    helpers = {called for function in functions for called in _reached(function) if called is not function}
    for function in _serving(functions, capability):
        unknown = [name for name, parameter in _parameters(function).items() if _values(name, parameter) is None]
        if unknown and function in helpers:
            continue  # one of the functions that call it knows the arguments
        if unknown:
            modules.failures.append(_failure(function, f"takes arguments that are not known: {', '.join(unknown)}"))
            continue
        for arguments in _combinations(function):
            try:
                spec = function(**arguments)
                if _is_wanted(spec, capability, generated) and spec.name not in modules.made:
                    spec.write_ninja()
                    modules.made[spec.name] = spec
            except BaseException as error:  # noqa: BLE001 - whatever it is, the other functions are still to be called
                failure = _failure(function, _one_line(error))
                if not _is_not_for_this(error) and failure not in modules.failures:
                    modules.failures.append(failure)
    return modules


def _functions(package: Path, failures: list[Failure]) -> Iterator[Callable[..., Any]]:
    for file in (file for place in _PLACES for file in sorted(package.glob(place))):
        if not _WRITES.search(file.read_text("utf-8", "replace")):
            continue
        name = ".".join((PACKAGE, *file.relative_to(package).with_suffix("").parts))
        try:
            module = importlib.import_module(name)
        except BaseException as error:  # noqa: BLE001 - as above
            failures.append(Failure(str(file), 0, name, _one_line(error)))
            continue
        yield from (function for function in _defined(module) if _writes(function))


def _defined(module: ModuleType) -> Iterator[Callable[..., Any]]:
    for name, value in vars(module).items():
        if name.startswith("gen_") and callable(value) and not isinstance(value, StandIn):
            function = inspect.unwrap(value)
            if inspect.isfunction(function) and function.__module__ == module.__name__:
                yield function


def _writes(function: Callable[..., Any]) -> bool:
    """Whether a function, or one that it calls, names the folder of generated sources."""
    return any(
        _GENERATED in code.co_names or any(isinstance(c, str) and INSTANTIATIONS in c for c in code.co_consts)
        for reached in _reached(function)
        for code in _codes(_code(reached))
    )


def _reached(function: Callable[..., Any]) -> list[Callable[..., Any]]:
    """Return a function and all functions of its module that it calls, directly or not."""
    reached = [function]
    for caller in reached:  # grows while it is walked
        names = {name for code in _codes(_code(caller)) for name in code.co_names}
        near = (inspect.unwrap(value) for name, value in _globals(caller).items() if name in names and callable(value))
        reached += [
            called
            for called in near
            if inspect.isfunction(called) and called.__module__ == function.__module__ and called not in reached
        ]
    return reached


def _code(function: Any) -> CodeType:
    code: CodeType = function.__code__
    return code


def _globals(function: Any) -> dict[str, Any]:
    return {name: value for name, value in function.__globals__.items() if not isinstance(value, StandIn)}


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _serving(functions: list[Callable[..., Any]], capability: str) -> list[Callable[..., Any]]:
    """Return the functions for a device: of those that differ in the device they name only, the nearest one.

    That is how FlashInfer itself chooses. Code for 10.0 serves 11.0 too; else the major number must be the device's.
    """
    nearest: dict[str, tuple[int, Callable[..., Any]]] = {}
    for function in functions:
        name = function.__name__
        if match := _SERVED.search(name):
            named = int(match[1] + ("0" if match[2] else ""))
            majors = {10, 11} if named == 100 else {named // 10}
            if named > int(capability) or int(capability) // 10 not in majors:
                continue
            name = _SERVED.sub("_sm", name)
        else:
            named = 0
        if name not in nearest or nearest[name][0] < named:
            nearest[name] = named, function
    return [function for _named, function in nearest.values()]


def _parameters(function: Callable[..., Any]) -> Mapping[str, inspect.Parameter]:
    return inspect.signature(function).parameters


def _values(name: str, parameter: inspect.Parameter) -> tuple[Any, ...] | None:
    """Return the values to try: none where the parameter may be left out, None where it may not."""
    if name in _VALUES:
        torch = importlib.import_module("torch")
        return tuple(getattr(torch, value) if isinstance(value, str) else value for value in _VALUES[name])
    optional = parameter.default is not parameter.empty or parameter.kind in (
        parameter.VAR_POSITIONAL,
        parameter.VAR_KEYWORD,
    )
    return () if optional else None


def _combinations(function: Callable[..., Any]) -> Iterator[dict[str, Any]]:
    chosen = {name: values for name, p in _parameters(function).items() if (values := _values(name, p))}
    for values in product(*chosen.values()):
        yield dict(zip(chosen, values, strict=True))


def _is_wanted(spec: Any, capability: str, generated: Path) -> bool:
    """Whether a module has generated sources and is compiled for the device."""
    sources = [Path(source) for source in getattr(spec, "sources", ())]
    targets = [match for flag in spec.extra_cuda_cflags or () if (match := _TARGET.match(flag))] if sources else []
    return any(s.suffix == ".cu" and s.is_relative_to(generated) and s.is_file() for s in sources) and (
        not targets or any(_runs_on(capability, *match.groups()) for match in targets)
    )


def _runs_on(capability: str, target: str, kind: str) -> bool:
    """Whether a device runs what is compiled for a target: family code (f) or plain code runs on newer minors too."""
    if kind == "a":
        return capability == target
    return capability[:-1] == target[:-1] and int(capability) >= int(target)


def _is_not_for_this(error: BaseException | None) -> bool:
    """Whether an exception only says that the module isn't for the device, or is made of prebuilt kernels."""
    while error is not None:
        trace = error.__traceback__
        while trace is not None:
            if isinstance(error, _REFUSES.get(Path(trace.tb_frame.f_code.co_filename).name, ())):
                return True
            trace = trace.tb_next
        error = error.__cause__ or error.__context__
    return False


def _failure(function: Callable[..., Any], reason: str) -> Failure:
    code = _code(function)
    return Failure(code.co_filename, code.co_firstlineno, function.__name__, reason)


def _one_line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())
