"""Files that change between two looks of one run: it says so, and keeps nothing that another run would be told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cached_copy import LAUNCHER, Copy, Told

from cutlass_lint.analyzer.smem import resolve

SOURCE = "sources/moe.cu"
CHANGED = "it changed while this ran: run again"
# Of the same length, so that places stay; another size each.
LAUNCHES = (LAUNCHER, "8, Output, void", "8, cutlass::float_e2m1_t, void")
CALLS = (SOURCE, "NONE, 128, 112", "NONE, 128, 128")


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path / "copy")


def kernels(told: Told) -> dict[str, Any]:
    return {kernel["id"]: (kernel["sizes"], kernel["reason"]) for kernel in json.loads(told.report)["kernels"]}


def changing(monkeypatch: pytest.MonkeyPatch, copy: Copy, step: str, change: tuple[str, str, str]) -> None:
    """Have a file be another one around a step of the run: behind it for the rest, or where it looks closer, for it."""
    file, one, other = change
    before, original = copy.text(file), getattr(resolve, step)
    assert one in before

    def changed(*arguments: object) -> object:
        copy.write(file, before.replace(one, other))
        try:
            return original(*arguments)
        finally:
            if step == "account":
                copy.write(file, before)

    monkeypatch.setattr(resolve, step, changed)


@pytest.mark.parametrize("options", [("--no-cache",), ("--cache-dir",)])
@pytest.mark.parametrize(
    ("step", "change"), [("precompile", LAUNCHES), ("precompile", CALLS), ("account", LAUNCHES), ("account", CALLS)]
)
def test_what_changes_is_unknown_and_nothing_of_it_is_kept(
    copy: Copy, tmp_path: Path, step: str, change: tuple[str, str, str], options: tuple[str, ...]
) -> None:
    cache = tmp_path / "cache"
    given = (*options, str(cache)) if options == ("--cache-dir",) else options
    expected, before = kernels(copy.told("--no-cache")), copy.text(change[0])
    with pytest.MonkeyPatch.context() as patch:
        changing(patch, copy, step, change)
        during = kernels(copy.told(*given))
    for name, (sizes, reason) in during.items():
        if (sizes, reason) != expected[name]:
            assert reason.endswith(CHANGED)
            assert sizes is None or (step == "account" and sizes == expected[name][0])
    assert any(str(reason).endswith(CHANGED) for _, reason in during.values())
    copy.write(change[0], before)
    assert kernels(copy.told("--cache-dir", cache)) == expected


def test_a_header_that_changes_between_two_parses(copy: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    # The second module's headers are parsed when the first's are known.
    copy.write("sources/other/moe.cu", copy.text(SOURCE))
    original: Callable[..., Any] = resolve.precompile

    def precompile(*arguments: Any) -> Any:
        made = original(*arguments)
        copy.write("cutlass/include/cutlass/sizes.h", copy.text("cutlass/include/cutlass/sizes.h") + "// more\n")
        return made

    monkeypatch.setattr(resolve, "precompile", precompile)
    found = kernels(copy.told("--no-cache", "--jobs", "1"))
    said = [reason for _, reason in found.values() if reason and "changed while" in reason]
    assert said
    assert all(text.endswith("cutlass/sizes.h changed while this ran: run again") for text in said)
