"""Launcher headers: what they define, the declarations behind their kernels, and the questions put into them."""

from __future__ import annotations

from pathlib import Path

from cutlass_lint.analyzer import unsaved
from cutlass_lint.analyzer.model import Lookup, Problem
from cutlass_lint.analyzer.smem.markers import inserted, markers
from cutlass_lint.analyzer.sources import chain_of, cluster_of, find_launcher, name_arguments, read_source, tile_of
from cutlass_lint.analyzer.sources.headers import Header

_FILE = "/fuzzing/launcher.inl"
FIXTURES = ("sources/*.inl", "launchers/*.inl", "symbols/*.inl")


def target(data: bytes) -> None:
    """Each definition lies where it says, and questions put behind its declarations change nothing else."""
    if b"\0" in data:
        return  # such a file is not read
    header = Header(_FILE, data)
    for name, definitions in header.definitions.items():
        for found in definitions:
            assert found.name == name
            assert 0 <= found.start < found.body <= found.end <= len(data)
            assert 0 <= found.defaults <= len(found.parameters)
            assert header.with_helpers(found)[0] is found
    with unsaved.opened(_FILE, data):
        source = read_source(Path(_FILE))
        for instantiation in source.instantiations:
            launcher = find_launcher(instantiation.launcher, source, Lookup())
            if launcher is None:
                continue
            assert launcher.name == instantiation.launcher
            assert max(launcher.line, launcher.adapter_line, launcher.launch_line) <= data.count(b"\n") + 1
            named = name_arguments(launcher, instantiation)
            if not isinstance(named, Problem):
                assert set(named) <= set(launcher.parameters)
                assert all(extent >= 0 for extent in (*(tile_of(named) or ()), *(cluster_of(named) or ())))
            chain = chain_of(launcher, data)
            assert chain is not None
            questions = markers(chain)
            marked = inserted(data, questions)
            assert marked.content.count(b"\n") == data.count(b"\n") or b'R"' in data
            assert len(marked.places) == len(questions)
