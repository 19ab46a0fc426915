"""What releases generate, on a small release of our own: its functions run in the isolated interpreter."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import fake_release
import pytest

from cutlass_lint.analyzer.devices import parse_device
from cutlass_lint.analyzer.workspace import discover, generation, releases
from cutlass_lint.analyzer.workspace.releases import ReleaseError, generate

if TYPE_CHECKING:
    from conftest import Maker

CORE = "flashinfer/jit/gemm/core.py"
TGV = ("tgv_gemm_bf16", "tgv_gemm_half")


@pytest.fixture
def release(make: Maker) -> Path:
    return fake_release.write(make)


def extend(release: Path, text: str) -> None:
    with (release / CORE).open("a") as file:
        file.write(text)


def files(cache: Path) -> list[str]:
    return [path.relative_to(cache).as_posix() for path in sorted(cache.rglob("*")) if path.is_file()]


def test_every_module_of_a_device(release: Path) -> None:
    made = generate(release, parse_device("120"))
    assert made.cache == release / "cache/0.6.4/120a"
    assert made.modules == ("fp4_gemm_cutlass_sm120", "fused_moe_120")
    assert made.problems == ()
    assert files(made.cache) == [
        "cached_ops/fp4_gemm_cutlass_sm120/build.ninja",
        "cached_ops/fused_moe_120/build.ninja",
        "generated/cutlass_instantiations/120/gemm_grouped/120/kernels.generated.cu",
        "generated/cutlass_instantiations/120/gemm_grouped/80/kernels.generated.cu",
        "generated/gen_gemm_sm120_cutlass_fp4/fp4_gemm_cutlass_sm120_128.cu",
        "generated.json",
        "jit.log",
    ]
    assert (
        made.cache / "generated/gen_gemm_sm120_cutlass_fp4/fp4_gemm_cutlass_sm120_128.cu"
    ).read_text() == "GEMM(128)"
    assert not list(release.rglob("__pycache__"))
    assert not list(release.rglob(".tmp*"))


def test_modules_are_discovered_with_the_releases_own_flags(release: Path) -> None:
    cache = generate(release, parse_device("120")).cache
    workspace = discover(cache)
    assert not workspace.problems
    assert workspace.names == ("fp4_gemm_cutlass_sm120", "fused_moe_120")
    moe, gemm = sorted(workspace.modules, key=lambda module: module.name, reverse=True)
    assert (moe.flags.defines, gemm.flags.defines) == (("ENABLE_BF16", "ENABLE_FP8"), ("ENABLE_FP4",))
    assert moe.devices == gemm.devices == ("120",)
    data = release.resolve() / "flashinfer/data"
    assert moe.flags.include_dirs == tuple(
        str(data / name) for name in ("csrc/nv_internal", "include", "csrc", "cutlass/include")
    )
    assert moe.headers is not None
    assert (moe.headers.release, moe.headers.cutlass) == ("0.6.4", "4.2.1")
    assert all(Path(source).is_relative_to(cache) for module in workspace.modules for source in module.sources)


@pytest.mark.parametrize(
    ("device", "modules"),
    [
        ("90", ("gemm_sm90",)),
        ("100", ("fp4_gemm_cutlass", *TGV)),
        ("103", ("fp4_gemm_cutlass_sm103", *TGV)),  # built for sm_100f, which runs on 10.3 too
        ("110", ("fp4_gemm_cutlass",)),
        ("121", ("fp4_gemm_cutlass_sm120", "fused_moe_120")),
    ],
)
def test_the_nearest_module_that_runs_on_the_device(release: Path, device: str, modules: tuple[str, ...]) -> None:
    made = generate(release, parse_device(device))
    assert (made.modules, made.problems) == (modules, ())
    assert {build.parent.name for build in made.cache.glob("cached_ops/*/build.ninja")} == set(modules)
    for folder in (made.cache / "generated").iterdir():  # none of modules that are not for this device
        assert any(str(folder) in build.read_text() for build in made.cache.glob("cached_ops/*/build.ninja"))


def test_instantiations_are_not_written_into_the_package(make: Maker) -> None:
    release = fake_release.write(make, version="0.5.3")
    made = generate(release, parse_device("120"))
    assert made.modules == ("fp4_gemm_cutlass_sm120", "fused_moe_120")
    assert len(list(made.cache.glob("generated/cutlass_instantiations/120/gemm_grouped/*/*.cu"))) == 2
    assert not list((release / "flashinfer").rglob("cutlass_instantiations"))
    assert {module.name: len(module.sources) for module in discover(made.cache).modules} == {
        "fp4_gemm_cutlass_sm120": 1,
        "fused_moe_120": 2,
    }


def test_the_layout_up_to_0_3_1(make: Maker) -> None:
    release = fake_release.write_up_to_0_3_1(make)
    made = generate(release, parse_device("120"))
    assert (made.modules, made.problems) == (("fp4_gemm_cutlass_sm120", "fused_moe_120"), ())


def test_what_was_generated_is_used_again(release: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    extend(release, "\ndef gen_bad_module():\n    raise ValueError(jit_env.FLASHINFER_GEN_SRC_DIR.name)\n")
    made = generate(release, parse_device("120"))
    shutil.rmtree(release / "flashinfer/jit/gemm")
    again = generate(release, parse_device("120a"))
    assert again == made
    assert len(made.problems) == 1
    monkeypatch.setattr(generation, "_digest", lambda: "of other code")
    (release / "flashinfer/jit/fused_moe.py").unlink()
    with pytest.raises(ReleaseError, match="generators failed for Sm120: it has no functions that are known"):
        generate(release, parse_device("120"))
    assert made.cache.is_dir()


def test_what_earlier_versions_generated_is_made_anew(release: Path) -> None:
    old = release / "cache/0.6.4/120a/generated/cutlass_instantiations/120/old.cu"
    old.parent.mkdir(parents=True)
    old.touch()
    made = generate(release, parse_device("120"))
    assert not old.exists()
    assert (made.cache / "generated.json").is_file()


def test_a_run_that_was_quicker(release: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = generate(release, parse_device("120"), tmp_path / "first")
    target = tmp_path / "out/0.6.4/120a"
    made = generation._run

    def other_run(*arguments: object) -> object:
        shutil.copytree(first.cache, target)
        (target / "theirs").touch()
        return made(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(generation, "_run", other_run)
    assert generate(release, parse_device("120"), tmp_path / "out").cache == target
    assert (target / "theirs").is_file()


def test_build_files_name_the_final_place(release: Path, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    made = generate(release, parse_device("120"), tmp_path / "link")
    text = (made.cache / "cached_ops/fp4_gemm_cutlass_sm120/build.ninja").read_text()
    assert str(tmp_path / "real/0.6.4/120a/generated/gen_gemm_sm120_cutlass_fp4") in text
    assert ".tmp" not in text


FAILING = """
def gen_{name}_module({parameters}):
    directory = jit_env.FLASHINFER_GEN_SRC_DIR / "gen_{name}"
    directory.mkdir()
    (directory / "half.cu").touch()
    {body}
    return gen_jit_spec("{name}", [directory / "half.cu"])
