"""What tests on real releases share: answers, but for those that compare sizes with nvcc's, which take none."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from asking import ANSWERS


@pytest.fixture(autouse=True, scope="session")
def _answers_of_this_session() -> Iterator[None]:
    yield
    shutil.rmtree(ANSWERS, ignore_errors=True)


@pytest.fixture(autouse=True)
def _cache_of_this_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTLASS_LINT_CACHE_DIR", str(ANSWERS))
