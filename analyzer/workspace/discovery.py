"""From a path to modules: which sources lie under it, and their flags, devices and headers.

A path is a FlashInfer cache or any folder inside one, a FlashInfer package (releases up to 0.6.2 generate into it), any
other folder with `.cu` files or compile commands, or one such file, or any other C++ source or header. A header stands
for the sources that include it, where there are some.
"""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from cutlass_lint.analyzer import unsaved
from cutlass_lint.analyzer.devices import DEVICES, Device, capability_of
from cutlass_lint.analyzer.model import Build, Flags, HeaderRoot, Lock, Module, Problem, Root
from cutlass_lint.analyzer.roots import below
from cutlass_lint.analyzer.workspace import absent, compile_commands
from cutlass_lint.analyzer.workspace import headers as header_search
from cutlass_lint.analyzer.workspace.bounds import Bounds
from cutlass_lint.analyzer.workspace.builds import Cached
from cutlass_lint.analyzer.workspace.dependents import HEADERS, Dependents, dependents
from cutlass_lint.analyzer.workspace.extra_flags import extended
from cutlass_lint.analyzer.workspace.flags import TABLE, device_module, module_defines
from cutlass_lint.analyzer.workspace.header_choice import HeaderChoice, NoHeaders, Wanted, is_library
from cutlass_lint.analyzer.workspace.headers import INSTANTIATIONS, HeadersError
from cutlass_lint.analyzer.workspace.looking import is_dir, is_file
from cutlass_lint.analyzer.workspace.places import (
    Builds,
    Command,
    Place,
    architecture_of_module,
    is_gemm_folder,
    place_of,
    tail,
)
from cutlass_lint.analyzer.workspace.scan import BUILD, COMMANDS, Scan, irregular
from cutlass_lint.analyzer.workspace.selection import InputError, is_chosen

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_NO_FLAGS = Flags()
_SOURCES = (".cu", ".cpp", ".cc", ".cxx", *HEADERS)
"""What may be named as a source; in a folder, only `.cu` files are."""
_TRUSTED = ("--headers", "installed")
"""How headers are found that lie where the user says, or where a package was installed."""


class Workspace(Struct, frozen=True):
    """What lies under one path. `problems` are inputs that were passed over; the modules hold all the rest."""

    root: Root
    modules: tuple[Module, ...]
    problems: tuple[Problem, ...]
    names: tuple[str, ...] = ()
    """The names of all modules under the path, chosen or not."""
    builds: tuple[Build, ...] = ()
    """Of the chosen modules of a FlashInfer cache."""
    locks: tuple[Lock, ...] = ()


def discover(
    path: Path,
    *,
    sources: Sequence[Path] = (),
    headers: Path | None = None,
    device: Device | None = None,
    modules: tuple[str, ...] = (),
    extra: Flags = _NO_FLAGS,
) -> Workspace:
    """Find everything under `path`, in a fixed order; only `sources`, which are files there, if some are named.

    `headers` is the folder of launchers and CUTLASS that the user named; `device` the device that the user named
    instead of those that the sources were built for. `modules` are patterns: only modules with a matching name are
    taken, all where there are none (`check_modules` finds patterns that match nothing). `extra` are flags of the user's
    own, for every module.

    Raises:
        InputError: the path isn't there or is no folder, no `.cu` file and no compile commands, or no CUTLASS is found
            in `headers`.

    """
    # Not resolve(): what the user named is what is printed, links and all.
    path = Path(os.path.abspath(path))  # noqa: PTH100
    try:
        named = header_search.find(headers, "--headers") if headers else None
    except HeadersError as error:
        raise InputError(str(error)) from error
    found = _Found(sources=[Path(os.path.abspath(source)) for source in sources]) if sources else _read(path)  # noqa: PTH100
    instead = found.instead
    root = instead.folder if instead else path
    choice = HeaderChoice(named, root if found.scan or instead else None)
    typed = (*((str(path),) if found.scan else ()), *((str(headers),) if headers else ()), *(extra.roots or ()))
    files = (path,) if found.scan is None and not sources else found.sources
    bounds = Bounds((str(path),) if found.scan else sorted({str(file.parent) for file in files}), typed)
    workspace = _Discovery(root, found.scan, choice, device, modules, bounds).run(found, extra)
    if instead is None:
        return workspace
    problems = tuple(sorted({*workspace.problems, *instead.problems}))
    return replace(workspace, root=replace(workspace.root, note=instead.note), problems=problems)


