"""The works: what is made ready for each, what is timed, and what it is compared with."""

from __future__ import annotations

import json
import re
import sys
import sysconfig
import tempfile
from collections.abc import Callable
from pathlib import Path

import peers
from measuring import Command, Done, Failed, Subject, measure, progress, run
from msgspec import Struct
from msgspec.structs import replace
from table import Goal, Row

from cutlass_lint.analyzer.devices import parse_device
from cutlass_lint.analyzer.workspace import discover, releases

TOOL = str(Path(sysconfig.get_path("scripts")) / "cutlass-lint")
_MOE = ("--module", "fused_moe_120")
_SOURCES = Path("generated", "cutlass_instantiations")
_LINTED = (0, 1)
# CTA_N and CTA_K of the kernel of 0.6.3 for SM120 that does not fit, in half.
_FAILING = re.compile(r"(?<=\b128, )256, 128(?=, 1, 1, 1,\s+false, false, false, false\))")
# What the builder accepts instead, and no generated source has.
TILES = [f"{n}, {k}" for k in (128, 64) for n in (32, 64, 96, 160, 192, 224, 288)]
_VARIED = ["FUSION=NONE,FINALIZE", "SWAP_AB=true,false", "CTA_M=128,256", "CTA_K=64,128,192"]
_VARIED += ["CTA_N=32,64,96,128,160,192,224,256,288,320"]
_TWINS = re.compile(r"\b(?:half|half_t|__nv_bfloat16|bfloat16_t|SafeBF16)\b")


class Bench(Struct):
    """Where the works run, and how often. `distinct` kernels were sized last, twins of half and bfloat16 as one."""

    folder: Path
    jobs: int
    repeats: int
    distinct: int = 0

    def lint(self, *words: str | Path, cache: Path | None = None) -> Command:
        """A run of the tool with a cache folder, an empty one where none is given."""
        cache = cache or Path(tempfile.mkdtemp(dir=self.folder))
        return ("env", f"CUTLASS_LINT_CACHE_DIR={cache}", TOOL, *map(str, words), "--jobs", str(self.jobs))

    def warm(self, *words: str | Path) -> Command:
        """A run with the cache folder that the same run has filled."""
        command = self.lint(*words)
        run(command, self.folder, _LINTED)
        return command

    def linted(self, work: str, what: str, goal: Goal | None, command: Command | Callable[[int], Command]) -> Subject:
        """A work that lints; a note tells what was counted."""
        return Subject(work, what, command, goal, _LINTED, self._counted)

    def _counted(self, done: Done) -> str:
        # Asked again, when the timed run has filled its cache.
        report = json.loads(run((*done.command, "--output-format", "json"), self.folder, _LINTED).output)
        sized = [kernel for kernel in report["kernels"] if kernel["sizes"]]
        self.distinct = len({_TWINS.sub("half", f"{k['launcher']} {k['arguments']} {k['variant']}") for k in sized})
        counts = {name: report["summary"][name] for name in ("files", "instantiations", "kernels", "sized")}
        return ", ".join(f"{count:,} {name}" for name, count in {**counts, "distinct": self.distinct}.items() if count)

    def measure(self, *subjects: Subject, repeats: int | None = None) -> list[Row]:
        """Measure a work and its peers."""
        return measure(subjects, self.folder, repeats or self.repeats)


def generated(version: str, device: str, out: Path | None = None) -> Path:
    """What a release generates for a device: <release>/cache/<version>/<architecture>, fetched where it is not here."""
    release = releases.fetch(f"flashinfer=={version}", lambda text: progress(f"{text}\n"))
    return releases.generate(release, parse_device(device), out).cache


def w0(bench: Bench) -> list[Row]:
    """Starting."""
    python = Subject("", "python -c pass", (sys.executable, "-c", "pass"))
    return bench.measure(Subject("W0", "cutlass-lint --version", (TOOL, "--version"), Goal(0.1)), python)


