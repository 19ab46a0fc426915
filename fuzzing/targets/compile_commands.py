"""compile_commands.json, as a build system writes it or an attacker does."""

from __future__ import annotations

from cutlass_lint.analyzer.workspace.compile_commands import CompileCommandsError, read
from fuzzing.scratch import is_one_line, scratch


def target(data: bytes) -> None:
    """It is a list of commands, of which those for sources that are there are told, or refused in one line."""
    file = scratch() / "compile_commands.json"
    file.write_bytes(data)
    (scratch() / "a.cu").touch()
    try:
        found = read(file)
    except CompileCommandsError as error:
        assert is_one_line(str(error))
        return
    for compiled in found:
        assert compiled.name
        assert all(source.endswith(".cu") for source in compiled.sources)
        assert len(set(compiled.sources)) == len(compiled.sources) > 0
