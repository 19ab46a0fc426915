"""SARIF: valid by the schema of OASIS, and what code scanning needs beside it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from sample_reports import CLEAN, FITS, NOTHING, REPORT, TOO_LARGE, finding, guarded, kernel, overflow, sarif_run

from cutlass_lint.analyzer.model import Finding, Kernel, Problem, Report, Root
from cutlass_lint.reports import sarif
from cutlass_lint.rules import all_rules

RUN = sarif_run(sarif.render(REPORT))


def place(location: dict[str, Any]) -> tuple[str, str | None, int | None, int | None]:
    physical = location["physicalLocation"]
    artifact, region = physical["artifactLocation"], physical.get("region", {})
    return artifact["uri"], artifact.get("uriBaseId"), region.get("startLine"), region.get("startColumn")


def test_every_rule_is_documented() -> None:
    rules = RUN["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [rule.code for rule in all_rules()]
    first, second = (rule for rule in rules if rule["id"] in ("SMEM001", "SMEM002"))
    assert first["name"] == "shared-memory-overflow"
    assert first["shortDescription"]["text"].startswith("the kernel's SharedStorage is larger than ")
    assert first["fullDescription"]["text"].startswith("Compares `sizeof(GemmKernel::SharedStorage)` with ")
    assert "\n" not in first["fullDescription"]["text"]
    assert first["help"]["markdown"].startswith("## What it does\n")
    assert "## What to do" in first["help"]["text"]
    assert [rule["defaultConfiguration"] for rule in (first, second)] == [{"level": "error"}, {"level": "warning"}]


def test_results_name_their_rule_and_place() -> None:
    warning, error = RUN["results"]
    assert [(result["ruleId"], result["level"]) for result in (warning, error)] == [
        ("SMEM002", "warning"),
        ("SMEM001", "error"),
    ]
    rules = RUN["tool"]["driver"]["rules"]
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in (warning, error))
    assert list(map(place, error["locations"])) == [("a/kernels.cu", "ROOT", 5, 3)]
    assert RUN["originalUriBaseIds"] == {"ROOT": {"uri": "file:///root/"}}
    assert error["message"]["text"].split("\n") == [
        "102,400 > 101,376 bytes",
        "Sm120 128×256×128 Type=half N=5",
        "cause: 1,024 bytes too few",
    ]
    assert [related["id"] for related in error["relatedLocations"]] == [1, 2]


def test_the_code_flow_leads_from_the_instantiation_to_the_members() -> None:
    (flow,) = RUN["results"][1]["codeFlows"]
    steps = flow["threadFlows"][0]["locations"]
    header = "file:///headers/gemm.inl"
    assert [(*place(step["location"]), step["location"]["message"]["text"]) for step in steps] == [
        ("a/kernels.cu", "ROOT", 5, 3, "instantiates MAKE_GEMM: Sm120 128×256×128 Type=half N=5"),
        (header, None, 7, None, "MAKE_GEMM is defined here"),
        (header, None, 12, None, "the builder makes the CollectiveMainloop"),
        (header, None, 20, None, "the launcher makes a GemmUniversalAdapter of the kernel"),
        (header, None, 20, None, "SharedStorage::tensors: 101,376 bytes at offset 0"),
        (header, None, 20, None, "SharedStorage::tensormaps: 256 bytes at offset 102,144"),
    ]
    assert [step.get("nestingLevel", 0) for step in steps] == [0, 0, 0, 0, 1, 1]
    assert steps[4]["location"]["logicalLocations"] == [
        {"fullyQualifiedName": "SharedStorage::tensors", "kind": "member"}
    ]


def test_what_is_missing_is_told() -> None:
    (invocation,) = RUN["invocations"]
    assert invocation["executionSuccessful"] is False
    told = invocation["toolExecutionNotifications"]
    assert [(note["level"], note["message"]["text"], place(note["locations"][0])) for note in told] == [
        ("error", "not UTF-8 text: convert it", ("b.cu", "ROOT", None, None)),
        ("error", "size unknown: no member named 'x'", ("a/kernels.cu", "ROOT", 7, 3)),
    ]


def test_a_complete_run_is_successful_and_an_empty_one_is_not() -> None:
    run = sarif_run(sarif.render(CLEAN))
    assert (run["results"], run["invocations"]) == ([], [{"executionSuccessful": True}])
    (invocation,) = sarif_run(sarif.render(NOTHING))["invocations"]
    assert invocation["executionSuccessful"] is False
    assert "no instantiation" in invocation["toolExecutionNotifications"][0]["message"]["text"]


def test_roots_have_a_base_each() -> None:
    roots = (Root("/root/a", "folder"), Root("/root", "folder"))
    run = sarif_run(sarif.render(replace(REPORT, roots=roots)))
    assert run["originalUriBaseIds"] == {"ROOT": {"uri": "file:///root/a/"}, "ROOT2": {"uri": "file:///root/"}}
    assert place(run["results"][0]["locations"][0])[:2] == ("kernels.cu", "ROOT")
    note = run["invocations"][0]["toolExecutionNotifications"][0]
    assert place(note["locations"][0])[:2] == ("b.cu", "ROOT2")


def test_uris_hold_the_bytes_of_names() -> None:
    problems = [
        Problem(file, 0, "", "") for file in ("/root/a b%#?.cu", "/root/\udcff:é.cu", "/x/\udcff.cu", "no:where")
    ]
    (invocation,) = sarif_run(sarif.render(replace(CLEAN, problems=tuple(problems))))["invocations"]
    assert [place(note["locations"][0])[:2] for note in invocation["toolExecutionNotifications"]] == [
        ("a%20b%25%23%3F.cu", "ROOT"),
        ("%FF%3A%C3%A9.cu", "ROOT"),
        ("file:///x/%FF.cu", None),
        ("no%3Awhere", None),
    ]


def test_messages_make_no_placeholders_or_links() -> None:
    run = sarif_run(sarif.render(replace(REPORT, findings=(finding(TOO_LARGE, message="{0} [a](1)"),))))
    assert run["results"][0]["message"]["text"].startswith("{{0}} [a] (1)\n")


def fingerprint(found: Finding, *kernels: Kernel) -> dict[str, str]:
    report = Report(REPORT.roots, 1, kernels, (found,))
    (result,) = sarif_run(sarif.render(report))["results"]
    fingerprints = result["partialFingerprints"]
    assert isinstance(fingerprints, dict)
    return fingerprints


def test_a_fingerprint_stays_when_lines_move_and_files_are_renamed() -> None:
    before, after = overflow(5), overflow(50, "/root/b.cu", arguments={"N": "5", "Type": "half"})
    assert fingerprint(finding(before), before) == fingerprint(finding(after, message="larger still"), after)


@pytest.mark.parametrize(
    "changes",
    [
        {"arguments": {"Type": "half", "N": "6"}},
        {"variant": "StreamK"},
        {"device": "Sm121"},
        {"instantiation": replace(TOO_LARGE.instantiation, launcher="OTHER")},
    ],
)
def test_a_fingerprint_tells_kernels_apart(changes: dict[str, object]) -> None:
    other = overflow(5, **changes)
    assert fingerprint(finding(TOO_LARGE), TOO_LARGE) != fingerprint(finding(other), other)


def test_a_fingerprint_tells_rules_apart() -> None:
    assert fingerprint(finding(TOO_LARGE), TOO_LARGE) != fingerprint(guarded(TOO_LARGE), TOO_LARGE)


def test_kernels_without_arguments_are_told_apart_by_their_types() -> None:
    one, other = overflow(5, arguments={}, kernel_type="A"), overflow(5, arguments={}, kernel_type="B")
    assert fingerprint(finding(one), one) != fingerprint(finding(other), other)


def test_findings_that_have_all_in_common_are_numbered() -> None:
    one, other = overflow(5), overflow(9, arguments=TOO_LARGE.arguments)
    report = replace(REPORT, kernels=(one, other), findings=(finding(one), finding(other)))
    first, second = (
        result["partialFingerprints"]["primaryLocationLineHash"]
        for result in sarif_run(sarif.render(report))["results"]
    )
    assert (first.partition(":")[0], first[-2:], second[-2:]) == (second.partition(":")[0], ":1", ":2")


def test_a_kernel_of_which_little_is_known_has_a_code_flow_too() -> None:
    bare = kernel(5, launcher=None, layout=None)
    (result,) = sarif_run(sarif.render(replace(REPORT, kernels=(bare, FITS), findings=(finding(bare, related=()),))))[
        "results"
    ]
    assert len(result["codeFlows"][0]["threadFlows"][0]["locations"]) == 1
    assert "relatedLocations" not in result
