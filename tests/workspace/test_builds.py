"""What lies beside a build.ninja: what ninja would make again, what is damaged, who holds the lock."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from built_modules import CUT_OFF, ELF, SECOND, START, Module, package, write, written
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from locked_files import locked, orphaned

from cutlass_lint.analyzer.model import Build, Toolkit
from cutlass_lint.analyzer.workspace import current_toolkit, discover, locks, ninja, ninja_logs
from cutlass_lint.analyzer.workspace.staleness import damage

NINJA = shutil.which("ninja")
COMPILER = shutil.which("cc")


def build_of(module: Module) -> Build:
    """What is read of a module; that of the only build.ninja there."""
    (build,) = discover(module.architecture).builds
    return build


def states(build: Build) -> list[str]:
    """What becomes of the objects and of the library."""
    assert build.library
    return [one.state for one in (*build.objects, build.library)]


def reason(build: Build) -> str:
    """Why the first output that is made again is."""
    assert build.library
    return next(one.reason or "" for one in (*build.objects, build.library) if one.state == "outdated")


@pytest.mark.parametrize("relative", [False, True], ids=["absolute outputs", "outputs of releases up to 0.6.0"])
def test_ninja_has_nothing_to_do_where_all_is_built(tmp_path: Path, relative: bool) -> None:
    module = Module(tmp_path, relative=relative)
    build = build_of(module)
    assert states(build) == ["built", "built", "built"]
    assert build.library
    assert (build.library.file, build.library.size) == (str(module.library), 64)
    assert build.library.inputs == tuple(map(str, module.objects))
    assert build.sources == tuple(map(str, module.sources))
    assert build.gone == build.leftovers == build.uncompiled == ()


def test_a_build_says_whose_it_is(tmp_path: Path) -> None:
    data = package(tmp_path / "site-packages")
    build = build_of(Module(tmp_path, include_dirs=[data / "csrc", tmp_path / "gone"]))
    assert (build.module, build.version, build.release) == ("gemm_sm120", "0.6.3", "0.6.3")
    assert build.architecture == str(tmp_path / "0.6.3" / "120a")
    assert build.include_dirs == (str(data / "csrc"), str(tmp_path / "gone"))
    assert build.cuda_home
    assert (build.cuda_home.path, build.cuda_home.line, build.cuda_home.exists) == ("/usr", 3, True)
    assert not build.is_abandoned


CHANGES: dict[str, tuple[Callable[[Module], object], list[str], str]] = {
    "a newer header": (lambda m: written(m.header, 25), ["outdated"] * 3, "shared.h is newer"),
    "a newer source": (lambda m: written(m.sources[1], 25), ["built", "outdated", "outdated"], "second.cu is newer"),
    "a newer object": (
        lambda m: (written(m.objects[0], 40), m.deps(), m.log({m.objects[0]: START + 20 * SECOND})),
        ["built", "built", "outdated"],
        "first.cuda.o is newer",
    ),
    "a header that is gone": (lambda m: m.header.unlink(), ["outdated"] * 3, "shared.h is gone"),
    "an object that is gone": (lambda m: m.objects[0].unlink(), ["outdated", "built", "outdated"], "it is not there"),
    "no log": (lambda m: (m.logs / ".ninja_log").unlink(), ["outdated"] * 3, "ninja has no record of making it"),
    "no record of headers": (
        lambda m: (m.logs / ".ninja_deps").unlink(),
        ["outdated"] * 3,
        "ninja has no record of its headers",
    ),
    "the last record of headers cut off": (
        lambda m: m.deps(cut=2),
        ["built", "outdated", "outdated"],
        "ninja has no record of its headers",
    ),
    "the last line of the log cut off": (
        lambda m: write(m.logs / ".ninja_log", (m.logs / ".ninja_log").read_bytes()[:-4]),
        ["built", "built", "outdated"],
        "ninja has no record of making it",
    ),
    "an object that was written again": (
        lambda m: written(m.objects[0], 21),
        ["outdated", "built", "outdated"],
        "it was written again after ninja recorded its headers",
    ),
    "a link that was interrupted": (
        lambda m: m.log({m.library: START + 15 * SECOND}),
        ["built", "built", "outdated"],
        "first.cuda.o is newer than when ninja made it",
    ),
    "a rule that may leave its outputs as they were": (lambda m: m.write_build("left_as_it_was"), ["unknown"] * 3, ""),
    "a rule that there is none of": (lambda m: m.write_build("no_such_rule"), ["unknown"] * 3, ""),
    "another command": (lambda m: written(m.build, 40), ["unknown"] * 3, ""),
    "a log of a ninja to come": (lambda m: m.log(version=8), ["unknown"] * 3, ""),
}


@pytest.mark.parametrize(("change", "expected", "why"), CHANGES.values(), ids=CHANGES)
def test_what_ninja_makes_again(
    tmp_path: Path, change: Callable[[Module], object], expected: list[str], why: str
) -> None:
    module = Module(tmp_path)
    change(module)
    build = build_of(module)
    assert states(build) == expected
    if why:
        assert reason(build).endswith(why)


REAL = """rule cuda_compile
  command = {compiler} -x c -MMD -MF $out.d -c $in -o $out
  depfile = $out.d
  deps = gcc
