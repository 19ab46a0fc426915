"""What public reports ask about FlashInfer's cache: O19, O20 and O22, each in a cache that is made for it.

O22 names three reports: a server that hangs while it loads a module, a library that is older than what it is made from,
and processes that build at the same time. What they had in their caches is not public; these are the states that lead
to what they saw, and beside each one that looks alike and does no harm.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from built_modules import Module, cutlass_tree, package, write, written
from locked_files import locked, orphaned

from cutlass_lint.analyzer.graph import KernelGraph
from cutlass_lint.analyzer.model import Finding
from cutlass_lint.analyzer.pipeline import read, surroundings
from cutlass_lint.analyzer.requests import Request
from cutlass_lint.analyzer.smem.frontend import Settings
from cutlass_lint.analyzer.workspace import toolkits
from cutlass_lint.rules import all_rules, run_rules

RULES = [rule for rule in all_rules() if rule.code.startswith("CACHE")]


def findings(path: Path, headers: Path | None = None) -> list[Finding]:
    """What the rules about caches say of a path. No kernel is sized for that."""
    inputs = read(Request((path,), Settings(jobs=1), headers))
    return list(run_rules(KernelGraph((), surroundings(inputs)), RULES).findings)


def told(found: list[Finding]) -> str:
    """The only finding: its code, message and details."""
    (finding,) = found
    return "\n".join((f"{finding.rule} {finding.message}", *finding.details))


@pytest.fixture(autouse=True)
def toolkit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A toolkit that a link leads to, as /usr/local has them; nothing in the environment tells of one."""
    for name in ("CUDA_HOME", "CUDA_PATH", "CPATH", "CPLUS_INCLUDE_PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", "/nonexistent")
    monkeypatch.setattr(toolkits, "_DEFAULT", "/nonexistent/cuda")
    nvcc = write(tmp_path / "local" / "cuda-13.2" / "bin" / "nvcc")
    nvcc.chmod(0o755)
    (tmp_path / "local" / "cuda").symlink_to("cuda-13.2")
    return tmp_path / "local"


