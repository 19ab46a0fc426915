"""The tree of names that a kernel's type depends on, as styled lines: what each is here, and what made it so."""

from __future__ import annotations

from collections.abc import Iterator

from cutlass_lint.analyzer.model import Alias, Explanation
from cutlass_lint.reports.explain_trees import Line, alias_rows, by_adapter
from cutlass_lint.reports.shortening import plain, short

_LEAST = 16
"""Characters that a type or an expression needs to be worth showing."""


def types(explanation: Explanation, width: int) -> Iterator[Line]:
    """Yield the names from the kernel down with their lines in the launcher, `width` characters where that will do."""
    aliases = explanation.aliases
    for row in alias_rows(aliases) if aliases else ():
        alias = aliases[row.index]
        gutter = f"{alias.location.line:>9}  "
        room = width - len(gutter) - len(row.guides)
        if alias.kind == "kernel":
            text = short(alias.expression, room)
            said = f"GemmUniversalAdapter<{text}>" if by_adapter(explanation) else f"launch of {text} by <<<...>>>"
            yield ((gutter, "dim"), (said, "strong"))
            continue
        lead: Line = ((gutter, "dim"), (row.guides, "dim"), (alias.name, "strong"))
        if alias.resolved is None:
            yield (*lead, (f"  not known: {short(alias.reason or '', max(room - len(alias.name), width // 2))}", "bad"))
            continue
        source, why = _source(alias), _why(alias)
        room -= len(alias.name) + len(" = ")
        # A name is worth more than another argument of a type; of a long expression its beginning will do.
        wanted = len(why) + (len(source) if "<" not in source else min(len(source), room // 3))
        value = short(alias.resolved, max(room - wanted, _LEAST))
        left = room - len(value) - len(why)
        source = short(source, left) if left >= _LEAST else ""
        yield (*lead, (f" = {value}", "plain"), (source, "dim"), (why, "dim"))


def _source(alias: Alias) -> str:
    """The text that a value comes from, unless that says the same again."""
    if alias.kind == "builder":
        return "  ← the kernel class" if alias.name == "TileScheduler" else "  ← the builder"
    source, value = _unwrapped(plain(alias.chosen)), plain(alias.resolved or "")
    same = source == value or source.partition("<")[0] == value.partition("<")[0]
    return "" if same or not source else f"  ← {source}"


def _why(alias: Alias) -> str:
    """The conditions that chose the text."""
    states = {True: "true", False: "false", None: "not known"}
    conditions = dict.fromkeys(f"{_unwrapped(plain(c.expression))} → {states[c.holds]}" for c in alias.conditions)
    return f"  ({', '.join(conditions)})" if conditions else ""


def _unwrapped(text: str) -> str:
    """An expression without parentheses around all of it."""
    inner = text[1:-1]
    depth = 0
    for character in inner:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth < 0:
            return text
    return _unwrapped(inner) if text.startswith("(") and text.endswith(")") and depth == 0 else text
