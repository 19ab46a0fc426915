"""The command on sources that make their kernels themselves: -I, -D and compile commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cutlass_lint.analyzer.cli.app import app

FIXTURES = Path(__file__).parents[1] / "fixtures"
CUTLASS = FIXTURES / "cutlass" / "include"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [*map(str, arguments), "--output-format", "json", "--jobs", "2"])


def kernels(result: Result) -> dict[str, Any]:
    return {kernel["id"]: kernel for kernel in json.loads(result.stdout)["kernels"]}


def test_a_source_with_its_headers() -> None:
    result = run(FIXTURES / "direct" / "aliases.cu", "-I", CUTLASS, "--arch", "120")
    assert result.exit_code == 1, result.stderr
    found = kernels(result)
    assert [kernel["sizes"]["kernel"] for kernel in found.values()] == [101376, 102400, 74752]
    (finding, cause) = json.loads(result.stdout)["findings"]
    assert (finding["rule"], finding["line"], finding["kernel"]) == ("SMEM001", 17, "aliases.cu:17")
    assert (cause["rule"], cause["line"], cause["kernel"]) == ("SMEM003", 20, None)
    overflow = found["aliases.cu:17"]
    assert overflow["layout"]["size"] == 102400
    assert overflow["stage_budget"]["stages"] == 3


def test_without_headers_the_source_is_not_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    result = run(FIXTURES / "direct" / "aliases.cu", "--arch", "120")
    assert result.exit_code == 2
    (kernel,) = kernels(result).values()
    assert (kernel["status"], kernel["line"]) == ("unknown", 11)


def test_a_macro_of_the_users(tmp_path: Path) -> None:
    source = tmp_path / "wide.cu"
    source.write_text((FIXTURES / "direct" / "aliases.cu").read_text().replace("112", "TILE_N"))
    result = run(source, "-I", CUTLASS, "-I", FIXTURES / "direct", "-D", "TILE_N=128", "--arch", "120")
    assert {kernel["tile"][1] for kernel in kernels(result).values()} == {128}


@pytest.mark.parametrize("define", ["", "=1", "3=4", "-DX", "a b"])
def test_what_is_no_macro(define: str) -> None:
    result = run(FIXTURES / "direct" / "aliases.cu", "-D", define)
    assert result.exit_code == 2
    assert "does not begin with the name of a macro" in result.stderr


def test_compile_commands_size_each_source_for_its_devices(tmp_path: Path) -> None:
    commands = [
        {
            "directory": str(FIXTURES),
            "file": f"direct/{name}.cu",
            "arguments": ["nvcc", "-Icutlass/include", f"-arch=sm_{device}a", "-c", f"direct/{name}.cu"],
        }
        for name, device in (("one_line", "120"), ("macros", "90"))
    ]
    path = tmp_path / "compile_commands.json"
    path.write_text(json.dumps(commands))
    result = run(path)
    (mismatch,) = [one for one in json.loads(result.stdout)["findings"] if one["severity"] == "error"]
    assert (mismatch["rule"], mismatch["file"]) == ("SCHED004", str(FIXTURES / "direct" / "macros.cu"))
    found = {name: (kernel["sizes"]["kernel"], kernel["limit"]) for name, kernel in kernels(result).items()}
    assert found == {
        "macros.cu:10": (74752, 232448),
        "one_line.cu:15": (74752, 101376),
        "one_line.cu:15#2": (101376, 101376),
    }
