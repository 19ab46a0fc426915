from __future__ import annotations

import os
import shutil
import socket
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cutlass_lint.analyzer.devices import parse_device
from cutlass_lint.analyzer.workspace import InputError, Workspace, check_modules, discover, headers
from cutlass_lint.analyzer.workspace.flags import TABLE

if TYPE_CHECKING:
    from conftest import Maker

    from cutlass_lint.analyzer.model import Module


def only(workspace: Workspace) -> Module:
    (module,) = workspace.modules
    return module


# Where sources lie


@pytest.mark.parametrize(
    "below",
    [
        "",
        "0.6.3",
        "0.6.3/120a",
        "0.6.3/120a/generated",
        "0.6.3/120a/generated/cutlass_instantiations",
        "0.6.3/120a/generated/cutlass_instantiations/120",
        "0.6.3/120a/generated/cutlass_instantiations/120/gemm_grouped/120",
    ],
)
def test_any_level_of_a_cache(make: Maker, below: str) -> None:
    sources = make.moe("cache/0.6.3/120a")
    wheel = make.wheel()
    workspace = discover(make.root / "cache" / below, headers=wheel)
    module = only(workspace)
    assert (module.name, module.devices, module.problem) == ("fused_moe_120", ("120",), None)
    assert module.sources == tuple(map(str, sources))
    assert module.flags.defines == TABLE["120"]
    assert module.flags.include_dirs == headers.find(wheel).include_dirs
    assert (workspace.root.kind, workspace.root.release) == ("flashinfer-cache", "0.6.3")
    assert workspace.root.cutlass == "4.2.1"
    assert not workspace.problems


def test_a_whole_cache_in_a_fixed_order(make: Maker) -> None:
    for version in ("0.6.4", "0.6.3"):
        make.moe(f"cache/{version}/90a", "90")
        make.moe(f"cache/{version}/120a", "120")
        make.file(f"cache/{version}/120a/generated/gen_gemm_sm120/gemm.cu")
        make.file(f"cache/{version}/120a/generated/silu_and_mul.cu")
    workspace = discover(make.root / "cache", headers=make.wheel())
    places = [(Path(m.sources[0]).relative_to(make.root).parts[1:3], m.name) for m in workspace.modules]
    assert places == [
        ((version, architecture), name)
        for version in ("0.6.3", "0.6.4")
        for architecture, names in (
            ("120a", ("fused_moe_120", "gen_gemm_sm120", "generated")),
            ("90a", ("fused_moe_90",)),
        )
        for name in names
    ]
    assert workspace.root.release is None
    assert workspace == discover(make.root / "cache", headers=make.root / "wheel")


def test_a_cache_without_version_level(make: Maker) -> None:
    make.moe("cache/flashinfer/100a", "100")
    module = only(discover(make.root / "cache/flashinfer", headers=make.wheel()))
    assert (module.name, module.devices) == ("fused_moe_100", ("100",))


def test_sources_inside_the_package(make: Maker) -> None:
    wheel = make.wheel(version="0.6.2")
    inside = "wheel/flashinfer/data/csrc/nv_internal/tensorrt_llm/cutlass_instantiations/120"
    source = make.file(f"{inside}/gemm_grouped/120/x.generated.cu")
    make.file("wheel/flashinfer/data/csrc/hand_written.cu")
    make.file("wheel/flashinfer/data/cutlass/examples/00_basic_gemm/basic.cu")
    for path in (wheel, make.root / inside, source):
        module = only(discover(path))
        assert module.sources == (str(source),)
        assert (module.name, module.devices, module.problem) == ("fused_moe_120", ("120",), None)
        assert module.headers is not None
        assert (module.headers.origin, module.headers.release) == ("package", "0.6.2")
    assert discover(wheel).root.kind == "flashinfer-package"


def test_a_cache_whose_sources_lie_in_the_package(make: Maker) -> None:
    wheel = make.wheel(version="0.6.2")
    inside = "wheel/flashinfer/data/csrc/nv_internal/tensorrt_llm/cutlass_instantiations/120"
    source = make.file(f"{inside}/gemm_grouped/120/x.generated.cu")
    make.ninja("cache/0.6.2/121a", "fused_moe_120", [source], wheel / "flashinfer/data", gencode="121a")
    make.file("cache/0.6.2/121a/cached_ops/fused_moe_120/fused_moe_120.so")
    workspace = discover(make.root / "cache")
    module = only(workspace)
    assert (module.sources, module.devices) == ((str(source),), ("121",))
    assert module.flags.defines == ("ENABLE_FP4",)
    assert module.headers is not None
    assert module.headers.origin == "build.ninja"
    assert not workspace.problems
    source.unlink()
    workspace = discover(make.root / "cache")
    assert not workspace.modules
    assert any("lists 1 generated sources that are gone" in problem.message for problem in workspace.problems)


