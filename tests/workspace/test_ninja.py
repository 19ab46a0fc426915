from __future__ import annotations

import shlex
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutlass_lint.analyzer.workspace import ninja

if TYPE_CHECKING:
    from pathlib import Path

    from cutlass_lint.analyzer.model import Flags

OLD = r"""ninja_required_version = 1.3
name = fused_moe_120
cuda_home = /usr/local/cuda
nvcc = $cuda_home/bin/nvcc

common_cflags = -DPy_LIMITED_API=0x03090000 $
    -I/pkg/data/csrc/nv_internal $
    -isystem $cuda_home/include $
    -isystem /pkg/data/cutlass/include $
    -I/cache/generated
cuda_cflags = $common_cflags $
    --compiler-options=-fPIC $
    -gencode=arch=compute_120a,code=sm_120a $
    -DENABLE_FP4 $
    "" $
    -DNAME=\"abc\"
cuda_post_cflags =

rule compile
  command = c++ -MMD -DHOST $cflags -c $in -o $out
  deps = gcc

rule cuda_compile
  command = $nvcc --dependency-output $out.d $cuda_cflags -c $in -o $out $cuda_post_cflags
  depfile = $out.d

build /o/a.cuda.o: cuda_compile /s/a.cu
build /o/b c.cuda.o: cuda_compile /s/my kernels/b c.cu
build /o/c.o: compile /s/c.cpp
build /o/m.so: link /o/a.cuda.o /o/b.cuda.o
default /o/m.so
"""

NEW = """cuda_home = /usr
nvcc_launcher =
common_cflags = -I/pkg
cuda_cflags = $common_cflags $
    -gencode=arch=compute_90a,code=sm_90a -gencode=arch=compute_120f,code=sm_120f -DA -DB
cuda_arch_flags = -gencode=arch=compute_90a,code=sm_90a

rule cuda_compile
  command = $nvcc_launcher $nvcc -MF $out.d $cuda_cflags -c $in -o $out $cuda_post_cflags

build /o/x_a.cuda.o: cuda_compile /s/a.cu
  cuda_cflags = $cuda_cflags -UA -DC=1
build /o/x_b.cuda.o: cuda_compile /s/b.cu
"""


def flags(line: str) -> tuple[Flags, tuple[str, ...]]:
    return ninja.compile_flags(shlex.split(line))


def test_0_6_shape() -> None:
    first, second = ninja.parse(OLD)
    assert (first.source, second.source) == ("/s/a.cu", "/s/my kernels/b c.cu")
    assert first.flags == second.flags
    assert first.devices == ("120",)
    assert first.flags.defines == ("Py_LIMITED_API=0x03090000", "ENABLE_FP4", 'NAME="abc"')
    assert first.flags.include_dirs == (
        "/pkg/data/csrc/nv_internal",
        "/cache/generated",
        "/usr/local/cuda/include",
        "/pkg/data/cutlass/include",
    )


def test_0_7_shape_with_an_edge_of_its_own_flags() -> None:
    first, second = ninja.parse(NEW)
    assert first.flags.defines == ("B", "C=1")
    assert second.flags.defines == ("A", "B")
    assert first.devices == second.devices == ("90", "120")


def test_escapes_in_paths() -> None:
    (edge,) = ninja.parse("s = /src\nbuild /o$:x/a.o: cuda_compile ${s}/my$ file$:1$$.cu | dep.h || order\n")
    assert edge.source == "/src/my file:1$.cu"


def test_two_sources_on_one_edge() -> None:
    assert [edge.source for edge in ninja.parse("build o: cuda_compile /a.cu /b.cu\n")] == ["/a.cu", "/b.cu"]


def test_windows_line_ends_comments_and_unknown_variables() -> None:
    text = "# c\r\ncuda_cflags = -DA $\r\n    $nothing -DB\r\n  # indented\r\nbuild o: cuda_compile /a.cu\r\n"
    (edge,) = ninja.parse(text)
    assert edge.flags.defines == ("A", "B")


def test_an_escaped_dollar_at_the_end_does_not_continue_the_line() -> None:
    (edge,) = ninja.parse("cuda_cflags = -DA=$$\nx = -DB\nbuild o: cuda_compile /a.cu\n")
    assert edge.flags.defines == ("A=$",)


def test_a_rule_that_uses_itself_ends() -> None:
    (edge,) = ninja.parse("cuda_cflags = $cuda_cflags -DA\nbuild o: cuda_compile /a.cu\n")
    assert edge.flags.defines == ("A",)


