"""Includes that lead out of what a run is about: named, not read, and without harm to what does without them."""

from __future__ import annotations

import json
import os
import shutil
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cutlass_lint.analyzer.cache import states
from cutlass_lint.analyzer.cli.app import app
from cutlass_lint.analyzer.cli.formats import FORMATS
from cutlass_lint.analyzer.roots import below, outside
from cutlass_lint.analyzer.workspace.bounds import Bounds

FIXTURES = Path(__file__).parents[1] / "fixtures"
LAUNCHER = '#include "launchers/moe_launcher.inl"\n'
# The front end repeats a line that it does not understand, and names what is no type.
SECRET = "pass_phrase_of_the_user unlocked;\n"
SIZED = {128: 74752, 112: 101376}
# After this time, in nanoseconds, a change shows in a file's times here: the kernel's clock ticks every 10 ms at most.
SETTLED_NS = 15_000_000


def calls(name: str) -> str:
    macro = f"INSTANTIATE_{name.upper()}_GEMM"
    text = "\n".join(f"{macro}(Sm120, float_e2m1_t, NONE, 128, {n}, 128, own_{name});" for n in SIZED)
    return f"namespace {name} {{\n{text}\n}}\n"


class Tree:
    """A working copy of the fixtures, beside a folder with what nobody is to see."""

    def __init__(self, folder: Path) -> None:
        self.top = folder / "tree"
        self.secret = folder / "elsewhere" / "secret.h"
        for name in ("cutlass", "launchers"):
            shutil.copytree(FIXTURES / name, self.top / name)
        self.write("sources/good.cu", LAUNCHER + calls("moe"))
        self.secret.parent.mkdir()
        self.secret.write_text(SECRET)

    def write(self, name: str, text: str) -> Path:
        path = self.top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def launcher(self, name: str, folder: Path) -> Path:
        """A launcher of another name, in some folder."""
        text = (FIXTURES / "launchers" / "moe_launcher.inl").read_text()
        path = folder / f"{name}_launcher.inl"
        path.write_text(text.replace("MOE", name.upper()).replace("moe", name))
        return path


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path)


def lint(*arguments: str | Path, command: str = "check") -> Result:
    return CliRunner().invoke(app, [command, *map(str, arguments), "--jobs", "2", "--timeout", "60"])


def report(*arguments: str | Path) -> dict[str, Any]:
    """What a run says, in which the good source has its sizes."""
    found: dict[str, Any] = json.loads(lint(*arguments, "--arch", "120", "--output-format", "json").stdout)
    good = [kernel for kernel in found["kernels"] if kernel["file"].endswith("good.cu")]
    assert {kernel["tile"][1]: kernel["sizes"]["kernel"] for kernel in good} == SIZED
    return found


def reasons(found: dict[str, Any]) -> dict[str, set[str]]:
    """Why kernels are not sized, by the names of their files."""
    told: dict[str, set[str]] = {}
    for kernel in found["kernels"]:
        if kernel["status"] != "sized":
            assert kernel["status"] == "unknown"
            told.setdefault(Path(kernel["file"]).name, set()).add(kernel["reason"])
    return told


def refusal(path: Path) -> str:
    return f"includes {path}, which is outside of what this run reads: add its folder with -I"


def absolute(tree: Tree) -> str:
    return f'#include "{tree.secret}"\n'


def upward(tree: Tree) -> str:
    return '#include "../../elsewhere/secret.h"\n'


def by_a_link(tree: Tree) -> str:
    (tree.top / "sources" / "plain.h").symlink_to(tree.secret)
    return '#include "plain.h"\n'


def by_a_linked_folder(tree: Tree) -> str:
    (tree.top / "sources" / "inner").symlink_to(tree.secret.parent)
    return '#include "inner/secret.h"\n'


def by_a_macro(tree: Tree) -> str:
    return f'#define HEADER "{tree.secret}"\n#include HEADER\n'


