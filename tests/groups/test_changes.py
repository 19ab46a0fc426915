"""What differs between two sets of kernels."""

from __future__ import annotations

from collections.abc import Callable

from cutlass_lint.analyzer.groups import changes
from cutlass_lint.analyzer.groups.changes import Changed, Unchanged
from cutlass_lint.analyzer.model import Kernel
from cutlass_lint.reports.diff_json import Words

Make = Callable[..., Kernel]


def test_every_kind_of_change(kernel: Make) -> None:
    before = [kernel(1024, T=t) for t in "abc"] + [kernel(900, T=t) for t in "defg"] + [kernel(None, T="h")]
    sizes = {"a": 900, "b": 1024, "d": 1100, "e": 800, "f": 900, "h": 700, "i": 600}
    after = [kernel(size, T=t, Extra_="new") for t, size in sizes.items()]
    found = changes(before, after)
    told = {
        entry.kind: [side and side.arguments["T"] for pair in entry.pairs for side in pair]
        for entry in found
        if isinstance(entry, Changed)
    }
    assert told == {
        "cured": ["a", "a"],
        "broken": ["d", "d"],
        "still overflows": ["b", "b"],
        "status": ["h", "h"],
        "resized": ["e", "e"],
        "removed": ["c", None, "g", None],
        "added": [None, "i"],
    }
    assert found[0] == Unchanged(1, 6, 8, 7)


def test_what_became_of_the_sizes_is_told(kernel: Make) -> None:
    before = [kernel(1024, T="a"), kernel(1024, T="b")]
    after = [kernel(900, T="a"), kernel(900, T="b")]
    (_, cured) = changes(before, after)
    assert cured.explain(Words()).splitlines() == [
        "L: 2 cured: they overflowed and fit now",
        "1,024 bytes, 2 stages, overflow → 900 bytes, 2 stages: a.cu:3 (T=a) and 1 more",
    ]


def test_two_sets_without_a_common_kernel_are_rather_separated(kernel: Make) -> None:
    (unchanged, *_) = changes([kernel(900, T="a")], [kernel(900, T="b")])
    assert "0 are in both" in unchanged.explain(Words())
    assert "--working SELECTOR --failing SELECTOR" in unchanged.explain(Words())
