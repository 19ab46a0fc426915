"""What is reported of what was found: rules, severities, suppressions, baselines, configuration; as users run it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

FIXTURES = Path(__file__).parents[1] / "fixtures"
FITS = "INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, NONE, 128, 112, 128, false);"
OVERFLOWS = "INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, FINALIZE, 128, 112, 128, false);"
ALSO_OVERFLOWS = "INSTANTIATE_MOE_GEMM(Sm120, float_e2m1_t, FINALIZE, 128, 112, 128, true);"


def source(folder: Path, *calls: str, name: str = "kernels.cu") -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(['#include "launchers/moe_launcher.inl"', "namespace moe {", *calls, "}", ""]))
    return file


def lint(*arguments: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run in a folder, whose configuration counts, with the headers of the fixtures."""
    command = [sys.executable, "-m", "cutlass_lint", "check", *map(str, arguments)]
    command += ["--headers", str(FIXTURES), "--arch", "120"]
    plain = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, cwd=folder, env=plain)
    assert "Traceback" not in done.stdout + done.stderr
    return done


def concise(*arguments: str | Path, folder: Path) -> list[str]:
    """The places and codes of what is reported."""
    done = lint(*arguments, "--output-format", "concise", folder=folder)
    return [" ".join(line.split()[:2]) for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ((), 1),
        (("--select", "SMEM001"), 1),
        (("--select", "shared-memory-overflow"), 1),
        (("--ignore", "SMEM"), 0),
        (("--ignore", "SMEM", "--extend-select", "SMEM001"), 1),
        (("--select", "SMEM001", "--extend-ignore", "SMEM001"), 0),
        (("--select", "LINT,SMEM002"), 0),
        (("--exit-zero",), 0),
        (("--min-severity", "error", "--select", "SMEM001"), 1),
        (("--min-severity", "error", "--select", "LINT,SMEM002"), 0),
        (("--min-confidence", "exact", "--select", "SMEM001"), 1),
    ],
)
def test_findings_of_chosen_rules_decide_the_exit_code(tmp_path: Path, options: tuple[str, ...], code: int) -> None:
    done = lint(source(tmp_path, OVERFLOWS), *options, folder=tmp_path)
    assert done.returncode == code, done.stdout + done.stderr
    assert ("SMEM001" in done.stdout) is (code == 1 or "--exit-zero" in options)