@pytest.mark.parametrize(
    ("line", "defines"),
    [
        ("-D A -DB -D C=1", ("A", "B", "C=1")),
        ("-DA=1 -DB -DA=2", ("B", "A=2")),
        ("-DA -UA -U B", ()),
        ("--define-macro=A --define-macro B --undefine-macro=A", ("B",)),
        ("-Xcompiler -DHOST -DA", ("A",)),
        ("-Xcompiler=-DHOST --compiler-options -DHOST -DA", ("A",)),
        ("-include -DODD.h -DA", ("A",)),
        ("'-DF(x)=x' -UF", ()),
        ("-D", ()),
        ("-O3 --threads=1 -use_fast_math -std=c++17 x.cu", ()),
    ],
)
def test_defines(line: str, defines: tuple[str, ...]) -> None:
    assert flags(line)[0].defines == defines


def test_include_folders_are_in_search_order() -> None:
    found, _ = flags("-isystem /s1 -I /i1 -isystem/s2 -I/i2 --include-path=/i3 --system-include /s3 -I/i1")
    assert found.include_dirs == ("/i1", "/i2", "/i3", "/s1", "/s2", "/s3")


@pytest.mark.parametrize(
    ("line", "devices"),
    [
        ("-gencode=arch=compute_120a,code=sm_120a", ("120",)),
        ("-gencode arch=compute_90a,code=sm_90a -gencode arch=compute_100a,code=sm_100a", ("90", "100")),
        ("--generate-code=arch=compute_90a,code=[sm_90a,compute_90a]", ("90",)),
        ("-gencode=arch=compute_80,code=sm_86", ("86",)),
        ("-arch=sm_90a", ("90",)),
        ("-arch sm_103a", ("103",)),
        ("--gpu-architecture=compute_120f", ("120",)),
        ("-DX=sm_90", ()),
    ],
)
def test_devices(line: str, devices: tuple[str, ...]) -> None:
    assert flags(line)[1] == devices


def test_an_unclosed_quote_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "build.ninja"
    file.write_text('cuda_cflags = -DA="x\nbuild o: cuda_compile /a.cu\n')
    with pytest.raises(ninja.NinjaError, match=r"^cannot be read: No closing quotation$"):
        ninja.read(file)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ninja.NinjaError, match="No such file"):
        ninja.read(tmp_path / "build.ninja")


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    file = tmp_path / "build.ninja"
    file.write_bytes(b"cuda_cflags = -I/\xff\nbuild o: cuda_compile /\xfe.cu\n")
    (edge,) = ninja.read(file)
    assert edge.source == "/\udcfe.cu"
    assert edge.flags.include_dirs == ("/\udcff",)


NAMES = st.text("abcdefgh_-0123456789", min_size=1, max_size=6)
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\n\r"), max_size=20)


@given(TEXTS)
def test_escaped_dollars_come_back(text: str) -> None:
    assert ninja.expand(text.replace("$", "$$"), {}) == text


@given(NAMES, TEXTS, TEXTS)
def test_both_spellings_of_a_variable_expand_alike(name: str, value: str, before: str) -> None:
    before = before.replace("$", "$$")
    variables = {name: value}
    assert ninja.expand(f"{before}${{{name}}}", variables) == ninja.expand(f"{before}${name}", variables)
    assert ninja.expand(f"${{{name}}}", variables) == value


@given(st.lists(st.tuples(NAMES, st.lists(NAMES, max_size=3), NAMES), max_size=8))
def test_nested_variables_expand_as_if_written_out(bindings: list[tuple[str, list[str], str]]) -> None:
    """A reference takes the value that its variable has at that line, whatever is assigned later."""
    lines, values = [], {}
    for name, references, word in bindings:
        lines.append(f"{name} = {word} " + " $\n    ".join(f"${{{reference}}}" for reference in references))
        values[name] = " ".join([word, *(values.get(reference, "") for reference in references)])
    for name, value in values.items():
        text = "\n".join([*lines, f"cuda_cflags = -DX='${{{name}}}'", "build o: cuda_compile /a.cu", ""])
        (edge,) = ninja.parse(text)
        assert edge.flags.defines[0].split() == f"X={value}".split()


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(ValueError):
        ninja.parse(f"{text}\nbuild o: cuda_compile /a.cu\n")
