"""What a FlashInfer module's `build.ninja` says: its compile commands, and what it makes from what.

Of the commands only what sizes depend on is read: the source of every `cuda_compile` edge, the macros it is compiled
with, its include folders and the devices it is compiled for. Nothing is executed, and `include` and `subninja` are not
followed.
"""

from __future__ import annotations

import posixpath
import re
import shlex
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from cutlass_lint.analyzer.devices import capability_of
from cutlass_lint.analyzer.model import Flags

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

_RULE = "cuda_compile"
_MAX_BYTES = 64 << 20
"""Far above any real file (the largest FlashInfer writes is about 0.2 MB): a guard against a wrong file."""

# An even number of `$` before a `$` + newline are escaped dollars; the last one continues the line.
_CONTINUATION = re.compile(r"\$(?<!\$\$)((?:\$\$)*)\r?\n[ \t]*")
_ESCAPE = re.compile(r"\$(?:\{([A-Za-z0-9_.-]+)\}|([A-Za-z0-9_-]+)|(.))", re.DOTALL)
_BINDING = re.compile(r"([A-Za-z0-9_.-]+)\s*=\s*(.*)", re.DOTALL)
_EDGE = re.compile(rf"build\s+.*?(?<!\$):\s*{_RULE}\s+(.*)", re.DOTALL)
_ANY_EDGE = re.compile(r"build\s+(.*?)(?<!\$):\s*(\S+)(.*)", re.DOTALL)
_ANY_RULE = re.compile(r"rule\s+(\S+)\s*")
_NOT_WAITED_FOR = re.compile(r"(?<=\s)\|[|@](?=\s|$)")
_IMPLICIT_INPUTS = re.compile(r"(?<=\s)\|[|@]?(?=\s|$)")
_UNESCAPED_SPACE = re.compile(r"(?<!\$)[ \t]+")
_CODE = re.compile(r"(?:sm|compute|lto)_(\d+[af]?)")

# nvcc options that hand their next word to another tool: a -D or -I there is not nvcc's own.
_TAKES_A_WORD = frozenset(
    {
        *("-Xcompiler", "--compiler-options", "-Xptxas", "--ptxas-options", "-Xlinker", "--linker-options"),
        *("-Xnvlink", "--nvlink-options", "-Xfatbin", "--fatbin-options", "-Xarchive", "--archive-options"),
        *("-Xcudafe", "-ccbin", "--compiler-bindir", "-o", "--output-file", "-MF", "--dependency-output"),
        *("-x", "--x", "-std", "--std", "-Xclang", "-mllvm", "-Xpreprocessor", "-Xassembler"),
    }
)
_DEFINE = ("-D", "--define-macro")
_UNDEFINE = ("-U", "--undefine-macro")
_INCLUDE = ("-I", "--include-path")
_SYSTEM_INCLUDE = ("-isystem", "--system-include")
_JOINED = ("-D", "-U", "-I", "-isystem")
"""Options whose value may follow without a space or `=`."""
_ARCHITECTURE = ("-gencode", "--generate-code", "-arch", "--gpu-architecture", "-code", "--gpu-code")
_FORCED_INCLUDE = ("-include", "--pre-include")
_OPTIONS_FILE = ("@", "--options-file", "-optf")
_LINE_END = re.compile(r"[\0\r\n]")


class NinjaError(ValueError):
    """A build.ninja that can't be read; the message is one line that says why, not which."""


class CompileEdge(Struct, frozen=True):
    """One CUDA source and how it is compiled."""

    source: str
    flags: Flags
    devices: tuple[str, ...]
    """Compute capabilities in the command's order, as in `sm_120`: "120"."""
    unread: str | None = None
    """Why its flags are not known."""


class Edge(Struct, frozen=True):
    """What is made, by which rule, and from what: paths as ninja spells them, without those that are only ordered.

    `records` tells whether ninja records the headers that the command reads; None where it asks more than that before
    it makes the outputs again, such as a depfile or what the command left as it was, or where there is no such rule.
    """

    outputs: tuple[str, ...]
    rule: str
    inputs: tuple[str, ...]
    records: bool | None


