"""Headers that take the fixed-width integers of another namespace over: the same types by other means."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cutlass_lint.analyzer.model import Lookup
from cutlass_lint.analyzer.smem.fixed_widths import aliased
from cutlass_lint.analyzer.smem.hooks import hooks

HEADER = b"""#pragma once
namespace cute {
using STANDARD::int8_t;
  using  other :: deep::uint64_t ;  // all of it
using STANDARD::is_same;
using ::int16_t;
// using STANDARD::int32_t;
using uint32_t = STANDARD::uint32_t;
}
"""


def test_declarations_become_aliases_line_by_line() -> None:
    changed = aliased(HEADER)
    assert changed is not None
    lines = zip(HEADER.splitlines(), changed.splitlines(), strict=True)
    assert [new for old, new in lines if old != new] == [
        b"using int8_t = STANDARD::int8_t;",
        b"  using  uint64_t = other :: deep::uint64_t ;  // all of it",
    ]


@pytest.mark.parametrize("text", ["", "using STANDARD::size_t;", "namespace STANDARD { using int8_t = char; }"])
def test_a_header_without_any_stays_as_it_is(text: str) -> None:
    assert aliased(text.encode()) is None


def test_they_are_looked_for_where_cute_has_them(tmp_path: Path) -> None:
    for name in ("cute/numeric/int.hpp", "cute/numeric/real.hpp", "cute/int.hpp"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(HEADER)
    assert set(hooks(Lookup((str(tmp_path),)), ("120",)).files) == {f"{tmp_path}/cute/numeric/int.hpp"}


def test_the_types_are_the_same(tmp_path: Path) -> None:
    standard = "#include <cstdint>\nnamespace STANDARD { using std::int8_t; using std::uint64_t; }\n"
    names = "namespace cute { using STANDARD::int8_t;\nusing STANDARD::uint64_t; }\n"
    asked = "".join(
        f"static_assert(__is_same(cute::{name}, ::{name}) && sizeof(cute::{name}) == {size});\n"
        for name, size in (("int8_t", 1), ("uint64_t", 8))
    )
    changed = aliased(names.encode())
    assert changed is not None
    assert changed != names.encode()
    code = (
        "import sys\nfrom clang import cindex\n"
        "unit = cindex.Index.create().parse('a.cpp', args=['-std=c++17', '-nostdinc', '-I' + sys.argv[2]],"
        " unsaved_files=[('a.cpp', open(sys.argv[1]).read())])\n"
        "sys.exit('\\n'.join(d.spelling for d in unit.diagnostics) or None)"
    )
    (tmp_path / "cstdint").write_text(
        "using int8_t = signed char; using uint64_t = unsigned long;\n"
        "namespace std { using ::int8_t; using ::uint64_t; }\n"
    )
    source = tmp_path / "a.txt"
    source.write_text(standard + changed.decode() + asked)
    done = subprocess.run([sys.executable, "-c", code, source, tmp_path], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