def test_a_package_without_generated_sources(make: Maker) -> None:
    (problem,) = discover(make.wheel()).problems
    assert "--release flashinfer==0.6.3" in problem.remedy


def test_one_file_and_a_plain_folder(make: Maker) -> None:
    source = make.file("mine/kernel.cu")
    wheel = make.wheel()
    for path, kind in ((source, "file"), (source.parent, "folder")):
        workspace = discover(path, headers=wheel, device=parse_device("sm_90a"))
        module = only(workspace)
        assert (module.name, module.sources, module.devices) == ("mine", (str(source),), ("90",))
        assert module.flags.defines == TABLE["90"]
        assert workspace.root.kind == kind


def test_generated_files_that_were_copied_elsewhere(make: Maker) -> None:
    make.file("copy/120/gemm/90/cutlass_kernel_file_gemm_sm90_M64_group0.generated.cu")
    make.file("flat/cutlass_kernel_file_gemm_grouped_sm103_M128_BS_group2.generated.cu")
    wheel = make.wheel()
    module = only(discover(make.root / "copy", headers=wheel))
    assert (module.devices, module.flags.defines) == (("120",), TABLE["120"])
    module = only(discover(make.root / "flat", headers=wheel))
    assert (module.devices, module.flags.defines) == (("103",), TABLE["103"])


def test_headers_beside_the_sources(make: Maker) -> None:
    make.file("mine/kernel.cu")
    make.cutlass("mine/include")
    module = only(discover(make.root / "mine"))
    assert module.headers is not None
    assert module.headers.origin == "beside the sources"


# Devices


@pytest.mark.parametrize(
    ("folder", "devarch", "devices"),
    [
        ("120a", "120", ("120",)),
        ("121a", "120", ("121",)),
        ("89_120f", "120", ("120",)),
        ("89_120f", "89", ("89",)),
        ("80_89_90a", "89", ("80", "89")),
        ("100a_103a", "103", ("100", "103")),
        ("90a_120a", "100", ("90", "120")),
    ],
)
def test_devices_of_the_architecture_folder(make: Maker, folder: str, devarch: str, devices: tuple[str, ...]) -> None:
    make.moe(f"cache/0.6.3/{folder}", devarch)
    assert only(discover(make.root / "cache")).devices == devices
    assert only(discover(make.root / "cache", device=parse_device("90"))).devices == ("90",)


def test_a_device_that_is_not_in_the_table(make: Maker) -> None:
    make.moe("cache/0.7.4/107a", "100")
    workspace = discover(make.root / "cache")
    assert only(workspace).devices == ()
    assert "sm_107" in workspace.problems[0].message
    assert "--arch" in workspace.problems[0].remedy
    assert only(discover(make.root / "cache", device=parse_device("100"))).devices == ("100",)


# build.ninja


def test_flags_of_build_ninja_serve_unlisted_sources_too(make: Maker) -> None:
    sources = make.moe("cache/0.6.3/89_120f", count=3)
    data = make.wheel() / "flashinfer/data"
    make.ninja("cache/0.6.3/89_120f", "fused_moe_120", sources[:2], data, gencode="121a")
    for path in ("cache", "cache/0.6.3/89_120f/generated", str(sources[2].relative_to(make.root))):
        module = only(discover(make.root / path))
        assert module.devices == ("121",)
        assert module.flags.defines == ("ENABLE_FP4",)
        assert module.headers is not None
        assert (module.headers.origin, module.headers.release) == ("build.ninja", "0.6.3")
        assert module.headers.path == str(data)
        assert module.flags.include_dirs == headers.find(data).include_dirs