rule link
  command = {compiler} -shared $in -o $out
build {folder}/first.cuda.o: cuda_compile {folder}/first.cu
build {folder}/second.cuda.o: cuda_compile {folder}/second.cu
build {folder}/m.so: link {folder}/first.cuda.o {folder}/second.cuda.o
default {folder}/m.so
"""
REAL_CHANGES: dict[str, Callable[[Path], object]] = {
    "nothing": lambda folder: None,
    "an empty library": lambda folder: emptied(folder / "m.so"),
    "an empty object": lambda folder: emptied(folder / "first.cuda.o"),
    "a touched library": lambda folder: (folder / "m.so").touch(),
    "a touched object": lambda folder: (folder / "first.cuda.o").touch(),
    "a touched header": lambda folder: (folder / "shared.h").touch(),
    "a touched source": lambda folder: (folder / "second.cu").touch(),
    "a header that is gone": lambda folder: (folder / "shared.h").unlink(),
    "an object that is gone": lambda folder: (folder / "second.cuda.o").unlink(),
    "no log": lambda folder: (folder / ".ninja_log").unlink(),
    "no record of headers": lambda folder: (folder / ".ninja_deps").unlink(),
}


def emptied(path: Path) -> None:
    """Take the content of a file and leave its time."""
    time = path.stat().st_mtime_ns
    path.write_bytes(b"")
    os.utime(path, ns=(time, time))


@pytest.mark.skipif(not NINJA or not COMPILER, reason="needs ninja and a C compiler")
@pytest.mark.parametrize("change", REAL_CHANGES.values(), ids=REAL_CHANGES)
def test_ninja_itself_makes_the_same_again(tmp_path: Path, change: Callable[[Path], object]) -> None:
    folder = tmp_path / "0.6.3" / "120a" / "cached_ops" / "m"
    write(folder / "shared.h")
    for name in ("first", "second"):
        write(folder / f"{name}.cu", f'#include "shared.h"\nint {name}(void) {{ return 1; }}\n')
    build = write(folder / "build.ninja", REAL.format(compiler=COMPILER, folder=folder))
    command = [NINJA or "", "-C", str(folder), "-f", str(build)]
    # -fPIC is the default of most compilers; where it is not, the link fails, and so does this.
    subprocess.run(command, check=True, capture_output=True)
    change(folder)
    (found,) = discover(tmp_path).builds
    assert found.library
    ours = {Path(one.file).name for one in (*found.objects, found.library) if one.state == "outdated"}
    assert "unknown" not in states(found)
    # -n still opens the logs, and may write them again.
    told = subprocess.run([*command, "-n", "-v"], check=True, capture_output=True, text=True).stdout
    made = {line.split(" -o ")[1].split()[0] for line in told.splitlines() if " -o " in line}
    assert ours == {Path(path).name for path in made}


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("m.so", b"", "is empty"),
        ("m.so", ELF, None),
        ("m.so", ELF[:40], "is cut off: it has 40 of 64 bytes"),
        ("m.so", CUT_OFF, "is cut off: it has 64 of 4,672 bytes"),
        ("m.so", CUT_OFF + bytes(4608), None),
        ("m.so", bytes(9000), "begins with zero bytes, where an ELF file has its header"),
        ("m.so", b"version https://git-lfs.github.com/spec/v1\n", "is no ELF file"),
        ("m.o", b"", "is empty"),
        ("m.o", CUT_OFF, "is cut off: it has 64 of 4,672 bytes"),
        ("m.o", bytes(9000), "begins with zero bytes, where an ELF file has its header"),
        ("m.o", b"BC\xc0\xde", None),  # LLVM's own format
        ("m.so", b"\x7fELF\x01" + bytes(20), None),  # of 32 bits
    ],
)
def test_what_the_first_bytes_show(tmp_path: Path, name: str, content: bytes, expected: str | None) -> None:
    path = write(tmp_path / name, content)
    assert damage(str(path), len(content)) == expected


def test_a_compiler_makes_no_damaged_files(tmp_path: Path) -> None:
    if not COMPILER:
        pytest.skip("needs a C compiler")
    source = write(tmp_path / "m.c", "int one(void) { return 1; }\n")
    for name, flags in (("m.o", ["-c"]), ("m.so", ["-shared", "-fPIC"])):
        path = tmp_path / name
        subprocess.run([COMPILER, *flags, source, "-o", path], check=True)
        size = path.stat().st_size
        assert damage(str(path), size) is None
        path.write_bytes(path.read_bytes()[:-1])
        assert damage(str(path), size - 1) == f"is cut off: it has {size - 1:,} of {size:,} bytes"


def test_a_cache_that_was_moved_is_not_judged(tmp_path: Path) -> None:
    module = Module(tmp_path / "there")
    shutil.copytree(tmp_path / "there", tmp_path / "here")
    (build,) = discover(tmp_path / "here").builds
    assert (build.objects, build.library, build.is_built) == ((), None, False)
    assert build_of(module).is_built


def test_objects_that_nothing_makes_are_left_over(tmp_path: Path) -> None:
    module = Module(tmp_path)
    left = write(module.folder / "gen_gemm_sm120_first.cuda.o", ELF)
    write(module.folder / "first.cuda.o.d")
    (module.folder / "link.o").symlink_to("link.o")
    assert build_of(module).leftovers == (str(left),)


def test_generated_sources_that_nothing_compiles_are_named(tmp_path: Path) -> None:
    module = Module(tmp_path)
    added = write(module.generated / "third.cu")
    write(module.architecture / "generated" / "silu_and_mul.cu")
    assert build_of(module).uncompiled == (str(added),)


def test_nothing_is_said_of_sources_where_a_build_cannot_be_read(tmp_path: Path) -> None:
    module = Module(tmp_path)
    write(module.generated / "third.cu")
    other = module.cached / "other" / "build.ninja"
    write(other, "rule cuda_compile\n  command = x '\nbuild a.o: cuda_compile a.cu\n")
    assert build_of(module).uncompiled == ()


@pytest.mark.parametrize(
    ("version", "kept"),
    [
        ("0.3.1", False),
        ("0.4.0", True),
        ("0.6.3+cu129", True),
        ("0.6.11", True),
        ("0.6.11.post1", False),
        ("0.7.4", False),
        ("0.6.12.dev20260510", None),
        ("flashinfer", None),
    ],
)
def test_which_flashinfer_keeps_a_build(tmp_path: Path, version: str, kept: bool | None) -> None:
    assert build_of(Module(tmp_path, version=version)).is_kept is kept


@pytest.mark.parametrize(
    ("cache", "installed", "abandoned"),
    [
        ("0.6.3", "0.6.8", True),
        ("0.6.3+cu129", "0.6.3", False),
        ("0.0.0+unknown", "0.6.8", False),
        ("flashinfer", "0.6.8", False),
    ],
)
def test_a_cache_is_abandoned_where_another_flashinfer_is_installed(
    tmp_path: Path, cache: str, installed: str, abandoned: bool
) -> None:
    data = package(tmp_path / "site-packages", installed)
    assert build_of(Module(tmp_path, version=cache, include_dirs=[data / "csrc"])).is_abandoned is abandoned


def test_only_chosen_modules_are_read(tmp_path: Path) -> None:
    module = Module(tmp_path)
    Module(tmp_path, name="gemm_sm90")
    found = discover(module.architecture, modules=("gemm_sm120",)).builds
    assert [build.module for build in found] == ["gemm_sm120"]


def test_a_lock_file_that_nobody_holds_locks_nothing(tmp_path: Path) -> None:
    module = Module(tmp_path)
    file = write(module.cached / "tmp" / "gemm_sm120.lock")
    found = discover(tmp_path)
    assert [lock.is_held for lock in found.locks] == [False]
    assert not found.builds[0].is_locked
    assert locks.read(file.with_name("none.lock")) is None


@pytest.mark.parametrize("name", ["gemm_sm120", "flashinfer_jit"])
def test_a_lock_names_who_took_it(tmp_path: Path, name: str) -> None:
    module = Module(tmp_path)
    file = write(module.cached / "tmp" / f"{name}.lock")
    with locked(file) as number:
        found = discover(tmp_path)
    (lock,) = found.locks
    assert lock.is_held
    assert lock.taker == number
    assert [(holder.number, holder.is_stopped) for holder in lock.holders] == [(number, False)]
    assert found.builds[0].is_locked


def test_a_lock_outlives_who_took_it(tmp_path: Path) -> None:
    file = write(tmp_path / "m.lock")
    with orphaned(file) as number:
        lock = locks.read(file)
    assert lock
    assert lock.is_held
    assert lock.taker is None
    assert [holder.number for holder in lock.holders] == [number]


def test_a_process_that_is_stopped_keeps_its_lock(tmp_path: Path) -> None:
    file = write(tmp_path / "m.lock")
    with locked(file) as number:
        os.kill(number, signal.SIGSTOP)
        os.waitid(os.P_PID, number, os.WSTOPPED | os.WNOWAIT)
        lock = locks.read(file)
    assert lock
    assert [holder.is_stopped for holder in lock.holders] == [True]


def test_looking_at_a_lock_changes_nothing(tmp_path: Path) -> None:
    file = write(tmp_path / "m.lock", "kept")
    before = file.stat()
    locks.read(file)
    after = file.stat()
    assert (file.read_text(), after.st_mtime_ns, after.st_ino) == ("kept", before.st_mtime_ns, before.st_ino)


def test_of_what_is_no_file_it_cannot_be_told_who_holds_it(tmp_path: Path) -> None:
    (tmp_path / "link.lock").symlink_to("elsewhere")
    os.mkfifo(tmp_path / "pipe.lock")
    for path in (tmp_path, tmp_path / "link.lock", tmp_path / "pipe.lock"):
        lock = locks.read(path)
        assert lock
        assert lock.is_held is None


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"CUDA_HOME": "/a", "CUDA_PATH": "/b"}, Toolkit("/a", "CUDA_HOME")),
        ({"CUDA_HOME": "", "CUDA_PATH": "/b"}, Toolkit("/b", "CUDA_PATH")),
        ({"CUDA_HOME": "/a/"}, Toolkit("/a/", "CUDA_HOME")),
        ({"CUDA_PATH": ""}, None),
    ],
)
def test_the_toolkit_that_variables_name(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], expected: Toolkit | None
) -> None:
    for name in ("CUDA_HOME", "CUDA_PATH"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert current_toolkit() == expected


def test_without_variables_the_toolkit_is_that_of_the_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CUDA_HOME", "CUDA_PATH"):
        monkeypatch.delenv(name, raising=False)
    nvcc = write(tmp_path / "cuda-13.2" / "bin" / "nvcc")
    nvcc.chmod(0o755)
    (tmp_path / "cuda").symlink_to("cuda-13.2")
    monkeypatch.setenv("PATH", str(tmp_path / "cuda" / "bin"))
    # The text of PATH, not what the link leads to.
    assert current_toolkit() == Toolkit(str(tmp_path / "cuda"), "nvcc on PATH")


def test_what_a_build_ninja_makes() -> None:
    text = (
        "top = /t\nrule cuda_compile\n  deps = gcc\nrule link\n  command = x\nrule old\n  depfile = $out.d\n"
        "build $top/a$ b.o | extra: cuda_compile ./a.cu $here | $top/x/../h.h || ordered |@ checked\n  here = c.cu\n"
        "build m.so: link $top/a$ b.o\nbuild d.o: old d.cu\n"
    )
    found = ninja.parse_manifest(text)
    assert found.variables == {"top": "/t"}
    assert found.edges == (
        ninja.Edge(("/t/a b.o", "extra"), "cuda_compile", ("a.cu", "c.cu", "/t/h.h"), True),
        ninja.Edge(("m.so",), "link", ("/t/a b.o",), False),
        ninja.Edge(("d.o",), "old", ("d.cu",), None),
    )


def test_a_build_that_goes_in_circles_or_deep_is_not_judged(tmp_path: Path) -> None:
    folder = tmp_path / "0.6.3" / "120a" / "cached_ops" / "m"
    chain = "".join(f"build {folder}/{n}.o: cuda_compile {folder}/{n + 1}.o\n" for n in range(3000))
    text = f"rule cuda_compile\n  command = x\nrule link\n{chain}build {folder}/3000.o: cuda_compile {folder}/0.o\n"
    write(folder / "build.ninja", f"{text}build {folder}/m.so: link {folder}/0.o\n")
    for number in range(3001):
        write(folder / f"{number}.o", ELF)
    write(folder / "m.so", ELF)
    made = [*(f"{folder}/{number}.o" for number in range(3001)), f"{folder}/m.so"]
    write(folder / ".ninja_log", "# ninja log v5\n" + "".join(f"0\t1\t{START}\t{path}\t1\n" for path in made))
    (build,) = discover(tmp_path).builds
    assert set(states(build)) == {"unknown"}


@given(st.binary(max_size=400))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_log_is_too_broken_to_read(tmp_path: Path, data: bytes) -> None:
    for name, start in ((".ninja_log", b"# ninja log v5\n"), (".ninja_deps", b"# ninjadeps\n\4\0\0\0")):
        for content in (data, start + data):
            (tmp_path / name).write_bytes(content)
            logs = ninja_logs.read(tmp_path)
            assert all(isinstance(path, str) for path in (*(logs.times or ()), *(logs.deps or ())))


@given(st.text(st.sampled_from("build rule:link$ |\n\t\0=/a.so.oé"), max_size=200))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
def test_no_build_is_too_broken_to_read(tmp_path: Path, text: str) -> None:
    folder = tmp_path / "0.6.3" / "120a" / "cached_ops" / "m"
    write(folder / "build.ninja", f"rule cuda_compile\n  command = x\n{text}")
    assert len(discover(tmp_path).builds) <= 1
