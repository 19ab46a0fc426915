"""What was found out about instantiations in earlier runs, kept by everything that it depends on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from cutlass_lint.analyzer.cache.digests import digest_of, text_of
from cutlass_lint.analyzer.cache.identity import tool
from cutlass_lint.analyzer.model import Instantiation, Kernel, Launcher, Module, Source
from cutlass_lint.analyzer.roots import Roots
from cutlass_lint.analyzer.smem.evidence import Evidence
from cutlass_lint.analyzer.smem.frontend import arguments
from cutlass_lint.analyzer.smem.prefixes import Prefix
from cutlass_lint.analyzer.smem.reading import keep
from cutlass_lint.analyzer.smem.sizing import Outcome, Rejection
from cutlass_lint.analyzer.smem.workers import Recorder, Workers
from cutlass_lint.analyzer.sources.files import contents_as_read

_NOT_A_LINE_END = re.compile(rb"[^\r\n]+")


class Outcomes:
    """The outcomes of a run's instantiations that the cache has, and takes."""

    def __init__(self, sources: Mapping[str, Source], workers: Workers) -> None:
        self._sources = sources
        self._workers = workers
        self._cache = workers.cache
        self._texts: dict[str, bytes] = {}
        self._rests: dict[str, bytes] = {}

    def question(self, launcher: Launcher, module: Module) -> bytes | None:
        """What stands for the question of what becomes of a launcher's instantiations; None without a cache."""
        if not self._cache.is_on:
            return None
        asked = (arguments(module.flags, self._workers.settings), module.devices, launcher)
        return digest_of(tool(), b"outcome", text_of(asked))

    def key(self, question: bytes | None, instantiation: Instantiation) -> bytes | None:
        """What stands for that question about one of them; None where its text cannot be read.

        The source is part of it but for its other instantiations, of which only the lines count.
        """
        if question is None:
            return None
        try:
            text = self._text(instantiation.file)
        except OSError:
            return None
        place = (instantiation.file, instantiation.line, instantiation.column, instantiation.end_line)
        own = text[instantiation.start_byte : instantiation.end_byte]
        return digest_of(question, text_of(place), self._rest(instantiation.file), own)

    def find(self, key: bytes | None, roots: Roots) -> Outcome | None:
        """The outcome that a key stands for, where all that was included for it is below the roots."""
        known = self._cache.get(key, roots) if key else None
        outcome: Evidence | Rejection | None = decoded(known, Evidence | Rejection)
        return outcome

    def keep(self, outcomes: Iterable[tuple[bytes | None, Outcome]], prefix: Prefix, recorder: Recorder) -> None:
        """Keep outcomes by key that were found by these parses."""
        known = {key: outcome for key, outcome in outcomes if key and isinstance(outcome, Evidence | Rejection)}
        self._put(known, prefix, recorder)

    def find_account(self, key: bytes | None, kernel: Kernel, roots: Roots) -> Kernel | None:
        """A kernel that was looked at closer before, likewise."""
        known = self._cache.get(_account_key(key, kernel), roots) if key else None
        accounted: Kernel | None = decoded(known, Kernel)
        return replace(accounted, id=kernel.id, module=kernel.module) if accounted else None

    def keep_accounts(
        self, accounts: Iterable[tuple[bytes | None, Kernel, Kernel]], prefix: Prefix, recorder: Recorder
    ) -> None:
        """Keep kernels as they are after a closer look, by the outcome's key and as they were before."""
        known = {_account_key(key, before): accounted for key, before, accounted in accounts if key}
        self._put(known, prefix, recorder)

    def _put(self, answers: Mapping[bytes, object], prefix: Prefix, recorder: Recorder) -> None:
        keep(self._cache, answers, {**prefix.read, **recorder.read}, recorder.given, prefix)

    def _text(self, file: str) -> bytes:
        if file not in self._texts:
            self._texts[file] = contents_as_read(file, self._sources[file].digest)
        return self._texts[file]

    def _rest(self, file: str) -> bytes:
        """A source without its instantiations, but with their line ends."""
        if file not in self._rests:
            text = bytearray(self._text(file))
            for instantiation in reversed(self._sources[file].instantiations):
                span = slice(instantiation.start_byte, instantiation.end_byte)
                text[span] = _NOT_A_LINE_END.sub(b"", text[span])
            self._rests[file] = digest_of(bytes(text))
        return self._rests[file]


def _account_key(key: bytes, kernel: Kernel) -> bytes:
    # What a kernel is called depends on what is scanned.
    return digest_of(key, b"account", text_of(replace(kernel, id="", module="")))


def decoded(known: bytes | None, type_: Any) -> Any:
    """An answer as it was; None where there is none, or where another version of this tool wrote it."""
    try:
        return msgspec.msgpack.decode(known, type=type_) if known else None
    except msgspec.DecodeError:
        return None
