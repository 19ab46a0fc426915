"""What the system keeps a release's code from, as far as it can here: beside the guard, which that could get around."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
from contextlib import suppress
from pathlib import Path

# linux/prctl.h
_PR_SET_PDEATHSIG = 1
# linux/sched.h
_CLONE_NEWUSER = 0x10000000
_CLONE_NEWNET = 0x40000000
_LIMITS = {
    resource.RLIMIT_AS: 4 << 30,
    resource.RLIMIT_FSIZE: 256 << 20,
    resource.RLIMIT_CPU: 120,
    resource.RLIMIT_CORE: 0,
}
"""Bytes and seconds. A release takes 200 MB and writes sources of some kilobytes."""


def isolate() -> None:
    """Limit this process, have it end with the one that waits for it, and leave it no network."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    for what, most in _LIMITS.items():
        _, allowed = resource.getrlimit(what)
        limit = most if allowed == resource.RLIM_INFINITY else min(most, allowed)
        resource.setrlimit(what, (limit, limit))
    _leave_network()


def _leave_network() -> None:
    """Go to a network of its own, without any device, where the system lets this user."""
    user, group = os.geteuid(), os.getegid()
    unshare = ctypes.CDLL(None).unshare
    if unshare(_CLONE_NEWNET) == 0 or unshare(_CLONE_NEWUSER | _CLONE_NEWNET) != 0:
        return
    # Who has no number in a namespace of users can make no file there.
    with suppress(OSError):
        Path("/proc/self/setgroups").write_text("deny", "ascii")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1", "ascii")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1", "ascii")
