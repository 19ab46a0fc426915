"""What is said of labelled kernels: what separates them, what each parameter does, and what cannot be told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import get_args

from cutlass_lint.analyzer.groups import by_selectors, by_verdict, comparisons, parse_selector, selected
from cutlass_lint.analyzer.groups.changes import Changed, Unchanged
from cutlass_lint.analyzer.groups.entries import Compared, NeverApart, OneSided, Separated, Untold
from cutlass_lint.analyzer.groups.symbols import Undefined
from cutlass_lint.analyzer.groups.verdicts import (
    AlsoTooLarge,
    Ambiguous,
    AnyEntry,
    Contradicted,
    Judged,
    NotHere,
    Unnamed,
    Unreliable,
)
from cutlass_lint.analyzer.model import Kernel, Labels
from cutlass_lint.reports import diff_rows
from cutlass_lint.reports.diff_json import Words

Make = Callable[..., Kernel]


def moe(kernel: Make) -> list[Kernel]:
    """What fails takes all of FINALIZE, a 256 side and no swap; the output type does nothing."""
    return [
        kernel(
            1024 if fusion == "FINALIZE" and 256 in (m, n) and swap == "false" else 900 + (fusion == "FINALIZE"),
            FUSION_=fusion,
            CTA_M_=m,
            CTA_N_=n,
            CTA_K_=64,
            SWAP_AB_=swap,
            OutputType_=output,
            file=f"M{m}_{fusion}.cu",
        )
        for fusion in ("NONE", "FINALIZE")
        for m, n in ((128, 128), (128, 256), (256, 128))
        for swap in ("true", "false")
        for output in ("half", "bfloat16")
    ]


def entries(
    kernels: Sequence[Kernel], labels: Labels | None = None, among: Sequence[Kernel] | None = None
) -> tuple[AnyEntry, ...]:
    (comparison,) = comparisons(kernels, labels or by_verdict(kernels), {}, among)
    return comparison.entries


def said(found: Sequence[AnyEntry], kind: type) -> list[str]:
    return [entry.explain(Words()) for entry in found if isinstance(entry, kind)]


def test_three_conditions_separate_and_none_does_alone(kernel: Make) -> None:
    found = entries(moe(kernel))
    (separated, _measured) = said(found, Separated)
    assert separated.splitlines() == [
        "FUSION=FINALIZE ∧ SWAP_AB=false ∧ max(CTA_M, CTA_N)=256: 4/4 failing, 0/20 working",
        "alone: FUSION=FINALIZE: 4 of 12 fail; SWAP_AB=false: 4 of 12 fail; max(CTA_M, CTA_N)=256: 4 of 16 fail",
        "max(CTA_M, CTA_N)=256 cannot be told from CTA_M×CTA_N=32,768 here",
    ]


def test_a_parameter_is_judged_by_kernels_that_differ_in_it_alone(kernel: Make) -> None:
    effects = {e.contrast.parameter.name: e.contrast for e in entries(moe(kernel)) if isinstance(e, Compared)}
    assert {name: contrast.effect for name, contrast in effects.items() if contrast.effect != "follows"} == {
        "FUSION": "decides",
        "CTA_M": "decides",
        "CTA_N": "decides",
        "SWAP_AB": "decides",
        "OutputType": "no effect",
    }
    assert (effects["FUSION"].pairs, effects["FUSION"].flips) == (4, 4)
    assert (effects["OutputType"].pairs, effects["OutputType"].flips) == (2, 0)
    assert "kernel bytes" not in effects


def test_what_few_kernels_cannot_tell_others_decide(kernel: Make) -> None:
    kernels = moe(kernel)
    among = [k for k in kernels if (k.arguments["FUSION_"] == "FINALIZE") == (k.arguments["CTA_N_"] == "256")]
    among = [k for k in among if k.arguments["CTA_M_"] == "128"]
    found = entries(kernels, among=among)
    assert said(found, Separated)[0].startswith("FUSION=FINALIZE ∧ SWAP_AB=false: 2/2 failing, 0/6 working")
    (confounded,) = (entry for entry in found if isinstance(entry, NeverApart))
    assert confounded.names == ("FUSION", "CTA_N")
    deciding = {decider.kernel.id for decider in confounded.deciders if decider.kernel}
    # NONE with a 256 side, and FINALIZE without one, each without swap.
    assert deciding == {
        k.id for k in kernels if k not in among and k.arguments["SWAP_AB_"] == "false" and k.tile and k.tile[0] == 128
    }


def test_an_implied_condition_is_named(kernel: Make) -> None:
    kernels = moe(kernel)
    among = [k for k in kernels if not (k.arguments["FUSION_"] == "NONE" and 256 in (k.tile or ()))]
    found = entries(kernels, among=among)
    (fusion,) = (e for e in found if isinstance(e, Untold) and e.names == ("FUSION",))
    assert fusion.explain(Words()).splitlines()[0] == (
        "whether FUSION matters cannot be told from these kernels: "
        "max(CTA_M, CTA_N)=256 never occurs without FUSION=FINALIZE"
    )
    assert (
        "M128_NONE.cu:7 decides: it is M128_FINALIZE.cu:19 with FUSION=NONE, and has 900 bytes and fits"
        in fusion.explain(Words())
    )


def test_a_kernel_that_nobody_makes_is_told_as_a_change(kernel: Make) -> None:
    kernels = [kernel(1024, A=1, B=1, C="x"), kernel(900, A=2, B=2, C="x"), kernel(900, A=2, B=3, C="x")]
    untold = [entry for entry in entries(kernels) if isinstance(entry, Untold)]
    changes = [dict(decider.changes) for entry in untold for decider in entry.deciders]
    assert changes == [{"A": "2"}, {"B": "2"}, {"B": "3"}]
    assert untold[0].explain(Words()).splitlines()[1] == (
        "a.cu:1 with A=2 would decide, but no source here makes it: --what-if sizes it"
    )


def test_labels_that_sizes_contradict(kernel: Make) -> None:
    kernels = moe(kernel)
    working, failing = [parse_selector("NONE")], [parse_selector("FINALIZE")]
    found = entries(kernels, by_selectors(kernels, working, failing))
    assert said(found, Separated)[0] == "FUSION=FINALIZE: 12/12 failing, 0/12 working"
    (contradicted,) = said(found, Contradicted)
    assert contradicted.startswith("8 of the 12 kernels labelled failing fit: their size is not the reason")
    assert {entry.judgements[0].hypothesis for entry in found if isinstance(entry, Judged)} == {"fits", "overflow"}


def test_no_label_is_no_evidence(kernel: Make) -> None:
    kernels = moe(kernel)
    failing = selected(parse_selector("verdict=overflow"), kernels)[0]
    found = entries(kernels, Labels({failing.id: "failing"}, "logs"))
    assert [entry.label for entry in found if isinstance(entry, OneSided)] == ["failing"]
    assert not said(found, Separated)
    (also,) = (entry for entry in found if isinstance(entry, AlsoTooLarge))
    assert len(also.kernels) == 3


def test_launchers_are_compared_apart_and_failures_come_first(kernel: Make) -> None:
    kernels = [kernel(900, A=1, launcher="fits"), kernel(1024, A=1), kernel(900, A=2)]
    assert [comparison.launcher for comparison in comparisons(kernels, by_verdict(kernels), {})] == ["L", "fits"]


def test_what_only_some_kernels_have_separates_nothing(kernel: Make) -> None:
    kernels = [kernel(900, A=1), kernel(None, A=2), kernel(900, A=3)]
    labels = by_selectors(kernels, [parse_selector("A=1"), parse_selector("A=3")], [parse_selector("A=2")])
    found = entries(kernels, labels)
    assert said(found, Separated) == ["A=2: 1/1 failing, 0/2 working"]
    assert {e.contrast.parameter.origin for e in found if isinstance(e, Compared)} == {"argument"}


def test_every_kind_of_entry_has_a_word_in_the_reports() -> None:
    kinds = (*get_args(AnyEntry), Changed, Unchanged, NotHere, Ambiguous, Unreliable, Undefined, Unnamed)
    assert {str(kind.__struct_config__.tag) for kind in kinds} == set(diff_rows.WORDS)
