"""What users type: selectors, values of parameters, and names of kernels."""

from __future__ import annotations

from cutlass_lint.analyzer.explain.names import chosen, parse_name, position
from cutlass_lint.analyzer.fit.parameters import parameter_of, parse_values
from cutlass_lint.analyzer.groups.selectors import SelectorError, parse_selector, selected
from cutlass_lint.analyzer.model import Launcher
from cutlass_lint.analyzer.workspace import InputError
from fuzzing.scratch import kernels

_LAUNCHER = Launcher("INSTANTIATE_MOE_GEMM", "macro", "/launcher.inl", 1, ("ArchTag_", "CTA_M_", "cta_n", "Ts..."))


def target(data: bytes) -> None:
    """A text means kernels, or is refused in words that cannot drive a terminal."""
    text = data.decode("utf-8", "surrogateescape")
    try:
        selector = parse_selector(text)
        assert selector.terms
        assert {kernel.id for kernel in selected(selector, kernels())} <= {kernel.id for kernel in kernels()}
    except SelectorError as error:
        assert str(error)
    try:
        name, values = parse_values(text)
        assert name
        assert all(values)
        assert parameter_of(_LAUNCHER, name) in _LAUNCHER.parameters
    except InputError as error:
        assert str(error).isprintable()
    named = parse_name(text)
    try:
        instantiation = chosen(named, {kernel.instantiation: kernel.id for kernel in kernels()})
        made = [kernel for kernel in kernels() if kernel.instantiation == instantiation]
        assert 0 <= position(named, made * 2) < len(made) * 2
    except InputError as error:
        assert str(error).isprintable()