def w1(bench: Bench) -> list[Row]:
    """A module of many small sources and few kernels, anew."""
    cache = generated("0.6.3", "120")
    release, data = cache.parents[2], cache.parents[2] / "flashinfer" / "data"
    flags = discover(cache, device=parse_device("120"), modules=_MOE[1:]).modules[0].flags
    read = (cache / _SOURCES, data / "csrc", data / "cutlass", data / "include")
    return bench.measure(
        bench.linted("W1", "SM120 of FlashInfer 0.6.3, cold", Goal(5), lambda _: bench.lint(cache, *_MOE)),
        *peers.nvcc(release, sorted(cache.glob(f"{_SOURCES}/120/gemm_grouped/120/*.cu")), bench.folder),
        peers.clang(release, flags),
        peers.reading(read, "sources and headers"),
    )


def w2(bench: Bench) -> list[Row]:
    """The same again."""
    again = bench.warm(generated("0.6.3", "120"), *_MOE)
    return bench.measure(bench.linted("W2", "SM120 of FlashInfer 0.6.3, warm", Goal(0.25), again))


def w3(bench: Bench) -> list[Row]:
    """One file, each time with a tile that was not there before, as pre-commit has it linted."""
    cache, filled = generated("0.6.3", "120", bench.folder / "changed"), bench.folder / "filled"
    run(bench.lint(cache, *_MOE, cache=filled), bench.folder, _LINTED)
    file = next(cache.rglob("gemm_grouped/120/*_M128_BS_group2.generated.cu"))
    original = file.read_text()

    def changed(repeat: int) -> Command:
        text, count = _FAILING.subn(TILES[repeat], original, count=1)
        if not count:
            raise Failed(f"{file.name} has no such tile")
        file.write_text(text)
        return bench.lint("check", "--allow-empty", file, cache=filled)

    return bench.measure(bench.linted("W3", "one file of it with another tile, as a hook", Goal(1.5), changed))


def w4(bench: Bench) -> list[Row]:
    """Source rules only, of all that a release generates."""
    caches = [generated("0.7.4", device) for device in ("89", "90", "100", "103", "110", "120", "121")]
    words = ("--no-sizes", caches[0].parent.parent)
    search = peers.reading((cache / "generated" for cache in caches), "sources")
    what = "all architectures of FlashInfer 0.7.4, source rules only"
    cold = bench.measure(bench.linted("W4", f"{what}, cold", Goal(1), lambda _: bench.lint(*words)), search)
    return cold + bench.measure(bench.linted("W4", f"{what}, warm", Goal(1), bench.warm(*words)))


def w5(bench: Bench) -> list[Row]:
    """A large module, once, and a half and a quarter of its files."""
    files = sorted((generated("0.7.4", "100") / _SOURCES / "100").rglob("*.cu"))
    rows: list[Row] = []
    each: list[float] = []
    for step, what in ((1, "SM100 of FlashInfer 0.7.4, cold"), (2, "every second file of it"), (4, "every fourth")):
        command, goal = bench.lint("--module", "fused_moe_100", *files[::step]), Goal(90) if step == 1 else None
        (row,) = bench.measure(bench.linted("W5", what, goal, command), repeats=1)
        if row.seconds and bench.distinct:
            each.append(row.seconds[0] / bench.distinct)
            row = replace(row, note=f"{row.note}, {each[-1]:.3f} s each of these")
        rows.append(row)
    growth = each[0] / each[-1] if len(each) == len(rows) else None
    return [*rows, Row("W5", "s a distinct kernel, all against a quarter", ratio=growth, goal=Goal(1.25, "×"))]


def w6(bench: Bench) -> list[Row]:
    """What-ifs of one launcher."""
    varied = [word for values in _VARIED for word in ("--vary", values)]
    words = ("fit", "--launcher", peers.MACRO, *varied, "--most", "200", "--output-format", "json", *_MOE)
    cache = generated("0.6.3", "120")

    def told(done: Done) -> str:
        counts = json.loads(done.output)["summary"]
        return ", ".join(f"{counts[name]:,} {name}" for name in ("tried", "fits", "overflow", "rejected", "unknown"))

    what = "200 what-ifs of one launcher, cold"
    return bench.measure(Subject("W6", what, lambda _: bench.lint(*words, cache), Goal(20), told=told))


WORKS: dict[str, Callable[[Bench], list[Row]]] = {"W0": w0, "W1": w1, "W2": w2, "W3": w3, "W4": w4, "W5": w5, "W6": w6}
