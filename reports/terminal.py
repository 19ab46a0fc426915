"""The report for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from rich.console import Console
from rich.text import Text

from cutlass_lint.analyzer.model import Finding, Report
from cutlass_lint.reports import most_severe_first, printable, shown, subject, told, versions
from cutlass_lint.reports.summary import kept_out, outcome, sentence, summarize

_STYLES = {"error": "bold red", "warning": "bold yellow", "note": "bold cyan"}
_REASONS_SHOWN = 8


def render(report: Report, console: Console, *, quiet: bool = False, verbose: bool = False) -> None:
    """Print findings, then inputs that need attention, then what was covered; findings only where it is to be quiet."""
    for line in _findings(report) if quiet else _lines(report, verbose=verbose):
        console.print(line, soft_wrap=True, highlight=False)


def _lines(report: Report, *, verbose: bool) -> Iterator[Text]:
    yield from _findings(report)
    for problem in report.problems:
        place = printable(shown(problem.file, report)) + (f":{problem.line}" if problem.line else "")
        yield Text.assemble(
            (place, "bold"), ("  warning: ", "yellow"), printable(f"{problem.message}: {problem.remedy}")
        )
    yield from _unsized(report)
    if verbose:
        yield from _suppressed(report)
        yield from (Text(f"{code}  {seconds * 1000:.1f} ms", style="dim") for code, seconds in report.seconds.items())
    yield from _coverage(report)


def _findings(report: Report) -> Iterator[Text]:
    kernels = {kernel.id: kernel for kernel in report.kernels}
    said: dict[object, str] = {}
    for finding in most_severe_first(report.findings):
        yield from _finding(finding, subject(finding, kernels), report, said)
        yield Text()


def _suppressed(report: Report) -> Iterator[Text]:
    for one in report.suppressed:
        place = f"{printable(shown(one.finding.location.file, report))}:{one.finding.location.line}"
        if one.suppression is None:
            by = "in the baseline"
        else:
            at = one.suppression.location
            by = f"by {shown(at.file, report)}:{at.line}: {one.suppression.reason or 'no reason is given'}"
        yield Text(f"{place}  {one.finding.rule} suppressed {printable(by)}", style="dim")


def _finding(finding: Finding, about: str, report: Report, said: dict[object, str]) -> Iterator[Text]:
    """A finding in full; what another finding of its rule has said at length is not said again."""
    place = f"{printable(shown(finding.location.file, report))}:{finding.location.line}:{finding.location.column}"
    yield Text.assemble((place, "bold"), "  ", (finding.rule, _STYLES[finding.severity]), f" {finding.name}")
    if about:
        yield Text(f"  {printable(about)}")
    yield Text(f"  {printable(finding.message)}", style="bold")
    statement = (finding.rule, finding.details, finding.related)
    earlier = said.setdefault(statement, place)
    for detail in finding.details if earlier == place else ():
        label = "cause: " if detail.startswith("cause: ") else ""
        yield Text.assemble("    ", (label, "bold"), printable(detail.removeprefix(label)))
    if finding.suggestions:
        yield Text.assemble(
            ("    fits: ", "bold green"),
            " · ".join(
                f"{printable(s.message)} ({s.kernel_size:,} bytes" + (f", {s.stages} stages)" if s.stages else ")")
                for s in finding.suggestions
            ),
        )
    if earlier != place and (finding.details or finding.related):
        yield Text(f"    details and places as for {earlier}", style="dim")
        return
    for file, places in groupby(finding.related, key=lambda related: related.location.file):
        yield Text.assemble("    ", (printable(shown(file, report)), "dim"))
        for related in places:
            yield Text.assemble("    ", (f"{related.location.line:>6}", "dim"), f"  {printable(related.message)}")


def _unsized(report: Report) -> Iterator[Text]:
    """The reasons why kernels have no size, where no finding says it, each with how many there are and the first."""
    known = told(report)
    for status in ("rejected", "unknown"):
        concerned = [kernel for kernel in report.kernels if kernel.status == status and kernel.id not in known]
        reasons = Counter(kernel.reason for kernel in concerned)
        for reason, count in reasons.most_common(_REASONS_SHOWN):
            first = next(kernel for kernel in concerned if kernel.reason == reason)
            others = f" and {count - 1:,} more" if count > 1 else ""
            yield Text.assemble(
                (f"{printable(first.id)}{others}", "bold"), (f"  {status}: ", "yellow"), printable(reason or "")
            )
        if len(reasons) > _REASONS_SHOWN:
            yield Text(f"… {len(reasons) - _REASONS_SHOWN} more reasons in --output-format json")


def _coverage(report: Report) -> Iterator[Text]:
    summary = summarize(report)
    for root in report.roots:
        yield Text(printable(root.path), style="dim")
        for headers in root.headers:
            known = f": {told}" if (told := versions(headers)) else ""
            yield Text(printable(f"  headers {headers.path} ({headers.origin}){known}"), style="dim")
    yield Text(sentence(summary))
    disabled = Counter(kernel.reason for kernel in report.kernels if kernel.status == "disabled")
    for reason, count in disabled.most_common(_REASONS_SHOWN):
        yield Text(f"  {count:,} disabled: {printable(reason or '')}", style="dim")
    unsized = Counter(
        (kernel.instantiation.launcher, kernel.reason)
        for kernel in report.kernels
        if kernel.status == "not-sized" and not kernel.is_left_out
    )
    for (launcher, reason), count in sorted(unsized.items()):
        yield Text(f"  {count:,} not sized: {printable(launcher)}: {printable(reason or '')}", style="dim")
    style = "bold red" if summary.findings else "bold green"
    plural = "finding" if summary.findings == 1 else "findings"
    yield Text(
        f"{summary.findings:,} {plural}{kept_out(report)}; {outcome(report)}",
        style=style,
    )
