"""A parse in a process of its own: a crash, hang or memory hog costs that parse only."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile

from cutlass_lint.analyzer.smem.frontend import FrontEndError
from cutlass_lint.analyzer.temporary import temporary_folder
from cutlass_lint.analyzer.workspace.toolkits import HEADER_VARIABLES

# -P: nothing in the current folder may stand in for a module.
_COMMAND = (sys.executable, "-P", "-m", "cutlass_lint.analyzer.smem.worker")
# libclang allocates much and frees it at its end: glibc shall take large steps, and give nothing back before.
_ENVIRONMENT = {
    "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1:glibc.malloc.top_pad=67108864:glibc.malloc.mmap_threshold=1073741824"
    ":glibc.malloc.trim_threshold=1073741824",
    # `#pragma clang module build` has clang write a module there, from headers that no list of includes has.
    "TMPDIR": os.devnull,
}


class Processes:
    """The processes of a run, which can all be ended at once."""

    def __init__(self) -> None:
        self._running: set[subprocess.Popen[bytes]] = set()
        self._stopped = False

    def run(self, job: bytes, timeout: float, *, layouts: bool) -> tuple[bytes, str]:
        """Have a `jobs.Job` parsed in `timeout` seconds; it and the answer are msgpack.

        With `layouts`, what libclang printed comes with the answer. Raises FrontEndError where the process crashes, or
        takes too much memory or time, OSError without a place for temporary files.
        """
        if not layouts:
            return self._run(job, timeout), ""
        with tempfile.NamedTemporaryFile(dir=temporary_folder()) as file:
            return self._run(job, timeout, file.name), file.read().decode(errors="replace")

    def _run(self, job: bytes, timeout: float, *output: str) -> bytes:
        pipe = subprocess.PIPE
        # Folders of the environment would come ahead of the stand-ins.
        kept = {name: value for name, value in os.environ.items() if name not in HEADER_VARIABLES}
        command = (*_COMMAND, str(os.getpid()), *output)
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=kept | _ENVIRONMENT) as process:  # noqa: S603 - our own module
            self._running.add(process)
            try:
                if self._stopped:  # between the starting of a process and here, all that ran were killed
                    process.kill()
                out, err = process.communicate(job, timeout)
            except subprocess.TimeoutExpired as error:
                raise FrontEndError(f"the front end took longer than {timeout:.0f} s") from error
            finally:
                process.kill()
                self._running.discard(process)
        if process.returncode != 0:
            raise FrontEndError(f"the front end stopped: {_ending(process.returncode, err)}")
        return out

    def stop(self) -> None:
        """End all that run, and whatever is begun from now on."""
        self._stopped = True
        for process in tuple(self._running):
            process.kill()


def run(job: bytes, timeout: float, *, layouts: bool) -> tuple[bytes, str]:
    """Parse as `Processes.run` does: what an executor is given, which may have it done on another machine."""
    return Processes().run(job, timeout, layouts=layouts)


def _ending(status: int, output: bytes) -> str:
    """How a process ended, and what it said at last."""
    lines = output.decode(errors="replace").strip().splitlines()
    if status >= 0:
        return lines[-1] if lines else f"exit status {status}"
    name = signal.strsignal(-status) or f"signal {-status}"
    return f"{name}: {lines[-1]}" if lines else name
