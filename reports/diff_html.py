"""A diff as one HTML page that needs nothing else: no script, no font, no other file."""

from __future__ import annotations

from html import escape

from jinja2 import Environment
from markupsafe import Markup

from cutlass_lint.analyzer.groups import Diff
from cutlass_lint.reports import printable
from cutlass_lint.reports.diff_rows import footer, sections

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline';
 base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width">
<title>cutlass-lint diff</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
h2 { font: bold 1.1rem ui-monospace, monospace; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-top: 1px solid #8884; }
th { font-weight: normal; opacity: .7; white-space: nowrap; }
tr.separates td { font-size: 1.05em; }
tr.separates th, tr.warning th { color: #c00; opacity: 1; font-weight: bold; }
code { font: .92em ui-monospace, monospace; overflow-wrap: anywhere; }
footer { opacity: .7; margin-top: 2rem; }
@media (prefers-color-scheme: dark) { body { background: #111; color: #ddd; } }
</style>
</head>
<body>
<h1>What separates the kernels</h1>
{% for section in sections %}<section>
<h2>{{ section.title }}</h2>
<table>
{% for row in section.rows %}<tr class="{{ row.word }}"><th scope="row">{{ row.word }}</th><td>
{% for line in row.lines %}<div>{{ line | said }}</div>
{% endfor %}</td></tr>
{% endfor %}</table>
</section>
{% endfor %}<footer>{{ footer }}</footer>
</body>
</html>
"""


class _Html:
    def code(self, text: str) -> str:
        return f"<code>{self.plain(text)}</code>"

    def strong(self, text: str) -> str:
        return f"<strong>{self.plain(text)}</strong>"

    def plain(self, text: str) -> str:
        return escape(printable(text))


def render(diff: Diff) -> str:
    """The diff as a page."""
    environment = Environment(autoescape=True, keep_trailing_newline=True)
    # Lines are written in the style above, which escapes all that comes from the input.
    environment.filters["said"] = Markup
    found = [(printable(section.title), section.rows) for section in sections(diff, _Html())]
    shown = [{"title": title, "rows": rows} for title, rows in found]
    return environment.from_string(_PAGE).render(sections=shown, footer=printable(footer(diff)))
