from collections.abc import Callable
from pathlib import Path

import pytest

from cutlass_lint.analyzer.model import Source
from cutlass_lint.analyzer.sources import read_source

FIXTURES = Path(__file__).parents[2] / "fixtures" / "sources"


@pytest.fixture(scope="session")
def fixtures() -> Path:
    return FIXTURES


@pytest.fixture(scope="session")
def read(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str | bytes], Source]:
    """Read a source given as text."""
    path = tmp_path_factory.mktemp("sources") / "generated.cu"

    def read_text(text: str | bytes) -> Source:
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return read_source(path)

    return read_text
