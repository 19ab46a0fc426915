"""What a browser makes of reports of hostile input: no script runs, and nothing is asked for."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from cmarkgfm import github_flavored_markdown_to_html
from cmarkgfm.cmark import Options
from hostile import TEXTS, made

from cutlass_lint.analyzer.groups import Diff
from cutlass_lint.analyzer.model import Explanation, Fit, Report
from cutlass_lint.reports import diff_html, diff_markdown, explain_markdown, fit_markdown, markdown

NAMES = ("chromium", "chromium-browser", "google-chrome")
BROWSER = next(filter(None, map(shutil.which, NAMES)), None)
OPTIONS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--virtual-time-budget=3000", "--dump-dom",
)  # fmt: skip
RAN = "document.documentElement.id='ran'"
POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')

pytestmark = pytest.mark.skipif(
    BROWSER is None and not os.environ.get("CI"), reason=f"no browser: none of {', '.join(NAMES)} is installed"
)


class Asked(ThreadingHTTPServer):
    """A server of this machine that keeps the paths it is asked for."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answer)
        self.paths: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Answer(BaseHTTPRequestHandler):
    server: Asked

    def do_GET(self) -> None:
        self.server.paths.append(self.path)
        self.send_response(404)
        self.end_headers()

    def log_message(self, *_arguments: object) -> None:
        pass


@pytest.fixture
def asked() -> Iterator[Asked]:
    with Asked() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def attacks(url: str) -> tuple[str, ...]:
    """Texts that each run a script, or ask the server for something, where they are taken for HTML."""
    return (
        f"<script>{RAN}</script>",
        f'<img src="{url}/image" onerror="{RAN}">',
        f'\'"></code></div></td></title></style></textarea><svg onload="{RAN}"></svg>',
        f"<iframe srcdoc=\"<script>parent.{RAN}</script>\"></iframe><iframe src='{url}/frame'></iframe>",
        f'<input autofocus onfocus="{RAN}"><details open ontoggle="{RAN}">',
        f'<link rel="stylesheet" href="{url}/style"><style>body{{background:url({url}/background)}}</style>',
        f"![a]({url}/markdown)",
        f"<!-- --!><script>{RAN}</script>",
        *TEXTS,
    )


def shown(page: str, folder: Path) -> str:
    """The page as it is after all that it does."""
    assert BROWSER is not None, f"no browser: install one of {', '.join(NAMES)}; in CI none may be missing"
    file = folder / "page.html"
    file.write_text(page, encoding="utf-8")
    # The folder of a snap or a package that keeps state is that of this test alone.
    command = [BROWSER, *OPTIONS, f"--user-data-dir={folder / 'profile'}", file.as_uri()]
    done = subprocess.run(
        command, capture_output=True, timeout=120, check=True, env={**os.environ, "HOME": str(folder)}
    )
    dom = done.stdout.decode()
    assert "</html>" in dom
    return dom


def did_run(dom: str) -> bool:
    return '<html id="ran"' in dom or 'id="ran">' in dom[: dom.index("<body")] or "<title>ran</title>" in dom


def in_page(bodies: list[str]) -> str:
    return f"<!doctype html><html><head><title>page</title></head><body>{''.join(bodies)}</body></html>"


def test_each_attack_works_where_nothing_is_escaped(tmp_path: Path, asked: Asked) -> None:
    for number, text in enumerate(attacks(asked.url)[: -len(TEXTS)]):
        (tmp_path / str(number)).mkdir()
        asked.paths.clear()
        html = github_flavored_markdown_to_html(text, Options.CMARK_OPT_UNSAFE) if text.startswith("!") else text
        dom = shown(in_page([html]), tmp_path / str(number))
        assert did_run(dom) or asked.paths, text


def test_a_diff_runs_no_script_and_asks_for_nothing(tmp_path: Path, asked: Asked) -> None:
    diffs = [made(Diff, text, turn) for turn, text in enumerate(attacks(asked.url))]
    merged = Diff(*(sum((getattr(diff, name) for diff in diffs), ()) for name in Diff.__struct_fields__))
    page = diff_html.render(merged)
    without, found = POLICY.subn("", page)
    assert found == 1
    for number, one in enumerate((page, without)):
        (tmp_path / str(number)).mkdir()
        dom = shown(one, tmp_path / str(number))
        assert "<title>cutlass-lint diff</title>" in dom
        assert dom.count("&lt;script&gt;") > 10
        assert not did_run(dom)
        assert asked.paths == []


def test_the_policy_of_a_diff_alone_stops_scripts_and_requests(tmp_path: Path, asked: Asked) -> None:
    page = diff_html.render(Diff(()))
    dom = shown(page.replace("</body>", "".join(attacks(asked.url)[:6]) + "</body>"), tmp_path)
    assert "/frame" in dom
    assert not did_run(dom)
    assert asked.paths == []


def test_markdown_runs_no_script_and_asks_for_nothing(tmp_path: Path, asked: Asked) -> None:
    bodies = [
        github_flavored_markdown_to_html(module.render(made(kind, text, turn)), Options.CMARK_OPT_UNSAFE)
        for kind, module in (
            (Report, markdown),
            (Explanation, explain_markdown),
            (Fit, fit_markdown),
            (Diff, diff_markdown),
        )
        for turn, text in enumerate(attacks(asked.url))
    ]
    dom = shown(in_page(bodies), tmp_path)
    assert dom.count("&lt;script&gt;") > 10
    assert not did_run(dom)
    assert asked.paths == []
