"""One trial of a fault: a project, a cache and a temporary folder of its own, and what came of the runs on them."""

from __future__ import annotations

import random
import shutil
import tempfile
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from reliability.project import VERSIONS, Report, differences, make, nothing, text
from reliability.runs import CODES, Done, Run, left_over, tool


class Outcome:
    """What came of trials; lists have a line for each thing that should not be. A trial may try several things."""

    def __init__(self) -> None:
        self.tried = 1
        self.wrong: list[str] = []
        self.lost: list[str] = []
        self.tracebacks: list[str] = []
        self.left: list[str] = []
        """Processes and temporary files that outlived their run."""
        self.recovery = 0.0
        """Seconds of the slowest ordinary run after a fault."""
        self.peak = 0
        """Bytes of the largest process."""
        self.notes: dict[str, None] = {}
        """How it was tried, where that depends on the machine, and what was measured beside."""

    @property
    def bad(self) -> list[str]:
        """All that should not be."""
        return [*self.wrong, *self.lost, *self.tracebacks, *self.left]


class Model:
    """What runs without a fault say, found out once for each version of the project and files added to it."""

    def __init__(self) -> None:
        self._known: dict[object, Done] = {}

    def done(self, version: str = "", more: Mapping[str, bytes] | None = None) -> Done:
        """A run from which nothing was kept, and that had nothing to take."""
        key = version, tuple((more or {}).items())
        if key not in self._known:
            with tempfile.TemporaryDirectory(prefix="reliability-") as folder:
                scene = Scene(Path(folder), self, random.Random(), version, more)
                self._known[key] = scene.begin("--no-cache").done(scene.project)
        return self._known[key]

    def report(self, version: str = "", more: Mapping[str, bytes] | None = None) -> Report:
        """What such a run reports. Raises ValueError where it reports nothing."""
        done = self.done(version, more)
        if done.report is None or not done.report.kernels or done.report.problems:
            raise ValueError(f"a run without a fault fails: {done.code} {done.errors}")
        return done.report


