"""Write the pages that are made from code: rules, commands, the configuration, machine formats and their JSON schemas.

    python docs/make_pages.py [FOLDER]

Writes below FOLDER, by default the folder of this script, and removes from `rules/`, `commands/` and `schemas/` what is
no more. Takes a second; run it after a change of a rule's docstring or examples, of a command's options, of what a
configuration may set, or of the keys of a machine format.
"""

from __future__ import annotations

import inspect
import itertools
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from cutlass_lint.analyzer.cli.app import app
from cutlass_lint.analyzer.config import Config
from cutlass_lint.reports import (
    diff_json,
    doctor_json,
    explain_json,
    fit_json,
    graph_json,
    json_document,
    json_report,
    jsonl,
    rule_json,
)
from cutlass_lint.reports.markdown_text import code, plain, row
from cutlass_lint.rules import Rule, all_rules, documentation

DOCS = Path(__file__).parent
EXAMPLES = DOCS.parent / "rules" / "examples"
FAMILIES = {
    "SMEM": "shared memory",
    "SCHED": "schedules, clusters and architectures",
    "INST": "instantiations",
    "DISP": "heuristics and dispatch",
    "CACHE": "caches and builds",
    "DIFF": "what separates kernels that fail from those that work",
    "LINT": "suppressions",
}
"""What rules are about whose codes begin alike, in the order of the index. A new family needs a line here."""
SCHEMAS: dict[str, tuple[type[msgspec.Struct], ...]] = {
    "cutlass-lint-1": (json_document.Document,),
    "cutlass-lint-jsonl-1": (json_document.Header, json_document.FindingEntry),
    "cutlass-lint-rule-1": (rule_json.Rules,),
    "cutlass-lint-doctor-1": (doctor_json.Document,),
    "cutlass-lint-config": (Config,),
}
"""The structs that files and formats are made of, by the names of their schemas."""
FORMATS = {
    "check": (json_report, "cutlass-lint-1"),
    "check, as lines": (jsonl, "cutlass-lint-jsonl-1"),
    "explain": (explain_json, None),
    "diff": (diff_json, None),
    "fit": (fit_json, None),
    "graph": (graph_json, None),
    "rule": (rule_json, "cutlass-lint-rule-1"),
    "doctor": (doctor_json, "cutlass-lint-doctor-1"),
}
"""The modules of machine formats, whose docstrings describe them, and the names of their schemas."""
MADE = "<!-- Made by docs/make_pages.py from {}: a change here is lost. -->"
LONGEST_EXAMPLE = 50
"""Lines of an example that a page still shows."""
LEXERS = {"toml": "toml", "json": "json", "py": "python", "txt": "text", "log": "text", "ninja": "text"}


def main(folder: Path) -> None:
    """Write every page, and remove what was made before and is not any more."""
    pages = dict(itertools.chain(rule_pages(), command_pages(), configuration(), machine_formats(), schemas()))
    for path in itertools.chain.from_iterable((folder / name).glob("*.*") for name in ("rules", "commands", "schemas")):
        if str(path.relative_to(folder)) not in pages:
            path.unlink()
    for name, text in pages.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


# Rules


def rule_pages() -> Iterator[tuple[str, str]]:
    """The page of each rule, and their index."""
    rules = all_rules()
    yield "rules/index.md", joined(rule_index(rules))
    for rule in rules:
        yield f"rules/{rule.code}.md", joined(rule_page(rule))


def rule_index(rules: tuple[Rule, ...]) -> Iterator[str]:
    """All rules by family."""
    yield MADE.format("the rules' docstrings")
    yield "# Rules"
    yield (
        "An error will fail, a warning is likely a mistake or a loss, a note is good to know. A rule that cannot tell "
        "is silent."
    )
    order = list(FAMILIES)
    rules = tuple(sorted(rules, key=lambda rule: (order.index(family(rule)), rule.code)))
    for name, members in itertools.groupby(rules, key=family):
        yield f"## {name}: {FAMILIES[name]}"
        lines = ["| code | name | severity | |", "|---|---|---|---|"]
        for rule in members:
            title = capitalized(documentation(rule).title)
            lines.append(row((f"[{rule.code}]({rule.code}.md)", rule.name, rule.severity, cell(title))))
        yield "\n".join(lines)
    yield toctree(rule.code for rule in rules)


def rule_page(rule: Rule) -> Iterator[str]:
    """What the docstring of a rule says, and its examples."""
    document = documentation(rule)
    module = rule.check.__module__.rpartition(".")[2]
    yield MADE.format(f"rules/{module}.py")
    yield f"# {rule.code}: {rule.name}"
    yield capitalized(document.title)
    yield f"Severity: {rule.severity}."
    yield document.text
    if shown := [text for kind in (True, False) if (text := shortest(rule.code, finding=kind))]:
        yield "## Tested with"
        yield f"A comment `{rule.code}: words` marks a line that draws a finding, and words of it. No other line does."
        yield from shown


