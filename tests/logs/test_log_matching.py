"""From entries to kernels: by file and line, never by tactic."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutlass_lint.analyzer.logs import Cause, Entry, LogLabels, Place, matched, read_log
from cutlass_lint.analyzer.model import Instantiation, Kernel, Sizes

FOLDER = "generated/cutlass_instantiations/120/gemm_grouped/120"
NAME = "cutlass_kernel_file_gemm_grouped_sm120_M128_BS_group2.generated.cu"
CACHE = "/srv/cache/.cache/flashinfer"
INIT = "Failed to initialize cutlass TMA WS grouped gemm. Error: Error Internal"


def kernel(
    line: int = 53, file: str = f"{CACHE}/0.6.3/120a/{FOLDER}/{NAME}", module: str = "fused_moe_120", **changes: object
) -> Kernel:
    known: dict[str, object] = {
        "id": f"{file}:{line}",
        "module": module,
        "instantiation": Instantiation(file, line, 9, line + 3, 0, 0, "LAUNCH", "macro", ()),
        "launcher": None,
        "arguments": {"CTA_M_": "128", "line": str(line)},
        "status": "sized",
    }
    return Kernel(**{**known, **changes})


def failed(file: str, line: int = 53, cause: Cause = "initialize", **changes: object) -> Entry:
    known: dict[str, object] = {
        "line": 1,
        "cause": cause,
        "message": INIT,
        "place": Place(file, line),
        "label": "failing",
    }
    return Entry(**{**known, **changes})


def labels(entries: list[Entry], *kernels: Kernel) -> dict[str, str]:
    return dict(matched(entries, kernels).labels)


@pytest.mark.parametrize(
    "file",
    [
        NAME,
        f"/workspace/flashinfer/csrc/nv_internal/tensorrt_llm/cutlass_instantiations/120/gemm_grouped/120/{NAME}",
        "...M128_BS_group2.generated.cu",
        "M128_BS_group2.generated.cu",
        "M128_BS_group2",
        f".../gemm_grouped/120/{NAME}",
        f"...ped/120/{NAME}",
        f"C:\\cache\\gemm_grouped\\120\\{NAME}",
    ],
)
def test_a_kernel_is_found_by_the_end_of_its_file(file: str) -> None:
    mine = kernel()
    other = kernel(file=f"{CACHE}/0.6.3/120a/{FOLDER}/{NAME.replace('group2', 'group12')}")
    assert labels([failed(file)], mine, other, kernel(60)) == {mine.id: "failing"}


@pytest.mark.parametrize(("line", "found"), [(52, False), (53, True), (56, True), (57, False)])
def test_any_line_of_the_instantiation_is_its_own(line: int, found: bool) -> None:
    result = matched([failed(NAME, line)], [kernel()])
    assert bool(result.labels) == found
    assert bool(result.unmatched) != found


@pytest.mark.parametrize("file", ["u", ".cu", "group3.generated.cu", f"x/{NAME[3:]}", "other.cu"])
def test_a_file_that_no_kernel_has_is_said_so(file: str) -> None:
    entry = failed(file)
    assert matched([entry], [kernel()]) == LogLabels({}, {}, (entry,), (), (), {"initialize": 1})


def test_a_place_in_a_header_and_a_tactic_name_no_kernel() -> None:
    entries = [failed("launcher.inl"), failed(NAME, tactic="14", place=None), failed(NAME, cause="summary", place=None)]
    result = matched(entries, [kernel(14)])
    assert (result.labels, result.unnamed, result.unmatched) == ({}, tuple(entries[:2]), ())


def test_the_cache_that_frames_name_is_the_one() -> None:
    old, new = (kernel(file=f"{CACHE}/{release}/120a/{FOLDER}/{NAME}") for release in ("0.6.3", "0.7.4"))
    new = kernel(file=new.instantiation.file, sizes=Sizes(1, 2, 102400))
    assert labels([failed(NAME, release="0.7.4", arch="120a")], old, new) == {new.id: "failing"}
    # The path of the source says it as well.
    assert labels([failed(f"/home/u/.cache/flashinfer/0.6.3/120a/{FOLDER}/{NAME}")], old, new) == {old.id: "failing"}
    entry = failed(NAME)
    result = matched([entry], [old, new])
    assert (result.labels, result.entries, result.ambiguous) == ({}, {}, (entry,))


def test_another_release_does_not_keep_the_only_kernel_from_its_entry() -> None:
    assert labels([failed(NAME, release="0.5.2", arch="120f", module="m")], kernel()) == {kernel().id: "failing"}


def test_folders_tell_files_of_one_name_apart() -> None:
    sm100, sm120 = (
        kernel(5, f"/c/generated/gen_gemm_sm{n}_cutlass_fp4/fp4_gemm_cutlass_half_128_128_256.cu") for n in (100, 120)
    )
    entry = failed("/x/gen_gemm_sm120_cutlass_fp4/fp4_gemm_cutlass_half_128_128_256.cu", 5)
    sm100 = kernel(5, sm100.instantiation.file, arguments={"a": "b"})
    assert labels([entry], sm100, sm120) == {sm120.id: "failing"}


def test_kernels_of_one_instantiation_are_not_told_apart() -> None:
    both = [kernel(variant="StreamK"), kernel(id="second", variant="StaticPersistent")]
    entry = failed(NAME)
    assert matched([entry], both).ambiguous == (entry,)


def test_one_kernel_of_two_modules_is_one() -> None:
    both = [kernel(), kernel(id="second", module="other")]
    assert labels([failed(NAME)], *both) == {both[0].id: "failing", "second": "failing"}
    assert labels([failed(NAME, module="other")], *both) == {"second": "failing"}


@pytest.mark.parametrize(
    ("cause", "label", "expected"),
    [
        ("initialize", "failing", "failing"),
        ("run", "failing", "failing"),
        ("shared-memory", "failing", "failing"),
        ("shared-memory", None, None),
        ("measured", "working", "working"),
        ("other", "failing", None),
        ("descriptor", None, None),
        ("memory", None, None),
        ("assertion", None, None),
    ],
)
def test_only_what_tells_of_the_kernel_labels_it(cause: Cause, label: str | None, expected: str | None) -> None:
    entry = failed(NAME, cause=cause, label=label)
    result = matched([entry], [kernel()])
    assert result.labels.get(kernel().id) == expected
    assert result.entries == {kernel().id: (entry,)}


def test_what_follows_the_loss_of_the_context_labels_nothing() -> None:
    assert labels([failed(NAME, reliable=False)], kernel()) == {}


def test_entries_that_contradict_each_other_label_nothing() -> None:
    works = failed(NAME, cause="measured", label="working")
    assert labels([failed(NAME), works], kernel()) == {}
    assert labels([failed(NAME, reliable=False), works], kernel()) == {kernel().id: "working"}


def test_a_kernel_without_a_line_is_unknown() -> None:
    assert kernel(60).id not in labels([failed(NAME)], kernel(), kernel(60))


def test_entries_that_say_the_same_are_kept_once_and_counted() -> None:
    result = matched([failed(NAME, message=f"{INIT} {n}") for n in range(1000)], [kernel()])
    assert len(result.entries[kernel().id]) == 1
    assert result.counts == {"initialize": 1000}


def test_a_pasted_line_is_enough() -> None:
    log = b"> " + INIT.encode() + b" (...M128_BS_group2.generated.cu:53)\n"
    assert dict(matched(read_log(io.BytesIO(log)), [kernel()]).labels) == {kernel().id: "failing"}


@given(st.text(max_size=60), st.integers(0, 100))
def test_no_name_raises(file: str, line: int) -> None:
    result = matched([failed(file, line)], [kernel()])
    assert len(result.entries) + len(result.unmatched) + len(result.unnamed) + len(result.ambiguous) == 1