class Scene:
    """A trial. `chance` is its own, the same each time; `outcome` takes what happens."""

    def __init__(
        self,
        folder: Path,
        model: Model,
        chance: random.Random,
        version: str = "",
        more: Mapping[str, bytes] | None = None,
    ) -> None:
        self.folder, self.model, self.chance, self.outcome = folder, model, chance, Outcome()
        self.project, self.cache, self.temporary = (folder / name for name in ("project", "cache", "temporary"))
        self.sources = self.project / "sources"
        self.temporary.mkdir()
        self.quick = False
        """Whether to make do with less of everything."""
        self.within: Sequence[str] = ()
        """What comes ahead of a command line, such as to run it where other disks are."""
        make(self.project, version, more)

    def edit(self, version: str) -> None:
        """Change a file of the project, and nothing of what it says."""
        with self.project.joinpath(VERSIONS[version][0]).open("a") as file:
            file.write(f"// {self.chance.random()}\n")

    def write(self, version: str, *, is_other: bool = True, by_rename: bool = False) -> Path:
        """Put a version of a file in place of the other, byte by byte or at once."""
        path = self.project / VERSIONS[version][0]
        data = text(version, is_other=is_other)
        if by_rename:
            made = path.with_name("made")
            made.write_bytes(data)
            made.replace(path)
        else:
            with path.open("r+b") as file:
                file.write(data)
        return path

    def begin(self, *options: str | Path, **environment: str) -> Run:
        """Begin an ordinary run, with more options and variables."""
        given = f"--headers={self.project}", "--arch=120", "--output-format=json", f"--cache-dir={self.cache}"
        command = [*self.within, *tool(self.sources, *given, *options)]
        return Run(command, self.folder, {"TMPDIR": str(self.temporary), **environment})

    def ended(self, run: Run, is_meant: Callable[[Done], bool] = lambda _done: False) -> Done:
        """Wait for a run, and take down what outlives it, and what nobody should see of it unless that `is_meant`."""
        done = run.done(self.project)
        self.outcome.peak = max(self.outcome.peak, done.peak)
        self.outcome.left += left_over(run.mark)
        if not is_meant(done) and (done.traceback or done.code not in CODES):
            self.outcome.tracebacks.append(done.traceback or f"exit code {done.code}: {done.errors[-300:]}")
        return done

    def judge(
        self, done: Done, *expected: Report, may_lack: Callable[[str], bool] = nothing, may_fail: bool = False
    ) -> None:
        """Compare what a run says with what it should, see `differences`.

        One that `may_fail` need not report at all, if it says so.
        """
        if done.report is None:
            if not (may_fail and done.errors.startswith("cutlass-lint: ") and done.code == 2):
                self.outcome.lost.append(f"no report, exit code {done.code}: {done.errors[-300:]}")
            return
        found = differences(done.report, expected or (self.model.report(),), may_lack)
        self.outcome.wrong += found.wrong
        # What a run lacks without a word, while something is wrong that it could tell, is a wrong answer.
        (self.outcome.lost if may_lack is nothing else self.outcome.wrong).extend(found.lacks)

    def run(self, *options: str | Path, **environment: str) -> Done:
        """An ordinary run, from the beginning to its end."""
        return self.ended(self.begin(*options, **environment))

    def recover(self, *expected: Report) -> Done:
        """The next ordinary run, with what is left of the cache: it says everything, and leaves nothing else.

        One that finds all in the cache has nothing to write, and leaves the sweeping to one that has.
        """
        done = self.run()
        self.judge(done, *expected)
        if done.errors:
            self.outcome.lost.append(f"the next run says {done.errors[-300:]}")
        self.outcome.recovery = max(self.outcome.recovery, done.seconds)
        if any(self.temporary.iterdir()):
            self.judge(self.run("--no-cache"), *expected)
        self.swept()
        return done

    def beside(
        self,
        *odd: Path,
        expected: Report | None = None,
        may_lack: Collection[str] = (),
        named: Collection[str] = (),
    ) -> float:
        """Run with odd files among the sources, again with what the first run kept, and once more without them.

        Those that are `named` have to be, by a problem. Returns the seconds of the first run.
        """
        runs = self.run(), self.run()
        for done in runs:
            self.judge(done, expected or self.model.report(), may_lack=may_lack.__contains__ if may_lack else nothing)
            said = {str(problem["file"]) for problem in (done.report.problems if done.report else ())}
            self.outcome.wrong += [f"{name} is not named" for name in named if name not in said]
        self.within = ()
        for path in odd:
            remove(path)
        self.recover()
        return runs[0].seconds

    def swept(self) -> None:
        """Take down, and away, what is left in the temporary folder."""
        for path in self.temporary.iterdir():
            self.outcome.left.append(f"temporary {path.name}")
            remove(path)


def remove(path: Path) -> None:
    """Remove a file or folder."""
    if path.is_dir() and not path.is_symlink():
        path.chmod(0o700)
        shutil.rmtree(path)
    else:
        path.unlink()


def anything(_file: str) -> bool:
    """What a run may say that it does not know, where the fault may be about any of its files."""
    return True


class Fault(Struct, frozen=True):
    """Something that goes wrong, how often to try it, how often in tests, and what does."""

    name: str
    about: str
    times: int
    quick: int
    play: Callable[[Scene], None]


def tried(fault: Fault, model: Model, number: int, seed: str, *, quick: bool = False) -> Outcome:
    """Try a fault once, as the nth time of a seed."""
    with tempfile.TemporaryDirectory(prefix="reliability-", ignore_cleanup_errors=True) as folder:
        scene = Scene(Path(folder), model, random.Random(f"{seed} {fault.name} {number}"))
        scene.quick = quick
        fault.play(scene)
        return scene.outcome