class _Found(Struct, frozen=True):
    sources: Sequence[Path] = ()
    builds: Sequence[Path] = ()
    commands: Sequence[Path] = ()
    scan: Scan | None = None
    instead: Dependents | None = None
    """What the sources were found by, in place of the path."""


def _read(path: Path) -> _Found:
    if unsaved.find(str(path)):
        return _Found(sources=[path])
    try:
        if path.is_dir():
            scan = Scan(path)
            return _Found(scan.sources, scan.builds, scan.commands, scan)
        if not path.exists():
            raise InputError(f"{path} does not exist")
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from error
    if path.suffix not in (*_SOURCES, ".json"):
        raise InputError(f"{path} is neither a folder nor a .cu file nor compile commands (.json)")
    if not path.is_file():
        raise InputError(f"{path} {irregular(path).message}")
    if path.suffix in HEADERS and (instead := dependents(path)):
        return _Found(sources=instead.sources or [path], instead=instead)
    return _Found(sources=[path]) if path.suffix in _SOURCES else _Found(commands=[path])


class _Discovery:
    def __init__(
        self,
        path: Path,
        scan: Scan | None,
        choice: HeaderChoice,
        device: Device | None,
        patterns: tuple[str, ...],
        bounds: Bounds,
    ) -> None:
        self.path = path
        self.scan = scan
        self.choice = choice
        self.device = device
        self.patterns = patterns
        self.bounds = bounds
        self.names: set[tuple[str | None, str]] = set()
        """The modules found: their architecture folder and name."""
        self.problems: list[Problem] = list(scan.problems) if scan else []
        self._builds: dict[str | None, Builds] = {}
        self._unread: set[str | None] = set()
        """Architecture folders of which a build.ninja could not be read."""
        self._unknown: set[str] = set()

    def run(self, found: _Found, extra: Flags) -> Workspace:
        compiled = [module for commands in found.commands for module in self._compiled(commands)]
        known = {source for module in compiled for source in module.sources}
        places: dict[Place, list[str]] = defaultdict(list)
        for source in map(str, found.sources):
            if source not in known:
                places[place_of(Path(source))].append(source)
        self._index(places, found.builds)
        for place, listed in self._listed(places, found.builds).items():
            places[place] += listed
        modules = [module for place in sorted(places, key=_order) for module in self._modules(place, places[place])]
        modules = [
            self._bounded(extended(module, extra)) for module in (*modules, *compiled) if self._is_chosen(module.name)
        ]
        if self.scan:
            self.problems += absent.prebuilt(self.scan.prebuilt, self.names, self._is_chosen)
            self.problems += absent.bare_packages(self.scan.packages if not places else ())
        # A build.ninja lies in its module's folder.
        problems = {p for p in self.problems if p.file.rpartition("/")[2] != BUILD or self._is_chosen(_folder(p.file))}
        names = sorted({name for _architecture, name in self.names})
        cached = self._cached(places, found.builds)
        return Workspace(
            self._root(places, modules),
            tuple(modules),
            tuple(sorted(problems)),
            tuple(names),
            cached.builds,
            cached.locks,
        )

    def _is_chosen(self, name: str) -> bool:
        return is_chosen(name, self.patterns)

    def _compiled(self, commands: Path) -> list[Module]:
        """The sources that compile commands list."""
        try:
            found = compile_commands.read(commands)
        except compile_commands.CompileCommandsError as error:
            self.problems.append(Problem(str(commands), 0, str(error), "let the build system write it again"))
            return []
        self.names |= {(None, compiled.name) for compiled in found}
        return [
            Module(
                str(self.path),
                compiled.name,
                compiled.sources,
                self._searching(compiled.flags, commands),
                self._devices(Place(str(commands.parent), compiled.name), compiled.devices),
                compiled.headers,
                compiled.problem,
            )
            for compiled in found
        ]

    def _index(self, places: Iterable[Place], builds: Sequence[Path]) -> None:
        files: dict[str | None, set[Path]] = defaultdict(set)
        for build in builds:
            files[architecture_of_module(build)].add(build)
        for architecture in {place.architecture for place in places if place.architecture}:
            try:
                files[architecture].update(filter(is_file, Path(architecture, "cached_ops").glob("*/build.ninja")))
            except OSError:
                continue  # said by the scan where cached_ops lies under the path
        self._builds = {folder: Builds(found, self.problems) for folder, found in files.items()}
        self._unread = {folder for folder, found in files.items() if len(self._builds[folder].modules) < len(found)}

    def _listed(self, places: Iterable[Place], builds: Sequence[Path]) -> dict[Place, list[str]]:
        """Find generated sources that only a build.ninja under the path names: up to 0.6.2 they lie in the package."""
        here = {(place.architecture, place.name) for place in places}
        found: dict[Place, list[str]] = defaultdict(list)
        for build in builds:
            architecture, module = architecture_of_module(build), build.parent.name
            edges = self._builds[architecture].modules.get(module, ())
            listed = sorted({edge.source for edge in edges if f"/{INSTANTIATIONS}/" in edge.source})
            present = [source for source in listed if is_file(source)]
            if not listed or any((architecture, place_of(Path(source)).name) in here for source in listed):
                continue
            for source in present:
                place = place_of(Path(source))
                found[Place(place.folder, module, architecture, place.devarch, place.package)].append(source)
            if not present:
                message = f"lists {len(listed)} generated sources that are gone, such as {listed[0]}"
                self.problems.append(Problem(str(build), 0, message, absent.regenerate(architecture)))
        return found

    def _cached(self, places: Mapping[Place, Sequence[str]], builds: Sequence[Path]) -> Cached:
        """Read what lies beside the chosen build.ninja files under the path."""
        compiled = {}
        for build in builds:
            edges = self._builds[architecture_of_module(build)].modules.get(build.parent.name)
            if edges is not None and self._is_chosen(build.parent.name):
                compiled[build] = edges
        uncompiled: dict[Path, list[str]] = defaultdict(list)
        for place, sources in places.items():
            if place.architecture and is_gemm_folder(place) and place.architecture not in self._unread:
                commands = self._builds[place.architecture].by_tail
                modules = {commands[tail(source)].module for source in sources if tail(source) in commands}
                if modules:
                    build = Path(place.architecture, "cached_ops", min(modules), BUILD)
                    uncompiled[build] += sorted(source for source in sources if tail(source) not in commands)
        return Cached(compiled, uncompiled)

    def _modules(self, place: Place, sources: Sequence[str]) -> list[Module]:
        builds = self._builds.get(place.architecture) or Builds((), self.problems)
        main = builds.command(place.name, sources) or Command(place.name)
        groups: dict[Command, list[str]] = defaultdict(list)
        for source in sorted(set(sources)):
            groups[builds.by_tail.get(tail(source)) or main].append(source)
        self.names |= {(place.architecture, command.module) for command in groups}
        return [
            self._module(place, command, tuple(grouped))
            for command, grouped in sorted(groups.items(), key=lambda group: group[1])
            if self._is_chosen(command.module)
        ]

    def _searching(self, flags: Flags, file: Path) -> Flags:
        """Flags that a file names, with those of their include folders in which a library may lie."""
        kept = []
        for folder in flags.include_dirs:
            if not is_dir(folder):
                kept.append(folder)
            elif self.bounds.may_be_searched(folder):
                kept.append(str(Path(folder).absolute()))  # never with a dash ahead
            elif not is_library(Path(folder)):
                message = f"leads to the include folder {folder}, where no library's headers lie: it is left out"
                self.problems.append(Problem(str(file), 0, message, "add it with -I if it is meant"))
        return replace(flags, include_dirs=tuple(kept))

    def _bounded(self, module: Module) -> Module:
        """A module with the folders below which it may have headers."""
        flags, headers = module.flags, module.headers
        found = [headers.path] if headers and headers.origin not in (BUILD, COMMANDS) else []
        own = filter(self.bounds.may_be_searched, found)
        # Of a folder that is not there, nobody knows where `..` leads.
        searched = filter(is_dir, flags.include_dirs)
        roots = below(*self.bounds.roots, *own, *searched, *self.bounds.of_sources(module.sources))
        return replace(module, flags=replace(flags, roots=roots))

    def _module(self, place: Place, command: Command, sources: tuple[str, ...]) -> Module:
        file = Path(place.architecture or "", "cached_ops", command.module, BUILD)
        flags = self._searching(command.flags, file) if command.flags else None
        devices = self._devices(place, command.devices)
        root: HeaderRoot | None = None
        problem: Problem | None = None
        include_dirs: tuple[str, ...] = ()
        try:
            package = Path(place.package) if place.package else None
            wanted = Wanted(
                version=place.version,
                flags=flags,
                package=package,
                folder=Path(place.folder),
                cache=place.architecture is not None,
                device=next(iter(devices), None),
            )
            found = self.choice.choose(wanted)
            root, include_dirs = found.root, found.include_dirs
            if not root.origin.startswith(_TRUSTED):
                include_dirs = self._searching(Flags((), include_dirs), Path(place.folder)).include_dirs
        except NoHeaders as error:
            problem = Problem(place.folder, 0, str(error), error.remedy)
        if command.unread:
            problem = Problem(str(file), 0, command.unread, f"delete {file.parent} and let FlashInfer build it again")
        if flags:
            defines = flags.defines
        else:
            devarch = place.devarch if place.devarch in TABLE else device_module(next(iter(devices), ""))
            defines = module_defines(Path(root.path) if root else None, devarch)
        return Module(str(self.path), command.module, sources, Flags(defines, include_dirs), devices, root, problem)

    def _devices(self, place: Place, built_for: tuple[str, ...]) -> tuple[str, ...]:
        """Take the user's, else those of -gencode, else those of the architecture folder that the module serves."""
        if self.device:
            return (self.device.capability,)
        names = built_for
        if not names and place.architecture:
            names = tuple(filter(None, map(capability_of, Path(place.architecture).name.split("_"))))
            major = (capability_of(place.devarch or "") or "")[:-1]
            names = tuple(name for name in names if name[:-1] == major) or names
        if not names and place.devarch and (capability := capability_of(place.devarch)):
            names = (capability,)
        for name in names:
            if name not in DEVICES and name not in self._unknown:
                self._unknown.add(name)
                message = f"is built for sm_{name}, whose shared-memory limit is not known"
                remedy = f"name one of {', '.join(DEVICES)} with --arch"
                self.problems.append(Problem(place.architecture or place.folder, 0, message, remedy))
        return tuple(dict.fromkeys(name for name in names if name in DEVICES))

    def _root(self, places: Iterable[Place], modules: Sequence[Module]) -> Root:
        places = list(places)
        versions = {place.version for place in places} or {None}
        roots = {module.headers for module in modules if module.headers}
        release = versions.pop() if len(versions) == 1 else None
        released = {root.release for root in roots}
        cutlass = {root.cutlass for root in roots}
        if self.scan is None:
            kind = "folder" if self.path.is_dir() else "file"
        elif any(place.architecture for place in places) or any(
            architecture_of_module(file) for file in (*self.scan.prebuilt, *self.scan.builds)
        ):
            kind = "flashinfer-cache"
        else:
            kind = "flashinfer-package" if self.scan.packages else "folder"
        return Root(
            str(self.path),
            kind,
            release or (released.pop() if len(released) == 1 and not versions else None),
            cutlass.pop() if len(cutlass) == 1 else None,
            headers=tuple(sorted(roots, key=lambda root: (root.path, root.origin))),
        )


def _folder(file: str) -> str:
    return Path(file).parent.name


def _order(place: Place) -> tuple[str, str, str]:
    return place.architecture or "", place.name, place.folder
