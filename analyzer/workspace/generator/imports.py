"""How a release is imported: its own modules as they are, everything around them replaced."""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Collection, Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

PACKAGE = "flashinfer"
_ABSENT = f"{PACKAGE}_"
"""How FlashInfer's packages of prebuilt modules are named: it asks for them and does well without."""


class StandIn:
    """An object that is there to be imported, called, subclassed or used as a decorator, but has no value.

    Taking it for a number, a text, a path or a list fails, so it can't end up in a source.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> StandIn:
        if name.startswith("__"):
            raise AttributeError(name)
        self.__dict__[name] = made = StandIn(f"{self._name}.{name}")
        return made

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """As a decorator leave what is decorated; with other arguments stand for what is returned."""
        alone = len(arguments) == 1 and not named and callable(arguments[0])
        return arguments[0] if alone and not isinstance(arguments[0], StandIn) else self

    def __getitem__(self, _key: object) -> StandIn:
        return self

    def __or__(self, _other: object) -> StandIn:
        return self

    __ror__ = __or__

    def __mro_entries__(self, _bases: tuple[object, ...]) -> tuple[type, ...]:
        return ()

    def __iter__(self) -> NoReturn:
        raise TypeError(f"{self._name} is not available here")

    def __str__(self) -> str:
        raise TypeError(f"{self._name} is not available here")


class _StandInModule(ModuleType):
    def __getattr__(self, name: str) -> StandIn:
        if name.startswith("__"):
            raise AttributeError(name)
        self.__dict__[name] = made = StandIn(f"{self.__name__}.{name}")
        return made


class _LazyPackage(ModuleType):
    """A package of the release whose `__init__` isn't run, since it imports all of the release.

    A name that it re-exports is looked up in the module that `__init__` imports it from.
    """

    _imports: dict[str, tuple[str, str]] | None = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if self._imports is None:
            self._imports = _imports(Path(self.__path__[0], "__init__.py"))
        if name not in self._imports:
            raise AttributeError(name)
        module, original = self._imports[name]
        if module.strip("."):
            return getattr(importlib.import_module(module, self.__name__), original)
        return importlib.import_module(module + original, self.__name__)


def _imports(init: Path) -> dict[str, tuple[str, str]]:
    tree = ast.parse(init.read_bytes()) if init.is_file() else ast.Module([], [])
    return {
        alias.asname or alias.name: ("." * node.level + (node.module or ""), alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.level
        for alias in node.names
    }


class ReleaseFinder(MetaPathFinder, Loader):
    """Finds the release's modules, and the packages given, before Python looks for them."""

    def __init__(self, package: Path, given: Mapping[str, str]) -> None:
        self.package = package
        self.given = given

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a module lies; None where it is neither of the release nor given."""
        if fullname in self.given:
            return PathFinder.find_spec(fullname, [self.given[fullname]], target)
        names = fullname.split(".")
        if names[0] != PACKAGE:
            return None
        place = Path(self.package.parent, *names)
        if place.is_dir():
            spec = ModuleSpec(fullname, self, is_package=True)
            spec.submodule_search_locations = [str(place)]
            return spec
        file = place.with_name(f"{place.name}.py")
        return spec_from_file_location(fullname, file) if file.is_file() else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Make a package; its modules have Python's own loader."""
        return _LazyPackage(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: a package's `__init__` isn't run."""


class StandInFinder(MetaPathFinder, Loader):
    """Finds a stand-in for everything that isn't to be found otherwise."""

    def __init__(self, real: Collection[str]) -> None:
        self.real = frozenset(real) | sys.stdlib_module_names

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return how to make a stand-in; None for a missing part of Python or of a real package."""
        names = fullname.split(".")
        if names[0] in self.real or names[0].startswith(_ABSENT) or names[-1].startswith("__"):
            return None
        return ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Make the module that stands in."""
        return _StandInModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: there is nothing to execute."""
