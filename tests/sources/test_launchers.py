import os
from pathlib import Path

import pytest

from cutlass_lint.analyzer.model import Guard, Lookup, SizeTerm, Source
from cutlass_lint.analyzer.sources import find_launcher, read_launcher, read_source


def test_macro(fixtures: Path) -> None:
    launcher = read_launcher(fixtures / "macro_launcher.inl", "INSTANTIATE_DEMO_GEMM")
    assert launcher is not None
    # The placeholder before it launches nothing.
    assert (launcher.form, launcher.line, launcher.adapter_line) == ("macro", 11, 21)
    assert launcher.parameters == ("Arch_", "T_", "CTA_M_", "CTA_N_", "CTA_K_", "SWAP_AB_")
    assert launcher.includes == ("cstddef", "macro_helpers.h")
    assert launcher.size_terms == (SizeTerm("sizeof( typename Epilogue::SharedStorage)", 17),)
    assert launcher.adapter_guards == ()


def test_macro_through_a_macro(fixtures: Path) -> None:
    launcher = read_launcher(fixtures / "macro_launcher.inl", "INSTANTIATE_ALIAS")
    assert launcher is not None
    assert (launcher.line, launcher.parameters, launcher.adapter_line) == (25, ("T_",), 21)


def test_other_macros(fixtures: Path) -> None:
    path = fixtures / "macro_launcher.inl"
    variadic = read_launcher(path, "INSTANTIATE_VARIADIC")
    empty = read_launcher(path, "INSTANTIATE_EMPTY")
    assert variadic is not None
    assert (variadic.parameters, variadic.defaults) == (("T_", "..."), 1)
    assert empty is not None
    assert empty.parameters == ()
    assert read_launcher(path, "INSTANTIATE_OBJECT") is None


def test_template(fixtures: Path) -> None:
    launcher = read_launcher(fixtures / "template_launcher.inl", "run_gemm")
    assert launcher is not None
    assert (launcher.form, launcher.line, launcher.defaults) == ("template", 29, 0)
    assert launcher.parameters == ("T", "TileShape", "ClusterShape", "M")
    # Both stand in helpers of the same file.
    assert (launcher.adapter_line, launcher.adapter_guards) == (25, (Guard("defined(ENABLE_TMA)", 23),))
    assert launcher.size_terms == (SizeTerm("sizeof(typename Epilogue::SharedStorage)", 11),)


def test_every_kind_of_template_parameter(fixtures: Path) -> None:
    launcher = read_launcher(fixtures / "template_launcher.inl", "every_kind")
    assert launcher is not None
    assert launcher.parameters == ("T", "X", "M", "QuantOp", "P", "C", "#7", "V", "Ts...")
    assert launcher.defaults == 2
    assert launcher.adapter_line == 0


def test_guards_inside_the_definition_only(fixtures: Path) -> None:
    launcher = read_launcher(fixtures / "template_launcher.inl", "guarded")
    assert launcher is not None
    assert [guard.condition for guard in launcher.adapter_guards] == ["!defined(NO_ADAPTER)", "VERSION > 1"]


@pytest.mark.parametrize("name", ["kernel", "specialized", "plain_function", "Selector", "run", "absent", ""])
def test_not_a_launcher(fixtures: Path, name: str) -> None:
    assert read_launcher(fixtures / "template_launcher.inl", name) is None


def test_unreadable_file(tmp_path: Path) -> None:
    (tmp_path / "binary.inl").write_bytes(b"#define INSTANTIATE_X(a)\n\0")
    for path in (tmp_path / "binary.inl", tmp_path / "gone.inl", tmp_path):
        assert read_launcher(path, "INSTANTIATE_X") is None


def test_changed_file_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "launcher.inl"
    path.write_text("#define INSTANTIATE_X(a)\n")
    first = read_launcher(path, "INSTANTIATE_X")
    path.write_text("#define INSTANTIATE_X(b)\n")
    os.utime(path, ns=(1, 1))
    second = read_launcher(path, "INSTANTIATE_X")
    assert first is not None
    assert second is not None
    assert (first.parameters, second.parameters) == (("a",), ("b",))


def source_in(folder: Path, *includes: str) -> Source:
    return Source(str(folder / "generated.cu"), includes, ())


def test_find_next_to_the_source(fixtures: Path) -> None:
    source = read_source(fixtures / "macro_calls.cu")
    launcher = find_launcher("INSTANTIATE_DEMO_GEMM", source, Lookup())
    assert launcher is not None
    assert launcher.file == str(fixtures / "macro_launcher.inl")


def test_find_in_include_dirs_in_order(tmp_path: Path) -> None:
    for folder, parameter in [("own", "o"), ("first", "f"), ("second", "s")]:
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"{folder}.inl").write_text(f"#define INSTANTIATE_X({parameter})\n")
        (tmp_path / folder / "common.inl").write_text(f"#define INSTANTIATE_Y({parameter})\n")
    directories = (str(tmp_path / "missing"), str(tmp_path / "first"), str(tmp_path / "second"))

    def parameter_of(name: str, *includes: str) -> tuple[str, ...] | None:
        launcher = find_launcher(name, source_in(tmp_path / "own", *includes), Lookup(directories))
        return launcher.parameters if launcher else None

    assert parameter_of("INSTANTIATE_X", "second.inl") == ("s",)
    assert parameter_of("INSTANTIATE_X", "absent.inl", "first.inl", "second.inl") == ("f",)
    assert parameter_of("INSTANTIATE_Y", "common.inl") == ("o",)
    assert parameter_of("INSTANTIATE_Y", "first.inl") is None


def test_find_goes_two_levels_down(fixtures: Path) -> None:
    source = source_in(fixtures, "macro_launcher.inl")
    for name, found in [("ONE_LEVEL", True), ("TWO_LEVELS", False), ("THREE_LEVELS", False)]:
        assert (find_launcher(f"INSTANTIATE_{name}_DOWN", source, Lookup()) is not None) is found
    source = source_in(fixtures, "macro_helpers.h")
    for name, found in [("ONE_LEVEL", True), ("TWO_LEVELS", True), ("THREE_LEVELS", False)]:
        assert (find_launcher(f"INSTANTIATE_{name}_DOWN", source, Lookup()) is not None) is found


def test_defaults_of_a_declaration_in_an_included_header(fixtures: Path) -> None:
    launcher = find_launcher("run_gemm", source_in(fixtures, "template_launcher.inl"), Lookup())
    assert launcher is not None
    assert launcher.defaults == 2


def test_includes_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "a.h").write_text('#include "b.h"\n')
    (tmp_path / "b.h").write_text('#include "a.h"\n')
    assert find_launcher("INSTANTIATE_X", source_in(tmp_path, "a.h"), Lookup()) is None