def test_a_source_with_flags_of_its_own_is_a_module_of_its_own(make: Maker) -> None:
    sources = make.moe("cache/0.7.4/120a", count=3)
    data = make.wheel(version="0.7.4") / "flashinfer/data"
    file = make.ninja("cache/0.7.4/120a", "fused_moe_120", sources, data)
    text = file.read_text().replace(
        f"cuda_compile {sources[1]}\n", f"cuda_compile {sources[1]}\n  cuda_cflags = -DOWN\n"
    )
    file.write_text(text)
    modules = discover(make.root / "cache").modules
    assert [module.name for module in modules] == ["fused_moe_120", "fused_moe_120"]
    assert [module.sources for module in modules] == [(str(sources[0]), str(sources[2])), (str(sources[1]),)]
    assert modules[1].flags.defines == ("OWN",)


def test_other_generated_sources_find_their_module_by_path(make: Maker) -> None:
    source = make.file("cache/0.6.3/120a/generated/gen_gemm_sm120_cutlass_fp4/fp4_128.cu")
    make.ninja("cache/0.6.3/120a", "fp4_gemm_cutlass_sm120", [source], make.wheel() / "flashinfer/data")
    module = only(discover(make.root / "cache"))
    assert (module.name, module.flags.defines) == ("fp4_gemm_cutlass_sm120", ("ENABLE_FP4",))


def test_a_cache_that_was_moved(make: Maker) -> None:
    sources = make.moe("old/0.6.3/120a")
    make.ninja("old/0.6.3/120a", "fused_moe_120", sources, make.wheel() / "flashinfer/data")
    shutil.copytree(make.root / "old", make.root / "new")
    for _ in range(2):
        module = only(discover(make.root / "new"))
        assert module.flags.defines == ("ENABLE_FP4",)
        assert all(source.startswith(str(make.root / "new")) for source in module.sources)
        shutil.rmtree(make.root / "old", ignore_errors=True)


def test_a_damaged_build_ninja_is_named_and_its_sources_kept(make: Maker) -> None:
    make.moe("cache/0.6.3/120a")
    file = make.file(
        "cache/0.6.3/120a/cached_ops/fused_moe_120/build.ninja", "cuda_cflags = '\nbuild a: cuda_compile b.cu\n"
    )
    workspace = discover(make.root / "cache", headers=make.wheel())
    assert only(workspace).flags.defines == TABLE["120"]
    assert [problem.file for problem in workspace.problems] == [str(file)]


def test_a_toolkit_named_by_build_ninja_is_not_searched(make: Maker) -> None:
    sources = make.moe("cache/0.6.3/120a")
    data = make.wheel() / "flashinfer/data"
    toolkit = make.file("cuda/include/cuda_runtime_api.h").parent
    file = make.ninja("cache/0.6.3/120a", "fused_moe_120", sources, data)
    file.write_text(file.read_text().replace("/nonexistent/cuda", str(make.root / "cuda")))
    assert str(toolkit) not in only(discover(make.root / "cache")).flags.include_dirs


# The choice of modules


def several(make: Maker) -> Path:
    """A cache with a fused-MoE, a GEMM and a damaged module, and one that is prebuilt."""
    data = make.wheel() / "flashinfer/data"
    make.ninja("cache/0.6.3/120a", "fused_moe_120", make.moe("cache/0.6.3/120a"), data)
    source = make.file("cache/0.6.3/120a/generated/gen_gemm_sm120/gemm.cu")
    make.ninja("cache/0.6.3/120a", "gemm_sm120", [source], data)
    make.file("cache/0.6.3/120a/cached_ops/other/build.ninja", "cuda_cflags = '\nbuild a: cuda_compile b.cu\n")
    make.file("cache/0.6.3/120a/cached_ops/fused_moe_90/fused_moe_90.so")
    return make.root / "cache"


@pytest.mark.parametrize(
    ("patterns", "names", "problems"),
    [
        ((), ["fused_moe_120", "gemm_sm120"], ["cached_ops", "build.ninja"]),
        (("gemm_sm120",), ["gemm_sm120"], []),
        (("fused_moe_*",), ["fused_moe_120"], ["cached_ops"]),
        (("*_sm1[0-9]0", "fused*120"), ["fused_moe_120", "gemm_sm120"], []),
        (("other",), [], ["build.ninja"]),
        (("gen_gemm_sm120", "GEMM*"), [], []),
    ],
)
def test_modules_are_chosen_by_their_own_names(
    make: Maker, patterns: tuple[str, ...], names: list[str], problems: list[str]
) -> None:
    workspace = discover(several(make), modules=patterns)
    assert [module.name for module in workspace.modules] == names
    assert [Path(problem.file).name for problem in workspace.problems] == problems
    assert workspace.names == ("fused_moe_120", "gemm_sm120")