class Manifest(Struct, frozen=True):
    """The variables at the top of a build.ninja, and its edges in the file's order."""

    variables: dict[str, str]
    edges: tuple[Edge, ...]


def read(path: Path) -> tuple[CompileEdge, ...]:
    """Return the `cuda_compile` edges of a build.ninja, in the file's order.

    Raises:
        NinjaError: it can't be opened, is far too large, or a command in it has an unclosed quote.

    """
    text = _text(path)
    try:
        return parse(text)
    except ValueError as error:
        raise NinjaError(f"cannot be read: {error}") from error


def manifest(path: Path) -> Manifest:
    """Return what a build.ninja makes.

    Raises:
        NinjaError: it can't be opened, or is far too large.

    """
    return parse_manifest(_text(path))


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise NinjaError(f"is larger than {_MAX_BYTES >> 20} MB, too large for a build.ninja")
        return path.read_bytes().decode("utf-8", "surrogateescape")
    except OSError as error:
        raise NinjaError(f"cannot be read: {error.strerror or error}") from error


@lru_cache(maxsize=256)
def parse_manifest(text: str) -> Manifest:
    """Read as `manifest` does, from the file's text."""
    variables: dict[str, str] = {}
    rules: dict[str, dict[str, str]] = {}
    edges = []
    for head, bindings in _statements(text):
        if edge := _ANY_EDGE.fullmatch(head):
            scope = variables | {name: expand(value, variables) for name, value in bindings}
            outputs = _paths(edge[1], scope)
            inputs = _paths(_NOT_WAITED_FOR.split(edge[3])[0], scope)
            rule = rules.get(edge[2])
            edges.append(Edge(outputs, edge[2], inputs, None if rule is None else _records(rule | dict(bindings))))
        elif name := _ANY_RULE.fullmatch(head):
            rules[name[1]] = dict(bindings)
        elif not bindings and (binding := _BINDING.fullmatch(head)):
            variables[binding[1]] = expand(binding[2], variables)
    return Manifest(variables, tuple(edges))


def _paths(text: str, variables: Mapping[str, str]) -> tuple[str, ...]:
    """The paths in a part of an edge, implicit ones too, in ninja's canonical spelling."""
    words = (word for word in _UNESCAPED_SPACE.split(text.strip()) if word not in ("", "|"))
    return tuple(posixpath.normpath(expand(word, variables)) for word in words)


def _records(bindings: Mapping[str, str]) -> bool | None:
    if bindings.get("deps"):
        return True if not any(map(bindings.get, ("restat", "generator", "dyndep"))) else None
    return None if any(map(bindings.get, ("depfile", "restat", "generator", "dyndep"))) else False


@lru_cache(maxsize=256)
def parse(text: str) -> tuple[CompileEdge, ...]:
    """Read as `read` does, from the file's text.

    Raises:
        ValueError: a command has an unclosed quote.

    """
    if _RULE not in text:
        return ()  # some other project's build, and perhaps a large one
    variables: dict[str, str] = {}
    command = "$cuda_cflags $cuda_post_cflags"
    edges = []
    known: dict[str, tuple[Flags, tuple[str, ...], str | None]] = {}
    for head, bindings in _statements(text):
        if edge := _EDGE.fullmatch(head):
            scope = dict(variables)
            # ninja reads an edge's own bindings in the file's scope, so `cuda_cflags = $cuda_cflags -DX` extends.
            scope.update((name, expand(value, variables)) for name, value in bindings)
            # Sources and outputs may hold spaces that nobody escaped, and no flag is read from them.
            scope.update({"in": "", "out": ""})
            line = expand(command, scope)
            if line not in known:
                words = shlex.split(line)
                known[line] = (*compile_flags(words), unread(words))
            edges += [CompileEdge(source, *known[line]) for source in _sources(edge[1], variables)]
        elif re.fullmatch(rf"rule\s+{_RULE}\s*", head):
            command = dict(bindings).get("command", command)
        elif not bindings and (binding := _BINDING.fullmatch(head)):
            variables[binding[1]] = expand(binding[2], variables)
    return tuple(edges)