def test_a_rule_that_does_not_exist_is_one_line(tmp_path: Path) -> None:
    done = lint(source(tmp_path, OVERFLOWS), "--select", "SMEM01", folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "cutlass-lint: no rule has a code or name 'SMEM01': did you mean SMEM001?\n"


def test_a_comment_suppresses_and_is_told_with_its_reason(tmp_path: Path) -> None:
    file = source(tmp_path, f"{OVERFLOWS}  // cutlass-lint: ignore[SMEM001]: waits for 4.9", ALSO_OVERFLOWS)
    done = lint(file, "--select", "SMEM001,LINT", "-v", folder=tmp_path)
    assert done.returncode == 1
    assert "kernels.cu:4:1  SMEM001" in done.stdout
    assert "kernels.cu:3  SMEM001 suppressed by kernels.cu:3: waits for 4.9" in done.stdout
    assert "1 finding (1 suppressed)" in done.stdout


def test_a_comment_suppresses_for_every_format(tmp_path: Path) -> None:
    file = source(tmp_path, "// cutlass-lint: ignore-file[SMEM]: all of it", OVERFLOWS, ALSO_OVERFLOWS)
    assert concise(file, "--select", "SMEM001,LINT", folder=tmp_path) == []
    sarif = json.loads(lint(file, "--select", "SMEM001", "--output-format", "sarif", folder=tmp_path).stdout)
    results = sarif["runs"][0]["results"]
    assert [result["suppressions"] for result in results] == [
        [{"kind": "inSource", "justification": "all of it"}],
        [{"kind": "inSource", "justification": "all of it"}],
    ]
    prints = [result["partialFingerprints"]["primaryLocationLineHash"] for result in results]
    assert len(set(prints)) == 2


CONFIGURATION = """\
[tool.cutlass-lint]
select = ["SMEM001", "LINT"]
{settings}

[[tool.cutlass-lint.suppressions]]
rules = ["SMEM001"]
kernels = "{kernels}"
reason = "generated"
"""


def configure(folder: Path, kernels: str, settings: str = "") -> None:
    (folder / "pyproject.toml").write_text(CONFIGURATION.format(kernels=kernels, settings=settings))


@pytest.mark.parametrize(
    ("kernels", "reported"),
    [
        ("FUSION=FINALIZE", []),
        ("kernels,SWAP_AB=false", ["kernels.cu:4:1: SMEM001"]),
        # About a kernel that fits: the entry is needed by nothing.
        ("FUSION=NONE", ["kernels.cu:3:1: SMEM001", "kernels.cu:4:1: SMEM001", "pyproject.toml:5:1: LINT001"]),
        # About none of this run, which may be a part of all: nothing is said of it.
        ("other_file", ["kernels.cu:3:1: SMEM001", "kernels.cu:4:1: SMEM001"]),
        ("NO_SUCH_PARAMETER=1", ["kernels.cu:3:1: SMEM001", "kernels.cu:4:1: SMEM001"]),
        (",", ["kernels.cu:3:1: SMEM001", "kernels.cu:4:1: SMEM001", "pyproject.toml:5:1: LINT002"]),
    ],
)
def test_the_configuration_suppresses_by_kernel(tmp_path: Path, kernels: str, reported: list[str]) -> None:
    file = source(tmp_path, OVERFLOWS, ALSO_OVERFLOWS, FITS)
    configure(tmp_path, kernels)
    assert concise(file, folder=tmp_path) == reported


def test_files_are_ignored_by_pattern(tmp_path: Path) -> None:
    source(tmp_path, OVERFLOWS, name="old/kernels.cu")
    source(tmp_path, OVERFLOWS, name="new/kernels.cu")
    (tmp_path / "cutlass-lint.toml").write_text('select = ["SMEM001"]\nper-file-ignores = {"old/*" = ["SMEM"]}\n')
    assert concise(tmp_path, folder=tmp_path) == ["new/kernels.cu:3:1: SMEM001"]


def test_the_command_line_counts_before_the_configuration(tmp_path: Path) -> None:
    file = source(tmp_path, OVERFLOWS)
    (tmp_path / "cutlass-lint.toml").write_text('ignore = ["SMEM"]\noutput-format = "concise"\n')
    assert lint(file, folder=tmp_path).returncode == 0
    assert concise(file, "--ignore", "LINT", "--select", "SMEM001", folder=tmp_path) == ["kernels.cu:3:1: SMEM001"]
    assert concise(file, "--isolated", "--select", "SMEM001", folder=tmp_path) == ["kernels.cu:3:1: SMEM001"]
    other = tmp_path / "other.toml"
    other.write_text('select = ["SMEM001"]\n')
    assert concise(file, "--config", other, folder=tmp_path) == ["kernels.cu:3:1: SMEM001"]


def test_a_configuration_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "cutlass-lint.toml").write_text("selekt = 1\n")
    done = lint(source(tmp_path, FITS), folder=tmp_path)
    assert done.returncode == 2
    assert f"{tmp_path}/cutlass-lint.toml: Object contains unknown field `selekt`" in done.stderr


def test_settings_are_shown_with_where_they_are_from(tmp_path: Path) -> None:
    (tmp_path / "cutlass-lint.toml").write_text('ignore = ["LINT"]\nper-file-ignores = {"old/*" = ["SMEM"]}\n')
    done = lint("--show-settings", "--select", "SMEM,SMEM001", folder=tmp_path)
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert lines[0] == f"# configuration: {tmp_path}/cutlass-lint.toml"
    assert 'select = ["SMEM", "SMEM001"]  # command line' in lines
    assert 'ignore = ["LINT"]  # configuration' in lines
    assert 'min-severity = "warning"  # default' in lines
    assert 'per-file-ignores."old/*" = ["SMEM"]' in lines


def test_files_are_shown(tmp_path: Path) -> None:
    first, second = source(tmp_path, FITS), source(tmp_path, FITS, name="sub/more.cu")
    done = lint("--show-files", tmp_path, folder=tmp_path)
    assert (done.returncode, done.stdout.splitlines()) == (0, [str(first), str(second)])
    (tmp_path / "empty").mkdir()
    assert lint("--show-files", tmp_path / "empty", folder=tmp_path).returncode == 3


def test_a_baseline_leaves_out_what_was_there_and_nothing_else(tmp_path: Path) -> None:
    file = source(tmp_path, OVERFLOWS)
    known = ("--select", "SMEM001", "--baseline", tmp_path / "known.json")
    done = lint(file, *known, folder=tmp_path)
    assert done.returncode == 2
    assert "--update-baseline writes it" in done.stderr
    assert lint(file, *known, "--update-baseline", folder=tmp_path).returncode == 0
    assert concise(file, *known, folder=tmp_path) == []
    # Lines move, and another kernel overflows.
    source(tmp_path, FITS, "", OVERFLOWS, ALSO_OVERFLOWS)
    assert concise(file, *known, folder=tmp_path) == ["kernels.cu:6:1: SMEM001"]
    # One more of the same is new, too.
    source(tmp_path, OVERFLOWS, OVERFLOWS)
    assert concise(file, *known, folder=tmp_path) == ["kernels.cu:4:1: SMEM001"]


