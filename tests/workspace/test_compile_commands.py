from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from cutlass_lint.analyzer.devices import parse_device
from cutlass_lint.analyzer.model import Flags
from cutlass_lint.analyzer.workspace import discover
from cutlass_lint.analyzer.workspace.compile_commands import CompileCommandsError, read
from cutlass_lint.analyzer.workspace.extra_flags import extra_flags

if TYPE_CHECKING:
    from conftest import Maker


def commands(make: Maker, *entries: dict[str, Any], path: str = "build/compile_commands.json") -> Path:
    return make.file(path, json.dumps(list(entries)))


def entry(make: Maker, command: str | list[str], file: str = "../csrc/a.cu", **more: str) -> dict[str, Any]:
    (make.root / "build").mkdir(exist_ok=True)
    make.file(Path("build") / file)
    form = {"command": command} if isinstance(command, str) else {"arguments": command}
    return {"directory": str(make.root / "build"), "file": file, **form, **more}


@pytest.mark.parametrize("form", ["command", "arguments"])
def test_what_sizes_depend_on_is_read(make: Maker, form: str) -> None:
    words = [
        "/usr/local/cuda/bin/nvcc", "-forward-unknown-to-host-compiler", '-DVERSION="4 2"', "-DOLD", "-UOLD",
        "-D", "NEW=1", "-I../csrc", f"-I{make.root}/my headers", "-isystem", "../third", "-include", "config.h",
        "-std=c++17",
        "--generate-code=arch=compute_90a,code=[compute_90a,sm_90a]", "-gencode", "arch=compute_120a,code=sm_120a",
        "-Xcompiler=-fPIC", "-x", "cu", "-c", "../csrc/a.cu", "-o", "CMakeFiles/gemm.dir/csrc/a.cu.o",
    ]  # fmt: skip
    quoted = " ".join(f"'{word}'" if " " in word else word for word in words)
    make.file("build/config.h")
    (found,) = read(commands(make, entry(make, quoted if form == "command" else words)))
    root = make.root
    assert found.sources == (f"{root}/csrc/a.cu",)
    assert found.flags == Flags(
        ('VERSION="4 2"', "NEW=1"),
        (f"{root}/csrc", f"{root}/my headers", f"{root}/third"),
        (f"{root}/build/config.h",),
    )
    assert found.devices == ("90", "120")
    assert (found.name, found.problem) == ("gemm", None)


def test_what_could_run_code_or_is_not_known_is_passed_over(make: Maker) -> None:
    command = (
        "clang++ -fplugin=/x/evil.so -Xclang -load -Xclang -DNOT_THIS -Xcompiler -DNOR_THIS -mllvm -DNOR_THAT "
        "-B/x -specs=/x/y --sysroot=/z -DTHIS -O3 -c ../csrc/a.cu"
    )
    (found,) = read(commands(make, entry(make, command)))
    assert found.flags == Flags(("THIS",))
    assert found.problem is None


@pytest.mark.parametrize("option", ["@flags.rsp", "--options-file flags.rsp", "--options-file=flags.rsp"])
def test_options_from_a_file_leave_the_flags_unknown(make: Maker, option: str) -> None:
    make.file("build/flags.rsp", "-DSECRET")
    (found,) = read(commands(make, entry(make, f"nvcc -DA {option} -c ../csrc/a.cu")))
    assert found.problem is not None
    assert "takes options from a file" in found.problem.message


def test_a_quote_that_is_not_closed_costs_only_its_own_command(make: Maker) -> None:
    path = commands(make, entry(make, "nvcc '-DA"), entry(make, "nvcc -DB", "../csrc/b.cu"))
    bad, good = read(path)
    assert bad.problem is not None
    assert "No closing quotation" in bad.problem.message
    assert good.flags.defines == ("B",)


def test_sources_are_grouped_by_their_flags(make: Maker) -> None:
    path = commands(
        make,
        entry(make, "nvcc -DA", "../csrc/a.cu"),
        entry(make, "nvcc -DB", "../csrc/b.cu"),
        entry(make, "nvcc -DA -O2", "../csrc/c.cu"),
        entry(make, "c++ -DA", "../csrc/d.cpp"),
        {"directory": str(make.root), "file": "gone.cu", "command": "nvcc -DA"},
    )
    names = {compiled.flags.defines: [Path(s).name for s in compiled.sources] for compiled in read(path)}
    assert names == {("A",): ["a.cu", "c.cu"], ("B",): ["b.cu"]}


def test_cutlass_is_found_and_libraries_with_stand_ins_are_left_out(make: Maker) -> None:
    make.cutlass("third/cutlass/include", "4.2.0")
    make.file("torch/include/ATen/ATen.h")
    make.file("cuda/include/cuda_runtime_api.h")
    words = ["nvcc", "-isystem=../torch/include", "-I../cuda/include", "-I../third/cutlass/include"]
    (found,) = read(commands(make, entry(make, words)))
    assert found.flags.include_dirs == (f"{make.root}/third/cutlass/include",)
    assert found.headers is not None
    assert (found.headers.origin, found.headers.cutlass) == ("compile_commands.json", "4.2.0")


@pytest.mark.parametrize("text", ["", "{}", "[1]", '[{"directory": "/"}]', "\ufeff[]", '[{"file": 3}]'])
def test_other_json_is_a_problem_of_one_line(make: Maker, text: str) -> None:
    path = make.file("build/compile_commands.json", text)
    with pytest.raises(CompileCommandsError) as error:
        read(path)
    assert len(str(error.value).splitlines()) == 1
    (problem,) = discover(path).problems
    assert problem.file == str(path)


def test_a_folder_has_its_commands_and_other_sources(make: Maker) -> None:
    commands(make, entry(make, "nvcc -DA -arch=sm_120a -o x/CMakeFiles/one.dir/a.o"))
    make.file("csrc/other.cu")
    workspace = discover(make.root)
    modules = {module.name: module for module in workspace.modules}
    assert modules["one"].sources == (f"{make.root}/csrc/a.cu",)
    assert modules["one"].devices == ("120",)
    assert modules["csrc"].sources == (f"{make.root}/csrc/other.cu",)
    assert [module.name for module in discover(make.root, modules=("o*",)).modules] == ["one"]


def test_the_path_may_be_the_file_itself(make: Maker) -> None:
    path = commands(make, entry(make, "nvcc -DA -arch=sm_90a"))
    (module,) = discover(path).modules
    assert (module.flags.defines, module.devices) == (("A",), ("90",))
    (module,) = discover(path, device=parse_device("120")).modules
    assert module.devices == ("120",)


def test_the_users_flags_come_first_and_win(make: Maker) -> None:
    path = commands(make, entry(make, "nvcc -DA=1 -DB -I../csrc"))
    extra = extra_flags([make.root / "mine"], ["A=2", "C"])
    (module,) = discover(path, extra=extra).modules
    assert replace(module.flags, roots=None) == Flags(("B", "A=2", "C"), (f"{make.root}/mine", f"{make.root}/csrc"))


def test_the_users_cutlass_is_all_that_a_source_of_unknown_origin_gets(make: Maker) -> None:
    make.cutlass("cutlass/include", "4.2.0")
    source = make.file("a.cu")
    (module,) = discover(source, extra=extra_flags([make.root / "cutlass" / "include"], ["A"])).modules
    assert replace(module.flags, roots=None) == Flags(("A",), (f"{make.root}/cutlass/include",))
    assert module.headers is not None
    assert (module.headers.origin, module.headers.cutlass, module.problem) == ("-I", "4.2.0", None)