def test_a_pattern_that_matches_nothing_is_named() -> None:
    check_modules((), ())
    check_modules(("a*", "b"), ("b", "a1"))
    with pytest.raises(InputError, match=r"^no module 'c\*': there are a, b$"):
        check_modules(("a", "c*"), ("b", "a", "b"))
    with pytest.raises(InputError, match=r"^no module 'a': there is none$"):
        check_modules(("a",), ())
    with pytest.raises(InputError, match=r"n39 and 10 more$"):
        check_modules(("a",), (f"n{i:02}" for i in range(50)))


# Headers


def test_headers_of_another_version_are_not_taken(make: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    make.moe("cache/0.6.3/120a")
    other = make.wheel(version="0.6.4")
    monkeypatch.setattr(headers, "installed", lambda: other / "flashinfer")
    module = only(discover(make.root / "cache"))
    assert module.headers is None
    assert module.problem is not None
    assert "needs FlashInfer 0.6.3's headers" in module.problem.message
    assert "--release flashinfer==0.6.3 --arch 120" in module.problem.remedy
    assert "--headers DIR" in module.problem.remedy
    assert only(discover(make.root / "cache", headers=other)).problem is None


@pytest.mark.parametrize("version", ["0.6.3", "0.6.3+cu129"])
def test_the_installed_version(make: Maker, monkeypatch: pytest.MonkeyPatch, version: str) -> None:
    make.moe("cache/0.6.3/120a")
    package = make.wheel(version=version) / "flashinfer"
    monkeypatch.setattr(headers, "installed", lambda: package)
    module = only(discover(make.root / "cache"))
    assert module.headers is not None
    assert (module.headers.origin, module.headers.release) == ("installed", version)


def test_a_release_fetched_before(make: Maker) -> None:
    make.moe("cache/0.6.3/120a")
    for version in ("0.6.3", "0.6.10", "0.6.9"):
        make.wheel(f"user-cache/cutlass-lint/releases/{version}", version)
        make.file(f"user-cache/cutlass-lint/releases/{version}/wheel.json", "{}")
    module = only(discover(make.root / "cache"))
    assert module.headers is not None
    assert (module.headers.origin, module.headers.release) == ("release", "0.6.3")
    make.moe("flashinfer/120a")
    module = only(discover(make.root / "flashinfer"))
    assert module.headers is not None
    assert module.headers.release == "0.6.10"
    assert module.headers.origin == "release; the sources do not tell their version"


def test_the_installed_one_comes_before_fetched_ones_for_an_unknown_version(
    make: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    make.file("mine/kernel.cu")
    package = make.wheel() / "flashinfer"
    monkeypatch.setattr(headers, "installed", lambda: package)
    module = only(discover(make.root / "mine"))
    assert module.headers is not None
    assert module.headers.origin.startswith("installed; the sources do not tell")


def test_include_folders_that_are_gone(make: Maker) -> None:
    sources = make.moe("cache/0.6.3/120a")
    data = make.wheel() / "flashinfer/data"
    make.ninja("cache/0.6.3/120a", "fused_moe_120", sources, data)
    shutil.rmtree(make.root / "wheel")
    module = only(discover(make.root / "cache"))
    assert module.problem is not None
    assert str(data / "csrc/nv_internal") in module.problem.message
    assert "--release flashinfer==0.6.3" in module.problem.remedy


def test_include_folders_that_hold_another_version_now(make: Maker) -> None:
    sources = make.moe("cache/0.6.3/120a")
    make.ninja("cache/0.6.3/120a", "fused_moe_120", sources, make.wheel(version="0.7.4") / "flashinfer/data")
    module = only(discover(make.root / "cache"))
    assert module.problem is not None
    assert "now holds FlashInfer 0.7.4" in module.problem.message


def test_named_headers_win_over_build_ninja(make: Maker) -> None:
    sources = make.moe("cache/0.6.3/120a")
    make.ninja("cache/0.6.3/120a", "fused_moe_120", sources, make.wheel() / "flashinfer/data")
    module = only(discover(make.root / "cache", headers=make.wheel("other")))
    assert module.headers is not None
    assert (module.headers.origin, module.headers.path) == ("--headers", str(make.root / "other"))
    assert module.flags.defines == ("ENABLE_FP4",)


def test_named_headers_without_cutlass(make: Maker) -> None:
    make.file("mine/kernel.cu")
    with pytest.raises(InputError, match="no CUTLASS headers"):
        discover(make.root / "mine", headers=make.root / "mine")


# Bad input


def test_a_missing_path(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere does not exist$"):
        discover(tmp_path / "nowhere")


def test_a_file_that_is_no_source(make: Maker) -> None:
    with pytest.raises(InputError, match=r"neither a folder nor a \.cu file"):
        discover(make.file("notes.txt"))


def test_an_empty_folder(tmp_path: Path) -> None:
    workspace = discover(tmp_path)
    assert (workspace.modules, workspace.problems, workspace.root.kind) == ((), (), "folder")


def test_an_unreadable_folder_is_named_and_the_rest_found(make: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    make.moe("cache/0.6.3/120a")
    closed = make.moe("cache/0.6.3/90a", "90")[0].parent
    scandir = os.scandir

    def refuse(path: str | Path) -> object:
        if Path(path) == closed:
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    workspace = discover(make.root / "cache", headers=make.wheel())
    assert only(workspace).name == "fused_moe_120"
    (problem,) = workspace.problems
    assert problem.file == str(closed)
    assert "Permission denied" in problem.message
    assert "permissions" in problem.remedy


def test_links_in_a_circle(make: Maker) -> None:
    (source,) = make.moe("cache/0.6.3/120a", count=1)
    (make.root / "cache/0.6.3/again").symlink_to(make.root / "cache")
    (source.parent / "self.cu").symlink_to("self.cu")
    (source.parent / "gone.cu").symlink_to("nowhere.cu")
    workspace = discover(make.root / "cache", headers=make.wheel())
    assert only(workspace).sources == (str(source),)
    assert {Path(problem.file).name for problem in workspace.problems} == {"self.cu", "gone.cu"}


def test_a_cache_behind_a_link(make: Maker) -> None:
    make.moe("real/0.6.3/120a")
    (make.root / "link").symlink_to(make.root / "real")
    module = only(discover(make.root / "link", headers=make.wheel()))
    assert all(source.startswith(str(make.root / "link")) for source in module.sources)


def test_pipes_and_sockets_are_passed_over(make: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    (source,) = make.moe("cache/0.6.3/120a", count=1)
    os.mkfifo(source.parent / "pipe.cu")
    monkeypatch.chdir(source.parent)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.cu")
    (source.parent / "folder.cu").mkdir()
    workspace = discover(make.root / "cache", headers=make.wheel())
    assert only(workspace).sources == (str(source),)
    assert [Path(problem.file).name for problem in workspace.problems] == ["pipe.cu", "socket.cu"]
    with pytest.raises(InputError, match=r"pipe\.cu is a pipe"):
        discover(source.parent / "pipe.cu")


def test_names_that_are_no_text(make: Maker) -> None:
    folder = make.moe("cache/0.6.3/120a", count=1)[0].parent
    name = os.fsdecode(b"odd\xff name.generated.cu")
    (folder / name).touch()
    module = only(discover(make.root / "cache", headers=make.wheel()))
    assert str(folder / name) in module.sources


# Prebuilt


def test_prebuilt_modules_without_sources(make: Maker) -> None:
    for module in ("batch_decode", "fused_moe_120", "norm", "page"):
        make.file(f"cache/0.6.3/120a/cached_ops/{module}/{module}.so")
    workspace = discover(make.root / "cache")
    (problem,) = workspace.problems
    assert "prebuilt, no sources: batch_decode, fused_moe_120, norm and 1 more" in problem.message
    assert "--release flashinfer==0.6.3 --arch 120" in problem.remedy
    assert workspace.root.kind == "flashinfer-cache"


def test_a_prebuilt_fused_moe_module_beside_generated_sources(make: Maker) -> None:
    make.file("cache/0.6.3/120a/generated/silu_and_mul.cu")
    for module in ("norm", "fused_moe_120"):
        make.file(f"cache/0.6.3/120a/cached_ops/{module}/{module}.so")
    (problem,) = discover(make.root / "cache", headers=make.wheel()).problems
    assert problem.message.endswith("prebuilt, no sources: fused_moe_120")
    make.moe("cache/0.6.3/120a")
    for path in ("cache", "cache/0.6.3/120a/cached_ops"):
        assert not discover(make.root / path, headers=make.root / "wheel").problems
