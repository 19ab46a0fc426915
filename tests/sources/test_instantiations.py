import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from cutlass_lint.analyzer.model import Source
from cutlass_lint.analyzer.sources import files, read_source

Read = Callable[[str | bytes], Source]

EXPECTED = re.compile(r"// expect: launcher=(\w+) args=(\d+)(?: count=(\d+))?(?: guards=(.+))?")


def expectations(path: Path) -> list[tuple[int, str, int, str | None]]:
    found = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if match := EXPECTED.search(line):
            found += [(number, match[1], int(match[2]), match[4])] * int(match[3] or 1)
    return found


@pytest.mark.parametrize("name", ["macro_calls.cu", "explicit_templates.cu", "no_instantiations.cu", "branches.cu"])
def test_fixtures_say_what_is_expected(fixtures: Path, name: str) -> None:
    source = read_source(fixtures / name)
    expected = expectations(fixtures / name)
    found = [(i.line, i.launcher, len(i.arguments)) for i in source.instantiations]
    assert found == [(line, launcher, count) for line, launcher, count, _ in expected]
    assert source.problems == ()


def test_guards_are_outermost_first(fixtures: Path) -> None:
    source = read_source(fixtures / "branches.cu")
    expected = [guards or "" for *_, guards in expectations(fixtures / "branches.cu")]
    assert ["|".join(guard.condition for guard in i.guards) for i in source.instantiations] == expected
    assert [guard.line for guard in source.instantiations[0].guards] == [2, 3]
    assert [guard.line for guard in source.instantiations[2].guards] == [2, 8, 8]


def test_includes_in_order(fixtures: Path) -> None:
    assert read_source(fixtures / "macro_calls.cu").includes == ("macro_launcher.inl", "vector")


def test_arguments_of_a_macro(fixtures: Path) -> None:
    calls = {i.line: i for i in read_source(fixtures / "macro_calls.cu").instantiations}
    by_name = {i.launcher: i.arguments for i in calls.values()}
    assert calls[9].arguments == ("Sm120", "half", "128", "256", "128", "true")
    assert by_name["INSTANTIATE_HOLES"] == ("", "1", "")
    assert by_name["INSTANTIATE_PLAIN"] == ("Shape<1", "2>", "{3", "4}", "[5", "6]")
    assert by_name["INSTANTIATE_TEXT"] == ('"a, (b"', "')'", 'R"x(, " ()x"', "1'000", "'\"'")


def test_arguments_of_a_template(fixtures: Path) -> None:
    first, second, third, *rest = read_source(fixtures / "explicit_templates.cu").instantiations
    assert first.arguments == ("half", "cute::Shape<cute::Int<128>, cute::Int<64>>", "3")
    assert second.arguments == ("A<B<int>>", "(2 > 1)", "sizeof(int[2])")
    assert third.arguments == ("Op::kOne", "'x'")
    assert {i.launcher: i.arguments for i in rest}["point"] == ("Point{1, 2}", "3")
    assert {i.form for i in (first, second, third, *rest)} == {"template"}


def test_span_and_position(read: Read) -> None:
    text = "int a;\n  INSTANTIATE_X(1,\n    2) ; int b;\n"
    (call,) = read(text).instantiations
    assert (call.line, call.column, call.end_line) == (2, 3, 3)
    assert text[call.start_byte : call.end_byte] == "INSTANTIATE_X(1,\n    2) ;"


def test_semicolon_beyond_a_directive_is_not_the_call_s(read: Read) -> None:
    text = "#if A\nINSTANTIATE_X(1)\n#endif\n;\n"
    (call,) = read(text).instantiations
    assert text[call.start_byte : call.end_byte] == "INSTANTIATE_X(1)"


def test_crlf_bom_and_non_ascii(read: Read) -> None:
    text = "#if A && \\\r\n  B\r\n/* größer */ INSTANTIATE_X(1, // é\r\n  2);\r\n#endif\r\n"
    data = b"\xef\xbb\xbf" + text.encode()
    source = read(data)
    (call,) = source.instantiations
    assert (call.line, call.column, call.end_line) == (3, 14, 4)
    assert call.arguments == ("1", "2")
    assert [guard.condition for guard in call.guards] == ["A && B"]
    assert data[call.start_byte : call.end_byte].startswith(b"INSTANTIATE_X(1, // ")
    assert source.problems == ()
    (first,) = read(b"\xef\xbb\xbfINSTANTIATE_X(1)").instantiations
    assert (first.line, first.column, first.start_byte) == (1, 1, 3)