def shortest(code: str, *, finding: bool) -> str:
    """The shortest of a rule's examples that draw a finding, or of those that draw none; empty where all are long."""
    folder = EXAMPLES / code
    paths = sorted(path for path in folder.iterdir() if not path.name.startswith(".")) if folder.is_dir() else []
    shown = (example(code, path) for path in paths if draws(path, code) == finding)
    return min(filter(None, shown), key=len, default="")


def draws(path: Path, code: str) -> bool:
    """Whether an example draws a finding."""
    marks = re.compile(rf"(?://|#) {code}: |^finding = ", re.MULTILINE)
    return any(marks.search(file.read_text(errors="replace")) for file in files_of(path))


def example(code: str, path: Path) -> str:
    """The text of an example, file by file; empty where it is long or holds what is no text."""
    files = {file: file.read_text(encoding="utf-8", errors="replace") for file in files_of(path)}
    if sum(text.count("\n") for text in files.values()) > LONGEST_EXAMPLE or not all(map(is_text, files.values())):
        return ""
    parts = [f"### `{path.name}`: {'a finding' if draws(path, code) else 'no finding'}"]
    for file, text in files.items():
        if file != path:
            parts.append(f"`{file.relative_to(path)}`" + ("" if text.strip() else " is empty."))
        if text.strip():
            parts.append(fenced(text.rstrip("\n"), LEXERS.get(file.suffix.lstrip("."), "cpp")))
    return "\n\n".join(parts)


def files_of(path: Path) -> list[Path]:
    """The files of an example."""
    return sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]


def is_text(text: str) -> bool:
    """Whether a file's content is such that a page can show it."""
    return all(character.isprintable() or character in "\n\t" for character in text) and "\ufffd" not in text


def family(rule: Rule) -> str:
    """The letters that a rule's code begins with."""
    return rule.code.rstrip("0123456789")


# Commands


def command_pages() -> Iterator[tuple[str, str]]:
    """The page of each command, and their index."""
    top = click.Context(app, info_name="cutlass-lint", **app.context_settings)
    commands = [
        click.Context(command, info_name=name, parent=top)
        for name, command in sorted(app.commands.items())
        if not command.hidden
    ]
    yield "commands/index.md", joined(command_index(top, commands))
    for context in commands:
        yield f"commands/{context.info_name}.md", joined(command_page(context))


def command_index(top: click.Context, commands: list[click.Context]) -> Iterator[str]:
    """All commands, and what the program says of itself."""
    yield MADE.format("the commands' own help")
    yield "# Commands"
    yield from prose(top.command.help or "")
    lines = ["| command | |", "|---|---|"]
    for context in commands:
        link = f"[`{context.command_path}`]({context.info_name}.md)"
        lines.append(row((link, cell(context.command.get_short_help_str(limit=1000)))))
    yield "\n".join(lines)
    yield from prose(top.command.epilog or "")
    yield toctree(str(context.info_name) for context in commands)


def command_page(context: click.Context) -> Iterator[str]:
    """What a command's help says, without the width of any terminal."""
    command = context.command
    yield MADE.format("the command's own help")
    yield f"# {context.command_path}"
    yield fenced(" ".join((context.command_path, *command.collect_usage_pieces(context))), "text")
    yield from prose(command.help or "")
    if isinstance(command, click.Group):
        lines = [
            row((code(name), cell(inner.get_short_help_str(limit=1000)))) for name, inner in command.commands.items()
        ]
        yield "\n".join(("| command | |", "|---|---|", *lines))
    lines = ["| option | value | default | |", "|---|---|---|---|"]
    for parameter in command.get_params(context):
        if isinstance(parameter, click.Option) and not parameter.hidden:
            lines.append(option_row(parameter, context))
    yield "## Options"
    yield "\n".join(lines)
    yield from prose(command.epilog or "")


def option_row(option: click.Option, context: click.Context) -> str:
    """An option: its names, the short ones first, what it takes, its default and its help."""
    names = ", ".join(code(name) for name in sorted((*option.opts, *option.secondary_opts), key=len))
    takes_value = not option.is_flag and not option.count
    extra = option.get_help_extra(context)
    bounds = f"{extra['range']}" if "range" in extra else ""
    value = " ".join(filter(None, (code(option.make_metavar(context)) if takes_value else "", code(bounds))))
    return row((names, value, code(str(extra.get("default", ""))), cell(option.help or "")))


