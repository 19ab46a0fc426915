"""JUnit XML, for build servers: every kernel of which a size is wanted is a test, and every other finding.

There is no standard. This is valid by what the xUnit plugin of Jenkins checks (junit-10.xsd), which has attributes for
neither file nor line: the file is the class, which tests are grouped by, and the place begins the text of each outcome.
A test has one failure at most, with all that is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from cutlass_lint.analyzer.model import Finding, Kernel, Report
from cutlass_lint.reports import most_severe_first, printable, shown, signature, told

_OUTCOMES = ("failure", "error")
_TESTED = ("sized", "unknown")


def render(report: Report) -> str:
    """A test suite for each module: a sized kernel passes or fails, an unknown one is an error, as is a problem."""
    root = Element("testsuites", name="cutlass-lint")
    for module, kernels in groupby(sorted(report.kernels, key=_module), key=_module):
        tests = list(_tests(kernels, report))
        if tests:
            root.append(_suite(module, tests))
    others = list(_others(report))
    if others:
        root.append(_suite("files", others))
    if report.problems:
        root.append(_suite("inputs", list(_problems(report))))
    _count(root)
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _module(kernel: Kernel) -> str:
    return kernel.module


def _subject(finding: Finding) -> str:
    return finding.kernel or ""


def _suite(name: str, tests: list[Element]) -> Element:
    suite = Element("testsuite", name=printable(name))
    suite.extend(tests)
    _count(suite)
    return suite


def _count(element: Element) -> None:
    element.set("tests", str(sum(1 for _test in element.iter("testcase"))))
    for outcome in _OUTCOMES:
        element.set(f"{outcome}s", str(sum(1 for _found in element.iter(outcome))))


def _tests(kernels: Iterable[Kernel], report: Report) -> Iterator[Element]:
    findings = {
        identity: list(found) for identity, found in groupby(sorted(report.findings, key=_subject), key=_subject)
    }
    known = told(report)
    for kernel in kernels:
        if kernel.status not in _TESTED:
            continue
        place = kernel.instantiation
        path = shown(place.file, report)
        test = _test(f"{place.launcher} {signature(kernel)}", path)
        judged = most_severe_first(findings.get(kernel.id, ()))
        if kernel.status == "unknown" and kernel.id not in known:
            lines = [f"{path}:{place.line}:{place.column}: {kernel.reason}"]
            _outcome(test, "error", "unknown", "the size is unknown", lines)
        _judge(test, judged, report)
        yield test


def _others(report: Report) -> Iterator[Element]:
    """The findings that are about none of the kernels that are tests."""
    tested = {kernel.id for kernel in report.kernels if kernel.status in _TESTED}
    for finding in report.findings:
        if finding.kernel not in tested:
            test = _test(f"{finding.rule} {finding.name}", shown(finding.location.file, report))
            _judge(test, [finding], report)
            yield test


def _judge(test: Element, findings: list[Finding], report: Report) -> None:
    """Findings of severity error make a test fail; what others say is output of a test that passes."""
    errors = [finding for finding in findings if finding.severity == "error"]
    others = [finding for finding in findings if finding.severity != "error"]
    if errors:
        _outcome(test, "failure", errors[0].rule, errors[0].message, _lines(errors, report))
    if others:
        SubElement(test, "system-out").text = _text(_lines(others, report))


def _lines(findings: list[Finding], report: Report) -> Iterator[str]:
    for finding in findings:
        place = finding.location
        yield f"{shown(place.file, report)}:{place.line}:{place.column}: {finding.rule} {finding.message}"
        yield from finding.details


def _problems(report: Report) -> Iterator[Element]:
    for problem in report.problems:
        path = shown(problem.file, report)
        place = path + (f":{problem.line}" if problem.line else "")
        test = _test("is read", path)
        _outcome(test, "error", "problem", problem.message, [f"{place}: {problem.message}: {problem.remedy}"])
        yield test


def _test(name: str, path: str) -> Element:
    return Element("testcase", classname=printable(path), name=printable(name))


def _outcome(test: Element, outcome: str, kind: str, message: str, lines: Iterable[str]) -> None:
    SubElement(test, outcome, type=kind, message=printable(message)).text = _text(lines)


def _text(lines: Iterable[str]) -> str:
    """XML 1.0 (2.2) has no way to write most control characters: `printable` leaves none."""
    return "\n".join(map(printable, lines))