def test_o19_another_spelling_of_the_same_toolkit_compiles_everything_again(
    tmp_path: Path, toolkit: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = Module(tmp_path / "cache", version="0.6.12", cuda_home=f"{toolkit}/cuda-13.2")
    assert findings(tmp_path / "cache") == []
    monkeypatch.setenv("PATH", f"{toolkit}/cuda/bin")
    found = findings(tmp_path / "cache")
    assert told(found) == (
        f"CACHE004 gemm_sm120 was built with cuda_home={toolkit}/cuda-13.2, "
        f"but FlashInfer would use {toolkit}/cuda here (nvcc on PATH)\n"
        "both lead to the same folder, but ninja compares the text\n"
        "FlashInfer 0.6.12 writes build.ninja again: the next load compiles everything"
    )
    assert (found[0].location.file, found[0].location.line) == (str(module.build), 3)


def test_o19_a_flashinfer_that_keeps_its_build_does_not_use_the_new_toolkit(
    tmp_path: Path, toolkit: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Module(tmp_path / "cache", cuda_home=str(toolkit / "cuda"))
    monkeypatch.setenv("CUDA_HOME", "/opt/cuda-13.3")
    assert told(findings(tmp_path / "cache")).endswith(
        "FlashInfer 0.6.3 keeps build.ninja: the other toolkit is not used until the module's folder is deleted"
    )
    shutil.rmtree(toolkit)
    assert told(findings(tmp_path / "cache")).endswith(
        f"{toolkit}/cuda is gone\n"
        "FlashInfer 0.6.3 keeps build.ninja: compiles fail until the module's folder is deleted"
    )


def test_o19_modules_of_one_toolkit_are_told_together(
    tmp_path: Path, toolkit: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a", "b", "c", "d", "e"):
        Module(tmp_path / "cache", name=name, cuda_home=str(toolkit / "cuda"))
    Module(tmp_path / "cache", name="f", cuda_home="/opt/cuda-13.3")
    monkeypatch.setenv("CUDA_HOME", "/opt/cuda-13.3")
    assert "CACHE004 5 modules (a, b, c and 2 more) were built with" in told(findings(tmp_path / "cache"))


def test_o19_without_a_toolkit_nothing_is_said_of_one(tmp_path: Path) -> None:
    Module(tmp_path / "cache", cuda_home="/somewhere/else")
    assert findings(tmp_path / "cache") == []


def test_o19_times_that_moved_compile_everything_again(tmp_path: Path) -> None:
    module = Module(tmp_path / "cache")
    written(module.header, 3600)
    assert told(findings(tmp_path / "cache")) == (
        "CACHE002 gemm_sm120.so is out of date: "
        "the next load of gemm_sm120 compiles 2 of 2 objects and links it again\n"
        f"2 objects: {module.header} is newer"
    )


def test_o20_the_archive_was_packed_with_an_older_cutlass(tmp_path: Path) -> None:
    data = package(tmp_path / "sdist", "0.2.7.post1", "3.9.2")
    write(tmp_path / "kernels" / "moe.cu", '#include "cutlass/cutlass.h"\n')
    found = findings(tmp_path / "kernels", tmp_path / "sdist")
    assert told(found).startswith(
        "CACHE007 kernels: FlashInfer 0.2.7.post1 is written for CUTLASS 4.0.0, not for 3.9.2 as it is found"
    )
    assert found[0].location.file == str(data / "cutlass" / "include" / "cutlass" / "version.h")
    cutlass_tree(data / "cutlass" / "include", "4.0.0")
    assert findings(tmp_path / "kernels", tmp_path / "sdist") == []


def test_o20_a_launcher_includes_what_this_cutlass_does_not_have(tmp_path: Path) -> None:
    data = package(tmp_path / "site-packages", cutlass="4.2.1")
    module = Module(tmp_path / "cache", include_dirs=[data / "csrc", data / "cutlass" / "include"])
    launcher = write(
        data / "csrc" / "launcher.inl", '#pragma once\n#include "cutlass/cutlass.h"\n#include "cute/new.h"\n'
    )
    write(module.header, '#include "launcher.inl"\n')
    found = findings(tmp_path / "cache")
    assert told(found) == (
        "CACHE006 cute/new.h is in no include folder of gemm_sm120: CUTLASS 4.2.1 does not have it\n"
        f"CUTLASS 4.2.1 is in {data}/cutlass/include\n"
        "the launchers are those of FlashInfer 0.6.3"
    )
    assert (found[0].location.file, found[0].location.line) == (str(launcher), 3)
    write(data / "cutlass" / "include" / "cute" / "new.h")
    assert findings(tmp_path / "cache") == []


def test_o20_another_cutlass_comes_first(tmp_path: Path) -> None:
    data = package(tmp_path / "site-packages", cutlass="4.2.1")
    other = cutlass_tree(tmp_path / "opt" / "include", "4.5.0")
    own = data / "cutlass" / "include"
    module = Module(tmp_path / "cache", include_dirs=[other, data / "csrc", own])
    found = findings(tmp_path / "cache")
    assert told(found) == (
        f"CACHE007 gemm_sm120: CUTLASS 4.5.0 comes before 4.2.1, which belongs to the launchers ({own})\n"
        f"the compiler finds {other}/cutlass/version.h first"
    )
    assert found[0].location.file == str(module.build)
    cutlass_tree(other, "4.2.1")
    assert findings(tmp_path / "cache") == []


def test_o22_a_worker_of_a_killed_server_keeps_the_lock(tmp_path: Path) -> None:
    module = Module(tmp_path / "cache")
    lock = write(module.cached / "tmp" / "gemm_sm120.lock")
    with orphaned(lock) as number:
        found = findings(tmp_path / "cache")
    text = told(found)
    assert text.startswith("CACHE003 the lock of gemm_sm120 is held by ")
    assert f"({number}), which got it from a process that has ended: every load that needs it waits" in text
    assert text.endswith(f"end them: kill {number}")
    assert found[0].location.file == str(lock)


def test_o22_a_lock_file_that_stayed_or_is_in_use_is_none_of_ours(tmp_path: Path) -> None:
    module = Module(tmp_path / "cache")
    lock = write(module.cached / "tmp" / "gemm_sm120.lock")
    assert findings(tmp_path / "cache") == []
    with locked(lock):
        assert findings(tmp_path / "cache") == []


def test_o22_a_library_that_is_older_than_what_it_is_made_from(tmp_path: Path) -> None:
    module = Module(tmp_path / "cache")
    written(module.library, 15)
    assert told(findings(tmp_path / "cache")) == (
        "CACHE002 gemm_sm120.so is out of date: the next load of gemm_sm120 links it again\n"
        f"{module.objects[0]} is newer"
    )


def test_o22_a_library_without_content_that_ninja_takes_for_built(tmp_path: Path) -> None:
    module = Module(tmp_path / "cache")
    write(module.library, at=30)
    found = findings(tmp_path / "cache")
    assert told(found) == (
        "CACHE001 gemm_sm120.so is empty, and ninja takes it for built: loading gemm_sm120 fails\n"
        "delete it: the next load links it again"
    )
    assert found[0].severity == "error"


def test_o22_an_object_without_content_that_ninja_takes_for_built(tmp_path: Path) -> None:
    module = Module(tmp_path / "cache")
    write(module.objects[1], at=20)
    text = told(findings(tmp_path / "cache"))
    assert text.startswith(
        "CACHE001 1 object of gemm_sm120 cannot be linked, and ninja takes it for built: second.cuda.o is empty"
    )


def test_o22_what_a_killed_build_left_is_made_again(tmp_path: Path) -> None:
    module = Module(tmp_path / "cache")
    write(module.objects[1], at=40)
    write(module.library, at=30)
    assert told(findings(tmp_path / "cache")).startswith("CACHE002 gemm_sm120.so is out of date")


def test_o22_nothing_is_said_of_what_another_process_builds(tmp_path: Path) -> None:
    module = Module(tmp_path / "cache")
    write(module.library, at=30)
    write(module.folder / "left.o")
    with locked(write(module.cached / "tmp" / "gemm_sm120.lock")):
        assert findings(tmp_path / "cache") == []


def test_a_cache_that_was_upgraded_in_place_is_left_over(tmp_path: Path) -> None:
    data = package(tmp_path / "site-packages", "0.6.8", "4.4.2")
    for name in ("gemm_sm90", "gemm_sm120"):
        module = Module(tmp_path / "cache", name=name, include_dirs=[data / "csrc", data / "cutlass" / "include"])
        written(module.header, 3600)  # no reason to build again what nobody loads
    assert told(findings(tmp_path / "cache")) == (
        "CACHE005 2 modules of FlashInfer 0.6.3 (gemm_sm120, gemm_sm90) are not used any more: "
        "their headers are those of 0.6.8 now, which has a cache of its own\n"
        f"delete {module.architecture}, unless FlashInfer 0.6.3 comes back"
    )


def test_sources_of_a_package_that_was_moved_are_gone_for_good(tmp_path: Path) -> None:
    data = package(tmp_path / "old-environment")
    module = Module(tmp_path / "cache", include_dirs=[data / "csrc"])
    module.sources[0].unlink()
    module.sources[0] = write(data / "csrc" / "first.cu")
    module.write_build()
    module.deps()
    assert findings(tmp_path / "cache") == []
    shutil.rmtree(tmp_path / "old-environment")
    text = told(findings(tmp_path / "cache"))
    assert text.startswith(
        "CACHE008 the build.ninja of gemm_sm120 compiles 1 source of a package that is gone, "
        "and FlashInfer 0.6.3 keeps it: first.cu"
    )