def expand(text: str, variables: Mapping[str, str]) -> str:
    """Resolve ninja's escapes: `$var`, `${var}`, `$$`, `$ ` and `$:`. Unknown variables are empty.

    The values of variables are taken as they are: ninja expands a value where it is assigned, so by then it holds no
    escapes.
    """

    def replacement(match: re.Match[str]) -> str:
        name = match[1] or match[2]
        return variables.get(name, "") if name else str(match[3])

    return _ESCAPE.sub(replacement, text)


def compile_flags(words: Iterable[str]) -> tuple[Flags, tuple[str, ...]]:
    """Read what nvcc's command line says about macros, include folders (-I first, then -isystem) and devices."""
    defines: dict[str, str] = {}
    include: list[str] = []
    system: list[str] = []
    devices: dict[str, None] = {}
    for option, value in _options(iter(words)):
        if option in _DEFINE:
            name = value.partition("=")[0].partition("(")[0]
            defines.pop(name, None)  # the last one counts, and at its own place
            defines[name] = value
        elif option in _UNDEFINE:
            defines.pop(value, None)
        elif option in _INCLUDE:
            include.append(value)
        elif option in _SYSTEM_INCLUDE:
            system.append(value)
        elif option in _ARCHITECTURE:
            # `code=` is what the binary holds; without it (-arch=sm_90a) the only architecture named is it.
            code = value.partition("code=")[2] or value
            devices.update((digits, None) for text in _CODE.findall(code) if (digits := capability_of(text)))
    flags = Flags(tuple(value for value in defines.values() if value), tuple(dict.fromkeys(include + system)))
    return flags, tuple(devices)


def forced_includes(words: Iterable[str]) -> tuple[str, ...]:
    """Return the headers that nvcc's command line includes ahead of the source."""
    return tuple(value for option, value in _options(iter(words)) if option in _FORCED_INCLUDE)


def unread(words: Iterable[str]) -> str | None:
    """Why a command line does not tell its flags, where it does not."""
    for word in words:
        if word.startswith(_OPTIONS_FILE):
            return f"its command takes options from a file ({word}), which is not read"
        if _LINE_END.search(word):
            return f"its command has an option over several lines ({word})"
    return None


def _statements(text: str) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield each unindented line with the unexpanded bindings that are indented below it."""
    head = ""
    bindings: list[tuple[str, str]] = []
    for line in _CONTINUATION.sub(r"\1", text).split("\n"):
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        if line[0] in " \t":
            if binding := _BINDING.fullmatch(stripped):
                bindings.append((binding[1], binding[2]))
            continue
        if head:
            yield head, bindings
        head, bindings = line.rstrip("\r"), []
    if head:
        yield head, bindings


def _sources(text: str, variables: Mapping[str, str]) -> list[str]:
    """Return an edge's inputs. FlashInfer escapes no spaces, so words are joined up to the next that ends in .cu."""
    explicit = _IMPLICIT_INPUTS.split(" " + text)[0].strip()
    sources, words = [], []
    for word in _UNESCAPED_SPACE.split(explicit):
        words.append(expand(word, variables))
        if words[-1].endswith(".cu"):
            sources.append(" ".join(words))
            words = []
    return sources


def _options(words: Iterator[str]) -> Iterator[tuple[str, str]]:
    """Yield the options that `compile_flags` knows, with their values: joined, after `=`, or the next word."""
    taking = (*_DEFINE, *_UNDEFINE, *_INCLUDE, *_SYSTEM_INCLUDE, *_ARCHITECTURE, *_FORCED_INCLUDE)
    word = next(words, None)
    while word is not None:
        if word in taking:
            if (value := next(words, None)) is not None:
                yield word, value
        elif word in _TAKES_A_WORD:
            next(words, None)
        elif option := next((option for option in taking if word.startswith(option)), None):
            rest = word[len(option) :]
            if rest.startswith("="):
                yield option, rest[1:]
            elif option in _JOINED:
                yield option, rest
        word = next(words, None)
