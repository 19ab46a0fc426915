"""cutlass-lint.toml, and the table of a pyproject.toml."""

from __future__ import annotations

from cutlass_lint.analyzer import config
from fuzzing.scratch import is_one_line, scratch


def target(data: bytes) -> None:
    """It is read as what it says, or refused in one line."""
    for name in (config.FILE, config.PYPROJECT):
        file = scratch() / name
        file.write_bytes(data)
        try:
            found = config.find(scratch())
            settings = config.read(file)
        except config.ConfigError as error:
            assert is_one_line(str(error))
            continue
        finally:
            file.unlink()
        assert found == file
        assert None not in settings.options().values()
        file.write_bytes(data)
        suppressions = settings.suppressions()
        file.unlink()
        assert len(suppressions) == len(settings.config.suppressions)
        lines = data.count(b"\n") + data.count(b"\r") + 1
        assert all(1 <= one.location.line <= lines for one in suppressions)
