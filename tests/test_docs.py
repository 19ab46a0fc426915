"""The documentation: pages say what the code says, the site builds without a warning, and what it promises is true."""

from __future__ import annotations

import ast
import re
import shlex
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
import working_copy
from markdown_it import MarkdownIt

from cutlass_lint.analyzer.cli.app import app
from cutlass_lint.rules import all_rules

ROOT = working_copy.ROOT
DOCS = ROOT / "docs"
GENERATED = ("rules/*", "commands/*", "schemas/*", "configuration.md", "machine-formats.md")
CONVENTIONS = DOCS / "conventions.md"
CONVENTION = re.compile(r"^\| (\d+) \| (.+?) \| (.+?) \| (.+?) \| (.*?) ?\|$", re.MULTILINE)
TEST_LINK = re.compile(r"\[(tests/[\w/]+\.py)::(\w+)\]\(\.\./(tests/[\w/]+\.py)\)")
FILE_BLOCK = re.compile(r"^`([\w./]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMANDS = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def generated(folder: Path) -> dict[str, str]:
    paths = (path for pattern in GENERATED for path in folder.glob(pattern))
    return {str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in paths}


def test_pages_are_what_the_code_says(tmp_path: Path) -> None:
    """On a machine that differs in all that must not matter."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "GONE001.md").write_text("of a rule that is no more")
    machine = {"COLUMNS": "40", "HOME": str(tmp_path), "LC_ALL": "C", "TERM": "dumb", "TZ": "Asia/Tokyo"}
    done = subprocess.run(
        [sys.executable, DOCS / "make_pages.py", tmp_path],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env=working_copy.environment(**machine),
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    made, committed = generated(tmp_path), generated(DOCS)
    assert sorted(made) == sorted(committed), "run docs/make_pages.py"
    for name, text in made.items():
        assert text == committed[name], f"run docs/make_pages.py: {name} differs"


class Page(HTMLParser):
    """What a page shows, and where its links lead."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.text = ""
        self.links: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value for name, value in attrs if name in ("href", "src") and value]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-E", "-d", folder / "trees"]
    done = subprocess.run([*command, DOCS, folder / "html"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return folder / "html"


def test_every_rule_and_command_has_its_page_on_the_site(site: Path) -> None:
    index = Page(site / "rules" / "index.html").text
    for rule in all_rules():
        assert f"{rule.code}: {rule.name}" in Page(site / rule.page).text
        assert rule.name in index
    for name, command in app.commands.items():
        text = Page(site / "commands" / f"{name}.html").text
        for option in (option for parameter in command.params for option in parameter.opts if option[0] == "-"):
            assert option in text


def test_every_link_within_the_site_leads_somewhere(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > len(all_rules())
    for page in pages:
        for link in Page(page).links:
            target = link.partition("#")[0].partition("?")[0]
            if target and "://" not in target and not target.startswith("mailto:"):
                assert (page.parent / target).exists(), f"{page.relative_to(site)}: {link}"


def test_the_site_asks_no_other_for_anything(site: Path) -> None:
    for page in site.rglob("*.html"):
        loaded = re.findall(r"<(?:script|link|img|iframe)\b[^>]*?(?:src|href)=\"(\w+:)?//[^\"]*\"", page.read_text())
        assert loaded == [], page


@pytest.mark.parametrize("path", sorted(DOCS.rglob("*.md")), ids=lambda path: str(path.relative_to(DOCS)))
def test_nothing_on_a_page_is_swallowed_as_markup(path: Path) -> None:
    """As in Int<N> outside of code, whose N would not be shown."""
    tokens = MarkdownIt("commonmark").enable("table").parse(path.read_text(encoding="utf-8"))
    inside = [child for token in tokens for child in (token, *(token.children or ()))]
    html = [token.content for token in inside if token.type in ("html_inline", "html_block")]
    assert [text for text in html if not text.startswith("<!--")] == []


def test_every_convention_names_tests_that_exist() -> None:
    text = CONVENTIONS.read_text(encoding="utf-8")
    links = TEST_LINK.findall(text)
    assert len(links) == text.count("::test_") > 28
    for file, name, target in links:
        assert file == target
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, f"{file}::{name}"


def test_every_convention_that_is_kept_is_proven() -> None:
    rows = CONVENTION.findall(CONVENTIONS.read_text(encoding="utf-8"))
    assert [int(number) for number, *_rest in rows] == list(range(1, 30))
    for _number, convention, here, how, proof in rows:
        assert how, convention
        assert here in ("yes", "no", "not yet"), convention
        assert here != "yes" or TEST_LINK.search(proof), convention


def test_a_rule_is_added_as_the_guide_says(tmp_path: Path) -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    guide = text[text.index("## Add a rule in ten minutes") :]
    working_copy.copy(tmp_path, without=("tests/releases/", "docs/coverage"))
    files = FILE_BLOCK.findall(guide)
    assert len(files) == 3
    for name, content in files:
        assert not (tmp_path / name).exists()
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    (commands,) = COMMANDS.findall(guide)
    tests, pages = (followed(command, tmp_path) for command in commands.splitlines())
    assert re.search(r"\b7 passed", tests)
    assert "leaves 26,624 of 101,376 bytes" in (tmp_path / "docs" / "rules" / "SMEM901.md").read_text(encoding="utf-8")
    assert "SMEM901" in (tmp_path / "docs" / "rules" / "index.md").read_text(encoding="utf-8")
    assert pages == ""
    for check in ("check", "format --check"):
        followed(f".venv/bin/python -m ruff {check} rules/unused_shared_memory.py", tmp_path)


def followed(command: str, folder: Path) -> str:
    """What a command of the guide prints, where it is run with the project in a folder."""
    program, *arguments = shlex.split(command)
    assert program == ".venv/bin/python"
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env=working_copy.environment(PYTHONPATH=str(folder / "src")),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