def by_a_header(tree: Tree) -> str:
    tree.write("sources/deep/own.h", '#include "../../../elsewhere/secret.h"\n')
    return '#include "deep/own.h"\n'


def by_another_directive(tree: Tree) -> str:
    return f'#import "{tree.secret}"\n'


WAYS = [absolute, upward, by_a_link, by_a_linked_folder, by_a_macro, by_a_header, by_another_directive]


@pytest.mark.parametrize("way", WAYS)
def test_what_a_source_includes_from_outside_is_named_and_in_no_report(tree: Tree, way: Any, tmp_path: Path) -> None:
    tree.write("sources/bad.cu", way(tree) + LAUNCHER + calls("moe"))
    outputs = {name: tmp_path / f"report.{name}" for name in FORMATS}
    targets = [word for name, path in outputs.items() for word in ("-o", f"{name}={path}")]
    found = report(tree.top / "sources", "--headers", tree.top, "--verbose", *targets)
    ((file, (reason,)),) = reasons(found).items()
    assert (file, reason[-len(refusal(tree.secret)) :]) == ("bad.cu", refusal(tree.secret))
    assert not any(b"pass_phrase" in path.read_bytes() for path in outputs.values())


def test_it_is_read_where_its_folder_is_named(tree: Tree) -> None:
    # So that the other tests can tell: this is what the front end would say.
    tree.write("sources/bad.cu", absolute(tree) + LAUNCHER + calls("moe"))
    found = report(tree.top / "sources", "--headers", tree.top, "-I", tree.secret.parent)
    (reason,) = reasons(found)["bad.cu"]
    assert reason.startswith(f"{tree.secret}:1: ")
    assert "pass_phrase_of_the_user" in reason


@pytest.mark.parametrize("way", WAYS)
def test_sources_that_make_kernels_themselves(tree: Tree, way: Any) -> None:
    shutil.copy(FIXTURES / "direct" / "config.h", tree.top / "sources")
    text = (FIXTURES / "direct" / "one_line.cu").read_text()
    tree.write("sources/bad.cu", way(tree) + text)
    tree.write("sources/also_good.cu", text)
    found = report(tree.top / "sources", "--headers", tree.top)
    (reason,) = reasons(found)["bad.cu"]
    assert reason.endswith(refusal(tree.secret))
    assert [kernel["status"] for kernel in found["kernels"] if "also_good" in kernel["file"]] == ["sized"] * 2
    assert "pass_phrase" not in json.dumps(found)


def test_a_launcher_that_includes_it_is_no_loss_to_others(tree: Tree) -> None:
    own = tree.launcher("other", tree.top / "launchers")
    own.write_text(upward(tree) + own.read_text())
    tree.write("sources/bad.cu", '#include "launchers/other_launcher.inl"\n' + calls("other"))
    found = report(tree.top / "sources", "--headers", tree.top)
    (reason,) = reasons(found)["bad.cu"]
    assert reason.endswith(refusal(tree.secret))
    assert "pass_phrase" not in json.dumps(found)


@pytest.mark.parametrize("sizes", [True, False])
@pytest.mark.parametrize("deep", [True, False])
def test_a_launcher_that_lies_outside_is_not_taken_for_none(tree: Tree, *, sizes: bool, deep: bool) -> None:
    own = tree.launcher("other", tree.secret.parent)
    header = tree.write("sources/own.h", f'#include "{own}"\n')
    tree.write("sources/bad.cu", f'#include "{header if deep else own}"\n' + calls("other"))
    arguments = (tree.top / "sources", "--headers", tree.top, *(() if sizes else ("--no-sizes",)))
    done = lint(*arguments, "--arch", "120", "--output-format", "json")
    found = json.loads(done.stdout)
    told = {k["reason"] for k in found["kernels"] if k["file"].endswith("bad.cu") and k["status"] == "unknown"}
    assert told == {f"{header if deep else tree.top / 'sources' / 'bad.cu'} {refusal(own)}"}
    assert done.exit_code == 2
    assert not found["findings"]