@pytest.mark.parametrize("text", ["", "[]", '{"schema": "other/1", "findings": []}', '{"findings": 3}'])
def test_what_is_no_baseline_is_one_line(tmp_path: Path, text: str) -> None:
    file = tmp_path / "known.json"
    file.write_text(text)
    done = lint(source(tmp_path, FITS), "--baseline", file, folder=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(f"cutlass-lint: {file} is no baseline: ")
    assert done.stderr.count("\n") == 1


def test_statistics_count_the_findings_of_each_rule(tmp_path: Path) -> None:
    file = source(tmp_path, f"{OVERFLOWS}  // cutlass-lint: ignore[SMEM001]: known", ALSO_OVERFLOWS)
    done = lint(file, "--select", "SMEM001", "--statistics", "--output-format", "json", folder=tmp_path)
    assert done.returncode == 1
    (count,) = json.loads(done.stdout)["rules"]
    assert {key: count[key] for key in ("rule", "name", "severity", "findings", "suppressed")} == {
        "rule": "SMEM001",
        "name": "shared-memory-overflow",
        "severity": "error",
        "findings": 1,
        "suppressed": 1,
    }
    assert count["seconds"] > 0
    table = lint(file, "--select", "SMEM001", "--statistics", folder=tmp_path).stdout.splitlines()
    assert table[0].split() == ["findings", "rule", "name", "severity", "suppressed", "ms"]
    assert table[1].split()[:5] == ["1", "SMEM001", "shared-memory-overflow", "error", "1"]
    assert lint(file, "--statistics", "--output-format", "sarif", folder=tmp_path).returncode == 2


def test_quiet_prints_findings_only(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    file = source(tmp_path, OVERFLOWS, FITS)
    done = lint(file, "-q", "--select", "SMEM001", folder=tmp_path)
    assert done.stdout.replace(str(FIXTURES), "FIXTURES") == snapshot
    assert lint(source(tmp_path, FITS), "-q", "--select", "SMEM001", folder=tmp_path).stdout == ""


# Runs the command where starting any process is an error.
ALONE = """
import sys
def refuse(event, arguments):
    if event in ("subprocess.Popen", "os.posix_spawn", "os.fork", "os.exec"):
        raise SystemError(f"started {arguments}")
sys.addaudithook(refuse)
from cutlass_lint.analyzer.cli import main
main()
"""


def without_sizes(*arguments: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run `check --no-sizes`, which starts no front end, on its own."""
    command = [sys.executable, "-c", ALONE, "check", "--no-sizes", *map(str, arguments)]
    command += ["--headers", str(FIXTURES), "--arch", "120"]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, cwd=folder)


def test_without_sizes_no_front_end_is_asked(tmp_path: Path) -> None:
    done = without_sizes(source(tmp_path, OVERFLOWS, FITS), folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-2:] == [
        "2 instantiations in 1 files: 0 sized, 0 rejected, 0 disabled, 0 unknown, 2 not sized",
        "0 findings; sizes left out: --no-sizes",
    ]
    document = json.loads(without_sizes(tmp_path, "--output-format", "json", folder=tmp_path).stdout)
    assert [(kernel["status"], kernel["reason"], kernel["tile"]) for kernel in document["kernels"]] == [
        ("not-sized", "sizes were left out (--no-sizes)", [128, 112, 128])
    ] * 2


def test_without_sizes_the_sources_are_linted(tmp_path: Path) -> None:
    done = without_sizes(source(tmp_path, FITS, FITS), "--output-format", "concise", folder=tmp_path)
    assert done.returncode == 1
    assert "kernels.cu:4:1: INST001 warning" in done.stdout


def test_without_sizes_what_cannot_be_read_still_counts(tmp_path: Path) -> None:
    file = tmp_path / "kernels.cu"
    file.write_text('#include "nowhere.h"\nINSTANTIATE_MOE_GEMM(Sm120);\n')
    done = without_sizes(file, folder=tmp_path)
    assert done.returncode == 2
    assert "the headers it includes are not found" in done.stdout


def test_without_sizes_no_suppression_is_called_unused(tmp_path: Path) -> None:
    file = source(tmp_path, f"{OVERFLOWS}  // cutlass-lint: ignore[SMEM001]: known")
    configure(tmp_path, "FUSION=FINALIZE")
    assert without_sizes(file, "--output-format", "concise", folder=tmp_path).stdout == ""


def test_a_deep_look_needs_sizes(tmp_path: Path) -> None:
    file = source(tmp_path, FITS)
    done = without_sizes(file, "--deep", folder=tmp_path)
    assert done.returncode == 2
    assert "--no-sizes sizes no kernel: it can't be given with --deep" in done.stderr
    (tmp_path / "cutlass-lint.toml").write_text("deep = true\n")
    assert without_sizes(file, folder=tmp_path).returncode == 0
