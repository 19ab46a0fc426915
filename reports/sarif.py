"""SARIF 2.1.0, for code scanning services and editors. Section numbers are those of the standard, see `sarif_log`.

GitHub Docs, "SARIF support for code scanning": code flows are shown as steps, and alerts are tracked by the partial
fingerprint `primaryLocationLineHash` alone. github/codeql-action (src/fingerprints.ts) makes one of the text from the
line on where a log brings none, else keeps that of the log, with a warning.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import msgspec

import cutlass_lint
from cutlass_lint.analyzer import model
from cutlass_lint.analyzer.model import Finding, Kernel, LayoutMember, Report, Suppressed
from cutlass_lint.reports import base, placed, printable, signature
from cutlass_lint.reports import sarif_log as log
from cutlass_lint.reports.fingerprints import fingerprints
from cutlass_lint.reports.json_text import encoded
from cutlass_lint.reports.notices import notices
from cutlass_lint.rules import all_rules, documentation

_IDENTITY = "kernelIdentity/v1"


def render(report: Report) -> str:
    """The report as one SARIF log."""
    run = log.Run(
        log.Tool(log.ToolComponent("cutlass-lint", cutlass_lint.__version__, tuple(_rules()))),
        (_invocation(report),),
        tuple(_results(report)),
        "unicodeCodePoints",
        {_base_id(number): log.ArtifactLocation(_uri(base(root), "/")) for number, root in enumerate(report.roots)},
    )
    return f"{encoded(log.Log(log.SCHEMA, '2.1.0', (run,)))}\n"


def _rules() -> Iterator[log.ReportingDescriptor]:
    for rule in all_rules():
        document = documentation(rule)
        yield log.ReportingDescriptor(
            rule.code,
            rule.name,
            _message(document.title),
            _message(document.sections.get("What it does", document.title)),
            log.Message(_escaped(document.text), _escaped(document.text)),
            log.ReportingConfiguration(rule.severity),
        )


def _invocation(report: Report) -> log.Invocation:
    """Appendix I: a notification of level "error" tells that results may be missing; so does a run that failed."""
    notifications = [
        log.Notification(
            _message(notice.message), "error", (_location(report, notice.file, notice.line, notice.column),)
        )
        for notice in notices(report)
    ]
    if not report.kernels:
        notifications.append(log.Notification(_message("no instantiation of a kernel was found"), "error"))
    return log.Invocation(not notifications, tuple(notifications))


def _results(report: Report) -> Iterator[log.Result]:
    kernels = {kernel.id: kernel for kernel in report.kernels}
    indices = {rule.code: index for index, rule in enumerate(all_rules())}
    reported = ((finding, ()) for finding in report.findings)
    suppressed = ((one.finding, (_suppression(one),)) for one in report.suppressed)
    for (finding, suppressions), fingerprint in zip((*reported, *suppressed), fingerprints(report), strict=True):
        kernel, place = kernels[finding.kernel] if finding.kernel is not None else None, finding.location
        said = (finding.message, *((signature(kernel),) if kernel else ()), *finding.details)
        yield log.Result(
            finding.rule,
            finding.severity,
            _message("\n".join(said)),
            (_location(report, place.file, place.line, place.column),),
            indices.get(finding.rule),
            tuple(_related(report, related, id_) for id_, related in enumerate(finding.related, start=1)),
            (log.CodeFlow((log.ThreadFlow(tuple(_steps(report, finding, kernel))),)),) if kernel else (),
            {"primaryLocationLineHash": fingerprint, _IDENTITY: fingerprint},
            suppressions,
        )


def _suppression(suppressed: Suppressed) -> log.Suppression:
    """3.35: "inSource" is that of a comment; a baseline gives no reason."""
    suppression = suppressed.suppression
    if suppression is None:
        return log.Suppression("external", "in the baseline")
    return log.Suppression("inSource" if suppression.kernels is None else "external", suppression.reason or None)


def _steps(report: Report, finding: Finding, kernel: Kernel) -> Iterator[log.ThreadFlowLocation]:
    """From the instantiation by the launcher to the builders, then to the members of what they made.

    Members have no place of their own that is known: they stand at the last step, where the kernel's type is made.
    """
    place, launcher = finding.location, kernel.launcher
    made = f"instantiates {kernel.instantiation.launcher}: {signature(kernel)}"
    yield log.ThreadFlowLocation(_location(report, place.file, place.line, place.column, message=made))
    if launcher is not None:
        defined = f"{launcher.name} is defined here"
        yield log.ThreadFlowLocation(_location(report, launcher.file, launcher.line, message=defined))
    for related in finding.related:
        yield log.ThreadFlowLocation(_related(report, related))
    last = finding.related[-1].location if finding.related else place
    for member in kernel.layout.members if kernel.layout else ():
        if member.kind != "padding":
            yield log.ThreadFlowLocation(_member(report, last, member), nesting_level=1)


def _member(report: Report, at: model.Location, member: LayoutMember) -> log.Location:
    name = f"SharedStorage::{member.label}"
    place = _location(report, at.file, at.line, message=f"{name}: {member.size:,} bytes at offset {member.offset:,}")
    return msgspec.structs.replace(place, logical_locations=(log.LogicalLocation(printable(name), "member"),))


def _related(report: Report, related: model.Related, id_: int | None = None) -> log.Location:
    """A related place is a line: its column is not told."""
    place = _location(report, related.location.file, related.location.line, message=related.message)
    return msgspec.structs.replace(place, id=id_)


def _location(report: Report, file: str, line: int, column: int = 0, message: str | None = None) -> log.Location:
    region = log.Region(line, column or None) if line else None
    return log.Location(
        log.PhysicalLocation(_artifact(report, file), region), message=_message(message) if message else None
    )


def _artifact(report: Report, file: str) -> log.ArtifactLocation:
    """3.4.3 and 3.4.4: relative to the scanned root; an absolute URI for what lies in none, such as a header."""
    found = placed(file, report.roots)
    if found is None:
        return log.ArtifactLocation(_uri(Path(file)))
    root, path = found
    return log.ArtifactLocation(quote(_bytes(path)), _base_id(report.roots.index(root)))


def _base_id(number: int) -> str:
    return f"ROOT{number + 1}" if number else "ROOT"


def _uri(path: Path, end: str = "") -> str:
    """RFC 8089; 3.14.14: that of a base ends with one slash. A path that isn't absolute stays a relative reference."""
    start = "file://" if path.is_absolute() else ""
    return f"{start}{quote(_bytes(str(path)).rstrip(b'/'))}{end}"


def _bytes(path: str) -> bytes:
    """The bytes of a file's name as they are on disk; escapes in a name that no file can have."""
    try:
        return path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return path.encode("utf-8", "backslashreplace")


def _message(text: str) -> log.Message:
    """A plain text message: what the input holds is neither a control character nor a placeholder nor a link."""
    return log.Message(_escaped("\n".join(printable(line) for line in text.split("\n"))))


def _escaped(text: str) -> str:
    """3.11.5: braces are doubled, else they are placeholders; 3.11.6: `](` would make a link of what is in brackets."""
    return text.replace("{", "{{").replace("}", "}}").replace("](", "] (")