def test_what_makes_the_kernels_may_lie_outside(tree: Tree) -> None:
    hidden = tree.secret.with_name("kernels.h")
    hidden.write_text((FIXTURES / "direct" / "one_line.cu").read_text())
    bad = tree.write("sources/bad.cu", f'\n#include "{hidden}"\n')
    found = report(tree.top / "sources", "--headers", tree.top)
    assert reasons(found) == {"bad.cu": {f"{bad}:2: {refusal(hidden)}"}}


def test_a_builder_that_is_a_link_to_elsewhere(tree: Tree) -> None:
    builder = tree.top / "cutlass/include/cutlass/gemm/collective/collective_builder.hpp"
    moved = tree.secret.with_name("builder.hpp")
    moved.write_text(builder.read_text() + SECRET)
    builder.unlink()
    builder.symlink_to(moved)
    found = json.loads(lint(tree.top, "--headers", tree.top, "--arch", "120", "--output-format", "json").stdout)
    assert {kernel["status"] for kernel in found["kernels"]} == {"unknown"}
    assert all(kernel["reason"].endswith(refusal(moved)) for kernel in found["kernels"])
    assert "pass_phrase" not in json.dumps(found)


def compiled(tree: Tree, *flags: str) -> Path:
    """Compile commands of the good source, and of one with some flags."""
    tree.write("sources/bad.cu", LAUNCHER + calls("moe"))
    include = ["-I", str(tree.top), "-I", str(tree.top / "cutlass" / "include")]
    commands = [
        {"directory": str(tree.top / "sources"), "file": f"{name}.cu", "arguments": ["nvcc", *include, *more]}
        for name, more in (("good", ()), ("bad", flags))
    ]
    return tree.write("sources/compile_commands.json", json.dumps(commands))


def test_a_header_that_compile_commands_include_first(tree: Tree) -> None:
    found = report(compiled(tree, "-include", str(tree.secret)))
    (reason,) = reasons(found)["bad.cu"]
    assert reason.endswith(refusal(tree.secret))
    assert "pass_phrase" not in json.dumps(found)


