"""What a source includes whatever it is compiled with."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutlass_lint.analyzer.sources.includes import always_included


def included(folder: Path, text: str) -> list[str]:
    """The names that a source with this text always includes."""
    source = folder / "source.cu"
    source.write_text(text)
    return [include.name for include in always_included([str(source)], (), lambda _include: True)]


@pytest.mark.parametrize(
    "text",
    [
        '#pragma once\n#include "a.h"\n',
        '#ifndef GUARD\n#define GUARD\n#include "a.h"\n#endif\n',
        "// a header\n#pragma once\n#if !defined(GUARD)\n#  define GUARD 1\n# include <a.h>\n#endif // GUARD\n",
        '#if !defined GUARD\n#define GUARD\n#include "a.h"\n#endif\n',
        '#if ENABLE_FP4\n#include "b.h"\n#endif\n#include "a.h"\n',
    ],
)
def test_an_include_outside_of_conditions_is_always_read(tmp_path: Path, text: str) -> None:
    assert included(tmp_path, text) == ["a.h"]


@pytest.mark.parametrize(
    "text",
    [
        '#if 0\n#include "a.h"\n#endif\n',
        '#ifdef ENABLE_FP4\n#include "a.h"\n#endif\n',
        '#if __has_include("a.h")\n#include "a.h"\n#endif\n',
        '#ifndef OTHER\n#define GUARD\n#include "a.h"\n#endif\n',
        '#ifndef GUARD\n#define GUARD\n#ifdef X\n#include "a.h"\n#endif\n#endif\n',
        '#ifndef GUARD\n#define GUARD\n#else\n#include "a.h"\n#endif\n',
        '// #include "a.h"\n',
        'char const* text = R"(\n#include "a.h"\n)";\n',
        "#include NAMED_BY_A_MACRO\n",
    ],
)
def test_an_include_under_a_condition_may_not_be_read(tmp_path: Path, text: str) -> None:
    assert included(tmp_path, text) == []


def test_headers_are_followed_in_the_order_of_the_folders(tmp_path: Path) -> None:
    for folder, name in (("first", "a.h"), ("second", "a.h"), ("second", "b.h")):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / name).write_text('#include "b.h"\n#include "a.h"\n')
    source = tmp_path / "source.cu"
    source.write_text('#include "a.h"\n#include "c.h"\n')
    folders = (str(tmp_path / "first"), str(tmp_path / "second"))
    found = list(always_included([str(source)], folders, lambda include: include.name != "b.h"))
    first, second = (str(tmp_path / folder) for folder in ("first", "second"))
    assert [(Path(one.file).name, one.line, one.name, one.found) for one in found] == [
        ("source.cu", 1, "a.h", f"{first}/a.h"),
        ("source.cu", 2, "c.h", None),
        ("a.h", 1, "b.h", f"{second}/b.h"),
        ("a.h", 2, "a.h", f"{first}/a.h"),
    ]