def test_stray_bytes_in_a_comment(read: Read) -> None:
    source = read(b"// caf\xe9\nINSTANTIATE_X(\xff);\n")
    assert [i.arguments for i in source.instantiations] == [("\ufffd",)]
    assert source.problems == ()


@pytest.mark.parametrize(
    ("text", "line", "message", "count"),
    [
        ("INSTANTIATE_X(1);\nINSTANTIATE_X(1, 2", 2, "cut off", 1),
        ("INSTANTIATE_X(1,\nINSTANTIATE_X(3);\n", 1, "cut off", 1),
        ("INSTANTIATE_X(1);\nINSTANTIATE_X // cut\n", 2, "cut off", 1),
        ("INSTANTIATE_X(1);\nINSTANTIATE_X \\", 2, "cut off", 1),
        ("INSTANTIATE_X(1);\nINSTANTIATE_X /", 2, "cut off", 1),
        ("namespace a {\ntemplate void f<1, 2>(int", 2, "cut off", 0),
        ("template void f<1, 2", 1, "cut off", 0),
        ("template void f<1>(int)\ntemplate void f<2>(int);\n", 1, "does not end in `;`", 1),
        ("template void f<1>(int)\nINSTANTIATE_X(1)\n", 1, "does not end in `;`", 1),
        ("template void f<1>(int) { return; }\n", 1, "does not end in `;`", 0),
        ("template int variable<1>;\n", 1, "not understood", 0),
        ("#if A\n#if B\nINSTANTIATE_X(1)\n#endif\n", 1, "`#if` without `#endif`", 1),
        ("INSTANTIATE_X(1)\n#endif\n", 2, "without `#if`", 1),
        ("#endif\n", 1, "without `#if`", 0),
        ("\nnamespace a {\nINSTANTIATE_X(1)\n", 2, "`{` is not closed", 1),
        ("\nvoid f() {\nINSTANTIATE_X(1)\n", 2, "`{` is not closed", 1),
        ("INSTANTIATE_X(1)\n/* INSTANTIATE_X(2)\n", 2, "not closed", 1),
        ('INSTANTIATE_X(1)\nauto a = R"(\nINSTANTIATE_X(2)', 2, "not closed", 1),
        ("INSTANTIATE_X(1,\n#if A\n2\n#else\n3\n#endif\n)", 1, "directive inside", 1),
    ],
)
def test_damage_is_told(read: Read, text: str, line: int, message: str, count: int) -> None:
    source = read(text)
    (problem,) = source.problems
    assert problem.line == line
    assert message in problem.message
    assert "\n" not in problem.message + problem.remedy
    assert problem.remedy
    assert len(source.instantiations) == count


@pytest.mark.parametrize("data", [b"\x7fELF\0\0INSTANTIATE_X(1)", "INSTANTIATE_X(1)".encode("utf-16")])
def test_binary_file(read: Read, data: bytes) -> None:
    source = read(data)
    assert source.instantiations == ()
    assert "binary" in source.problems[0].message


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.cu")
    for path, message in [
        (tmp_path / "gone.cu", "No such file"),
        (tmp_path, "not a regular file"),
        (tmp_path / "pipe.cu", "not a regular file"),
        (tmp_path / "bad\0name.cu", "cannot be read"),
    ]:
        source = read_source(path)
        (problem,) = source.problems
        assert message in problem.message
        assert (problem.line, problem.file, source.file) == (0, str(path), str(path))


def test_large_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "large.cu"
    with path.open("wb") as file:
        file.truncate(files.LIMIT + 1)
    assert "over the limit" in read_source(path).problems[0].message


def test_empty_file(read: Read) -> None:
    source = read(b"")
    assert (source.includes, source.instantiations, source.problems) == ((), (), ())


def test_relative_path_becomes_absolute(fixtures: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(fixtures)
    source = read_source(Path("branches.cu"))
    assert source.file == str(fixtures / "branches.cu") == source.instantiations[0].file