@pytest.mark.parametrize("folder", ["home", "home/.ssh", "etc", "parent"])
def test_an_include_folder_that_no_library_is_in(tree: Tree, folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tree.secret.parent / "home"
    where = {"etc": Path("/etc"), "parent": tree.secret.parent}.get(folder, tree.secret.parent / folder)
    where.mkdir(parents=True, exist_ok=True)
    monkeypatch.setenv("HOME", str(home))
    name = "passwd" if folder == "etc" else "secret.h"
    if folder != "etc":
        (where / name).write_text(SECRET)
    commands = compiled(tree, f"-I{where}", "-include", name)
    found = report(commands)
    (problem,) = [one for one in found["problems"] if str(where) in one["message"]]
    assert problem["file"].endswith("compile_commands.json")
    assert problem["message"] == f"leads to the include folder {where}, where no library's headers lie: it is left out"
    assert problem["remedy"] == "add it with -I if it is meant"
    (reason,) = reasons(found)["bad.cu"]
    assert reason.endswith(f"'{name}' file not found")
    assert "pass_phrase" not in json.dumps(found)
    assert "root:" not in json.dumps(found)


@pytest.mark.parametrize("folder", [".cache/uv", ".pyenv/lib/python3.11/site-packages/flashinfer", "src/cutlass"])
def test_an_include_folder_that_libraries_are_in(tree: Tree, folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tree.secret.parent
    monkeypatch.setenv("HOME", str(home))
    (home / folder).mkdir(parents=True)
    (home / folder / "own.h").write_text("struct Own;\n")
    found = report(compiled(tree, f"-I{home / folder}", "-include", "own.h"))
    assert not found["problems"]
    assert not reasons(found)


@pytest.mark.parametrize("name", ["pipe.h", "/dev/zero"])
@pytest.mark.parametrize("by", ["source", "launcher", "direct"])
def test_what_is_no_file_is_not_waited_for(tree: Tree, name: str, by: str) -> None:
    for folder in ("sources", "launchers"):
        os.mkfifo(tree.top / folder / "pipe.h")
    include = f'#include "{name}"\n'
    if by == "launcher":
        own = tree.launcher("other", tree.top / "launchers")
        own.write_text(include + own.read_text())
    shutil.copy(FIXTURES / "direct" / "config.h", tree.top / "sources")
    bad = {
        "source": include + LAUNCHER + calls("moe"),
        "launcher": '#include "launchers/other_launcher.inl"\n' + calls("other"),
        "direct": include + (FIXTURES / "direct" / "one_line.cu").read_text(),
    }
    tree.write("sources/bad.cu", bad[by])
    (reason,) = reasons(report(tree.top / "sources", "--headers", tree.top))["bad.cu"]
    assert reason.endswith(f"/{name.lstrip('/')}, which is a pipe, socket or device")


def test_what_tells_a_version_is_not_waited_for_either(tree: Tree) -> None:
    told = tree.top / "cutlass" / "include" / "cutlass" / "version.h"
    told.unlink()
    os.mkfifo(told)
    assert not reasons(report(tree.top / "sources", "--headers", tree.top))


def test_a_module_that_a_source_would_have_clang_build(tree: Tree, tmp_path: Path) -> None:
    built = "\n".join(
        f"#pragma clang module {line}" if line != "module own {}" else line
        for line in ("build own", "module own {}", "contents", "begin own", "end", "endbuild", "import own")
    )
    tree.write("sources/bad.cu", f"{built}\n{LAUNCHER}{calls('moe')}")
    here = tmp_path / "temporary"
    here.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", str(here))
        found = report(tree.top / "sources", "--headers", tree.top)
    assert "bad.cu" in reasons(found)
    assert not list(here.glob("*.pcm"))


@pytest.mark.parametrize("command", ["explain", "fit"])
def test_other_commands_name_it_too(tree: Tree, command: str) -> None:
    tree.write("sources/bad.cu", absolute(tree) + LAUNCHER + calls("moe"))
    more = ("--vary", "CTA_N=64") if command == "fit" else ()
    done = lint("bad.cu:4", tree.top / "sources", "--headers", tree.top, "--arch", "120", *more, command=command)
    assert refusal(tree.secret) in " ".join(done.output.split())
    assert "pass_phrase" not in done.output


def test_cached_answers_are_not_given_where_less_may_be_read(tree: Tree) -> None:
    tree.secret.write_text("struct Own;\n")
    tree.write("sources/bad.cu", absolute(tree) + LAUNCHER + calls("moe"))
    shutil.copy(FIXTURES / "direct" / "config.h", tree.top / "sources")
    tree.write("sources/direct.cu", absolute(tree) + (FIXTURES / "direct" / "one_line.cu").read_text())
    arguments = (tree.top / "sources", "--headers", tree.top)
    for _ in range(2):
        # Clang's command line is the same for both: the folder holds a library that there are stand-ins for.
        (tree.secret.parent / "stdio.h").touch()
        assert not reasons(report(*arguments, "-I", tree.secret.parent))
        found = reasons(report(*arguments))
        assert found.keys() == {"bad.cu", "direct.cu"}
        assert all(reason.endswith(refusal(tree.secret)) for told in found.values() for reason in told)


def test_a_cached_report_is_not_given_where_a_link_now_leads_elsewhere(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(states, "_SETTLED_NS", SETTLED_NS)
    own = tree.write("sources/own.h", "struct Own;\n")
    tree.write("sources/bad.cu", '#include "own.h"\n' + LAUNCHER + calls("moe"))
    arguments = (tree.top / "sources", "--headers", tree.top)
    time.sleep(SETTLED_NS * 2 / 1e9)
    assert not reasons(report(*arguments))
    with monkeypatch.context() as patch:
        patch.setattr("cutlass_lint.analyzer.pipeline.lint", None)
        assert not reasons(report(*arguments))
    moved = tree.secret.with_name("own.h")
    own.rename(moved)
    own.symlink_to(moved)
    (reason,) = reasons(report(*arguments))["bad.cu"]
    assert reason.endswith(refusal(moved))


def test_a_file_may_include_what_is_in_its_project(tree: Tree) -> None:
    tree.write("shared/own.h", "struct Own;\n")
    source = tree.write("sources/good.cu", '#include "../shared/own.h"\n' + LAUNCHER + calls("moe"))
    arguments = ("-I", tree.top / "launchers", "-I", tree.top / "cutlass/include", "--arch", "120")
    text = source.read_text().replace("launchers/", "")
    source.write_text(text)
    done = lint(source, *arguments, "--output-format", "json")
    (reason,) = reasons(json.loads(done.stdout))["good.cu"]
    assert reason.endswith(refusal(tree.top / "shared" / "own.h"))
    (tree.top / ".git").mkdir()
    assert not reasons(report(source, *arguments))
    standard_input = ["check", "-", "--stdin-filename", str(source), *map(str, arguments), "--output-format", "json"]
    done = CliRunner().invoke(app, standard_input, input=text)
    assert not reasons(json.loads(done.stdout))


def test_below_any_folder_that_is_named(tree: Tree) -> None:
    tree.write("shared/own.h", "struct Own;\n")
    tree.write("sources/bad.cu", '#include "../shared/own.h"\n' + LAUNCHER + calls("moe"))
    arguments = (tree.top / "sources", "-I", tree.top / "cutlass" / "include", "-I", tree.top / "launchers")
    for name in ("bad", "good"):
        source = tree.top / "sources" / f"{name}.cu"
        source.write_text(source.read_text().replace("launchers/", ""))
    assert reasons(report(*arguments)).keys() == {"bad.cu"}
    assert not reasons(report(*arguments, tree.top / "shared"))


@pytest.mark.parametrize("links", [("tree",), ("tree", "cutlass"), ("cutlass/include",)])
def test_checkouts_and_include_folders_may_be_links(tree: Tree, links: tuple[str, ...]) -> None:
    for number, name in enumerate(links):
        path = tree.top.parent / name if name == "tree" else tree.top / name
        moved = tree.top.parent / f"moved_{number}"
        path.rename(moved)
        path.symlink_to(moved)
    found = report(tree.top / "sources", "-I", tree.top, "-I", tree.top / "cutlass" / "include")
    assert not reasons(found)


def test_the_home_folder_is_no_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, inner = tmp_path / "home", tmp_path / "home" / "downloads"
    inner.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    for folder in (home, tmp_path):
        (folder / ".git").mkdir()
    assert Bounds([str(inner)], []).roots == below(str(inner))
    assert Bounds([str(home)], []).roots == ()
    assert Bounds([], [str(home)]).roots == below(str(home))


def test_a_root_is_all_of_a_folder_and_nothing_beside(tmp_path: Path) -> None:
    roots = below(str(tmp_path / "a"), str(tmp_path / "a" / "b"))
    assert roots == (f"{tmp_path}/a/",)
    assert outside(f"{tmp_path}/a/x.h", roots) is None
    assert outside(f"{tmp_path}/ab/x.h", roots) == f"{tmp_path}/ab/x.h"
    assert outside(f"{tmp_path}/a/../x.h", roots) == f"{tmp_path}/x.h"
    assert outside("/x.h", below("/")) is None
    assert outside("/x.h", ()) == "/x.h"
    assert outside("/x.h", None) is None
