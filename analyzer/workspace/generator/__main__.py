"""Generate the modules of one release for one device."""

from __future__ import annotations

import dataclasses
import importlib
import json
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from . import functions, isolation, machine
from .imports import PACKAGE, ReleaseFinder, StandInFinder

RESULT = "result.json"


def main(release: Path, capability: str, out: Path, given: Iterable[str]) -> None:
    """Write below `out` a FlashInfer cache with the modules of a device, and `RESULT`, which says where it is.

    Raises:
        SystemExit: the release has no function that writes sources.

    """
    package = release / PACKAGE
    real = dict(text.split("=", 1) for text in given)
    sys.meta_path.insert(0, ReleaseFinder(package, real))
    sys.meta_path.append(StandInFinder(real))
    machine.pretend(capability, out)
    isolation.isolate()
    machine.guard(out)
    env: Any = importlib.import_module(f"{PACKAGE}.jit.env")
    generated, builds = Path(env.FLASHINFER_GEN_SRC_DIR), Path(env.FLASHINFER_JIT_DIR)
    generated.mkdir(parents=True)
    env.FLASHINFER_CSRC_DIR = _Csrc(env.FLASHINFER_CSRC_DIR)
    _Csrc.instantiations = generated / functions.INSTANTIATIONS
    machine.refuse_downloads()
    modules = functions.generate(package, capability, generated)
    sources = {Path(source) for spec in modules.made.values() for source in spec.sources}
    for folder in (*generated.iterdir(), *generated.glob(f"{functions.INSTANTIATIONS}/*")):
        if folder.is_dir() and not any(source.is_relative_to(folder) for source in sources):
            shutil.rmtree(folder)  # of a function that then found that it isn't for this device
    for folder in builds.iterdir() if builds.is_dir() else ():
        if folder.name not in modules.made:
            shutil.rmtree(folder)  # up to 0.3.1 a build.ninja is written at once
    failures = [dataclasses.asdict(failure) for failure in modules.failures]
    result = {"folder": str(generated.parent), "modules": sorted(modules.made), "failures": failures}
    (out / RESULT).write_text(json.dumps(result), "utf-8")


class _Csrc(type(Path())):  # type: ignore[misc] # the platform's kind of Path
    """The release's csrc, of which instantiations are kept elsewhere: up to 0.6.2 they are written into the package."""

    instantiations: Path

    def __truediv__(self, key: Any) -> Any:
        path = super().__truediv__(key)
        if functions.INSTANTIATIONS not in path.parts:
            return path
        return self.instantiations.joinpath(*path.parts[path.parts.index(functions.INSTANTIATIONS) + 1 :])


if __name__ == "__main__":
    del sys.path[0]  # the folder of this package: a release is not to find what lies beside it
    main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]), sys.argv[4:])