"""


@pytest.mark.parametrize(
    ("parameters", "body", "reason"),
    [
        ("", "raise ValueError('of two\\n lines')", "ValueError: of two lines"),
        ("", "raise SystemExit('no more')", "SystemExit: no more"),
        ("tile", "pass", "takes arguments that are not known: tile"),
        ("", "(jit_env.FLASHINFER_CSRC_DIR / 'new.cu').touch()", "PermissionError: open: "),
        ("", "import subprocess; subprocess.run(['true'])", "programs are not run here"),
        ("", "import socket; socket.create_connection(('127.0.0.1', 9))", "there is no network here"),
        ("", "(directory / 'half.cu').write_text(f'{torch.float16}')", "torch.float16 is not available here"),
        ("", "list(torch.tiles)", "torch.tiles is not available here"),
        ("", "import flashinfer.jit.absent as absent; absent.tiles + 1", "TypeError"),
    ],
)
def test_a_function_that_fails_does_not_cost_the_others(release: Path, parameters: str, body: str, reason: str) -> None:
    extend(release, FAILING.format(name="bad", parameters=parameters, body=body))
    made = generate(release, parse_device("120"))
    assert made.modules == ("fp4_gemm_cutlass_sm120", "fused_moe_120")
    (problem,) = made.problems
    assert problem.file == str(release.resolve() / CORE)
    lines = (release / CORE).read_text().splitlines()
    assert lines[problem.line - 1] == f"def gen_bad_module({parameters}):"
    assert problem.message.startswith("gen_bad_module failed, its module's sources are missing: ")
    assert reason in problem.message
    assert "\n" not in problem.message
    assert not list(made.cache.rglob("half.cu"))
    assert not (release / "flashinfer/data/csrc/new.cu").exists()


def test_a_fault_where_devices_are_looked_up_is_no_answer(release: Path) -> None:
    context = release / "flashinfer/compilation_context.py"
    context.write_text(context.read_text().replace("archs = [", "archs = {}[0] or [", 1))
    made = generate(release, parse_device("100"))
    assert made.modules == TGV
    (problem,) = made.problems
    assert problem.message.startswith("gen_gemm_sm100_module_cutlass_fp4 failed")
    assert problem.message.endswith("KeyError: 0")


def test_a_file_that_fails_does_not_cost_the_others(release: Path) -> None:
    (release / "flashinfer/jit/gemm/more.py").write_text("FLASHINFER_GEN_SRC_DIR = 1 / 0")
    made = generate(release, parse_device("120"))
    assert made.modules == ("fp4_gemm_cutlass_sm120", "fused_moe_120")
    (problem,) = made.problems
    assert (problem.line, problem.message.partition(" failed")[0]) == (0, "flashinfer.jit.gemm.more")


def test_a_device_that_the_release_does_not_know(release: Path) -> None:
    with pytest.raises(ReleaseError, match=r"FlashInfer 0\.6\.4 generates no GEMM sources for Sm75"):
        generate(release, parse_device("75"))
    assert not list(release.glob("cache/**/*.cu"))


@pytest.mark.parametrize(
    ("file", "text", "expected"),
    [
        ("jit/env.py", "import os; os._exit(3)", "Sm120: exit code 3"),
        ("jit/env.py", "x = 1", "has no attribute 'FLASHINFER_GEN_SRC_DIR'"),
        ("jit/core.py", "x = 1", r"Sm120: flashinfer.jit.gemm.core: ImportError: .* \(and 1 more\)"),
    ],
)
def test_a_release_that_fails_as_a_whole(release: Path, file: str, text: str, expected: str) -> None:
    (release / "flashinfer" / file).write_text(text)
    with pytest.raises(ReleaseError, match=expected) as caught:
        generate(release, parse_device("120"))
    assert "\n" not in str(caught.value)
    assert not list(release.glob("cache/**/.tmp*"))


def test_a_generator_that_does_not_end(release: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (release / CORE).write_text("FLASHINFER_GEN_SRC_DIR = 0\nwhile True: pass")
    monkeypatch.setattr(generation, "_SECONDS", 1)
    with pytest.raises(ReleaseError, match="did not end within 1 s"):
        generate(release, parse_device("120"))


def test_a_folder_that_is_no_release(tmp_path: Path) -> None:
    with pytest.raises(ReleaseError, match="is not an unpacked FlashInfer release"):
        generate(tmp_path, parse_device("120"))


def test_a_damaged_record_is_no_record(release: Path) -> None:
    made = generate(release, parse_device("120"))
    assert json.loads((made.cache / "generated.json").read_text())["modules"] == list(made.modules)
    (made.cache / "generated.json").write_text("{")
    assert generate(release, parse_device("120")) == made
    assert releases.generate is generate


NETWORKS = ["unshare", "--net"], ["unshare", "--user", "--net"]


@pytest.mark.skipif(
    not any(subprocess.run([*way, "true"], capture_output=True, check=False).returncode == 0 for way in NETWORKS),
    reason="the system lets nobody here leave its network",
)
def test_the_code_of_a_release_has_no_network_even_past_the_guard(release: Path) -> None:
    # The loopback of a new network is down: nothing answers on this one that did before.
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1].to_bytes(2, "big")
        address = b"\2\0" + port + bytes([127, 0, 0, 1]) + bytes(8)
        (release / "flashinfer/jit/env.py").write_text(
            "import ctypes; c = ctypes.CDLL(None, use_errno=True)\n"
            f"raise RuntimeError('connected: %d' % c.connect(c.socket(2, 1, 0), {address!r}, 16))"
        )
        with pytest.raises(ReleaseError, match="connected: -1"):
            generate(release, parse_device("120"))


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("bytearray(5 << 30)", "MemoryError"),
        ("import os; open('large', 'wb').truncate(1 << 30)", "File too large"),
    ],
)
def test_the_code_of_a_release_has_limits(release: Path, code: str, reason: str) -> None:
    (release / "flashinfer/jit/env.py").write_text(code)
    with pytest.raises(ReleaseError, match=reason):
        generate(release, parse_device("120"))
