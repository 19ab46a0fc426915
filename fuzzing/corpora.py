"""The targets, and the inputs that are kept for each: fixtures, seeds, and all that ever found a fault."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

CORPORA, WORDS = (Path(__file__).with_name(name) for name in ("corpora", "words"))
_FIXTURES = CORPORA.parents[1] / "fixtures"
TARGETS = tuple(sorted(file.stem for file in (CORPORA.parent / "targets").glob("[a-z]*.py")))


def target(name: str) -> Callable[[bytes], None]:
    """What an input of a target is given to."""
    function: Callable[[bytes], None] = import_module(f"fuzzing.targets.{name}").target
    return function


def about(name: str) -> str:
    """What a target's inputs are, in a line."""
    return (import_module(f"fuzzing.targets.{name}").__doc__ or "").partition("\n")[0].rstrip(".")


def dictionary(name: str) -> Path:
    """What a target's inputs are made of, a word a line, as libFuzzer spells them."""
    return WORDS / f"{name}.dict"


def kept(name: str) -> dict[str, bytes]:
    """The inputs of a target by name."""
    patterns = getattr(import_module(f"fuzzing.targets.{name}"), "FIXTURES", ())
    files = [*(CORPORA / name).glob("*"), *(file for pattern in patterns for file in _FIXTURES.glob(pattern))]
    return {file.name: file.read_bytes() for file in sorted(files)}
