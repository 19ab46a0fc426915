"""What all tests share."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import settings

FIXTURES = Path(__file__).parents[1] / "fixtures"

# A check that a change must pass has to answer the same each time; new examples are looked for elsewhere.
settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("default", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "default")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Launchers, CUTLASS and instantiations in a folder of their own."""
    folder = tmp_path_factory.mktemp("tree")
    for name in ("cutlass", "launchers", "instantiations"):
        shutil.copytree(FIXTURES / name, folder / name)
    return folder


@pytest.fixture(autouse=True, scope="session")
def _no_cache_of_the_user(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What a fixture runs once for many tests takes no answers from before this session."""
    os.environ["CUTLASS_LINT_CACHE_DIR"] = str(tmp_path_factory.mktemp("answers"))


@pytest.fixture(autouse=True)
def _cache_of_this_test(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """What a test runs takes no answers from any other."""
    monkeypatch.setenv("CUTLASS_LINT_CACHE_DIR", str(tmp_path_factory.mktemp("answers")))
