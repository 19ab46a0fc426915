"""Run one target under atheris: `python -m fuzzing.guided TARGET [OPTION OF LIBFUZZER ...] [CORPUS ...]`."""

from __future__ import annotations

import sys
from importlib import import_module

import atheris


def main() -> None:
    """Hand a target to libFuzzer, which ends the process."""
    name = sys.argv.pop(1)
    with atheris.instrument_imports(include=["cutlass_lint"]):
        target = import_module(f"fuzzing.targets.{name}").target
    atheris.Setup(sys.argv, target)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