def prose(text: str) -> Iterator[str]:
    """Paragraphs of a help text; of those that click keeps as they are, indented lines are a block of code."""
    for paragraph in inspect.cleandoc(text).split("\n\n"):
        if not paragraph.strip():
            continue
        if not paragraph.startswith("\b"):
            yield cell(" ".join(paragraph.split()))
            continue
        lines = paragraph.removeprefix("\b").strip("\n").split("\n")
        for indented, run in itertools.groupby(lines, key=lambda line: line.startswith(" ")):
            block = inspect.cleandoc("\n" + "\n".join(run))
            yield fenced(block, "text") if indented else cell(" ".join(block.split()))


# Files and formats


def configuration() -> Iterator[tuple[str, str]]:
    """What a configuration file may set."""
    yield "configuration.md", joined(configuration_page())


def configuration_page() -> Iterator[str]:
    """The keys of a configuration, from the struct that reads it."""
    described = schema(Config)["$defs"]
    yield MADE.format("analyzer/config.py")
    yield "# Configuration"
    yield (
        "The table `[tool.cutlass-lint]` of a `pyproject.toml`, or a file `cutlass-lint.toml`: the nearest one from "
        "the current folder on upwards. Keys are named like options; what the command line gives counts instead. "
        "Paths are relative to the file. Editors find its schema in "
        "[cutlass-lint-config.schema.json](schemas/cutlass-lint-config.schema.json)."
    )
    yield from key_table(described["Config"])
    yield "## Suppressions"
    yield "Generated files are written again, and comments in them lost; their findings are suppressed by kernel:"
    example = """[[tool.cutlass-lint.suppressions]]
rules = ["SMEM001"]
kernels = "M128_BS_group2,FUSION=FINALIZE"
reason = "never dispatched on this device"
"""
    yield fenced(example.strip(), "toml")
    yield from key_table(described["Entry"])


def key_table(described: dict[str, Any]) -> Iterator[str]:
    """The properties of an object, but for those that are none of the tool's own."""
    lines = ["| key | value | |", "|---|---|---|"]
    for name, value in described["properties"].items():
        if not name.startswith("$"):
            lines.append(row((code(name), cell(kind(value)), cell(value.get("description", "")))))
    yield "\n".join(lines)


def kind(value: dict[str, Any]) -> str:
    """The type of a value by its schema, in words."""
    if "anyOf" in value:
        return " or ".join(kind(option) for option in value["anyOf"] if option.get("type") != "null")
    if "enum" in value:
        return ", ".join(f"`{choice}`" for choice in value["enum"])
    match value.get("type"):
        case "array":
            return f"list of {kind(value['items'])}"
        case "object":
            return f"table of {kind(value['additionalProperties'])}"
        case None:
            return "table"
        case name:
            return str(name)


def machine_formats() -> Iterator[tuple[str, str]]:
    """What programs read."""
    yield "machine-formats.md", joined(machine_formats_page())


def machine_formats_page() -> Iterator[str]:
    """The docstrings of the modules that write machine formats."""
    yield MADE.format("the docstrings of the formats' modules")
    yield "# Machine formats"
    yield (
        "Each has a name with a version, in its key `schema`. Keys may be added, never renamed or removed, within a "
        "version; lines count from 1. SARIF, GitLab's and JUnit's formats are those of their readers."
    )
    for command, (module, name) in FORMATS.items():
        yield f"## {command}"
        yield inspect.cleandoc(module.__doc__ or "")
        if name:
            yield f"JSON schema: [{name}.schema.json](schemas/{name}.schema.json)"


def schemas() -> Iterator[tuple[str, str]]:
    """The JSON schemas of files and formats."""
    for name, kinds in SCHEMAS.items():
        head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"{name}.schema.json", "title": name}
        yield f"schemas/{name}.schema.json", json.dumps({**head, **schema(*kinds)}, indent=2, ensure_ascii=False) + "\n"


def schema(*kinds: type[msgspec.Struct]) -> dict[str, Any]:
    """The schema of a struct, or of one of several."""
    made, components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    return {**(made[0] if len(made) == 1 else {"anyOf": list(made)}), "$defs": components}


# Markdown


def joined(parts: Iterator[str]) -> str:
    """Blocks with an empty line between them."""
    return "\n\n".join(parts) + "\n"


def capitalized(sentence: str) -> str:
    """A sentence that stood behind a colon."""
    return sentence[:1].upper() + sentence[1:]


def cell(text: str) -> str:
    """Text in which only what is between backticks is code, on one line."""
    parts = " ".join(text.split()).split("`")
    if len(parts) % 2 == 0:
        return plain("`".join(parts))
    return "".join(code(part) if odd else plain(part) for part, odd in zip(parts, itertools.cycle((False, True))))


def fenced(text: str, lexer: str) -> str:
    """A block of code, whatever is in it."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{lexer}\n{text}\n{fence}"


def toctree(names: Iterator[str]) -> str:
    """The order of pages, for the site's navigation alone."""
    return "\n".join(("```{toctree}", ":hidden:", "", *names, "```"))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS)
