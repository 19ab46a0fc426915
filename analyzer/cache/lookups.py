"""Where else the preprocessor looked for what it includes: a file that appears there takes the other's place."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from cutlass_lint.analyzer.remembering import for_a_run

# Also by a macro that stands for it, such as _CCCL_HAS_INCLUDE of libcu++.
_ASKED = re.compile(rb'has_include\w*\s*\(\s*[<"]([^>"\n]+)[>"]', re.IGNORECASE)


def missed(included: Collection[str], folders: Sequence[str], asked: Iterable[str] = ()) -> Iterator[str]:
    """Yield the paths that must stay without anything, so that the same files are included.

    `folders` are those that are searched, in their order, `asked` names that a condition asks for. A name in quotes is
    looked for beside each file that includes it first. Of a path whose folder is not there, it is the folder.
    """
    beside = {path.rpartition("/")[0] for path in included}
    names: dict[str, int] = {}
    for path in included:
        for position, folder in enumerate(folders):
            if path.startswith(f"{folder}/"):
                name = path[len(folder) + 1 :]
                names[name] = max(position, names.get(name, 0))
    names |= dict.fromkeys(asked, len(folders))
    # Most names begin with one of a few folders, and most of these are not beside the files.
    by_first: dict[str, list[str]] = {}
    for name in names:
        by_first.setdefault(name.partition("/")[0], []).append(name)
    for folder in beside:
        for first, group in by_first.items():
            if os.path.lexists(f"{folder}/{first}"):
                yield from filter(None, (lacking(folder, name) for name in group))
            else:
                yield f"{folder}/{first}"
    for name, count in names.items():
        yield from filter(None, (lacking(folder, name) for folder in folders[:count]))


def answering(asked: Iterable[str], folders: Sequence[str]) -> Iterator[str]:
    """Yield the files that answer conditions which ask for names."""
    for name in asked:
        candidates = (f"{folder}/{name}" for folder in folders)
        yield from filter(os.path.lexists, candidates)


def asked_in(data: bytes) -> set[str]:
    """The names that a file's conditions ask for."""
    if b"has_include" not in data and b"HAS_INCLUDE" not in data:
        return set()
    return {os.fsdecode(name) for name in _ASKED.findall(data)}


@for_a_run(1 << 17)
def lacking(folder: str, name: str) -> str | None:
    """The shortest part of a path below a folder that is not there; None where all of it is."""
    path = folder
    for part in name.split("/"):
        path = f"{path}/{part}"
        if not os.path.lexists(path):
            return path
    return None
