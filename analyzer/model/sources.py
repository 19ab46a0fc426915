"""What `sources` reads: instantiations, and the launchers that they name."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from cutlass_lint.analyzer.model.places import Problem

Form = Literal["macro", "template", "source"]


class Guard(Struct, frozen=True):
    """A preprocessor condition around an instantiation, such as `defined(ENABLE_FP4)`."""

    condition: str
    line: int


class Instantiation(Struct, frozen=True):
    """One macro call or explicit template instantiation that makes a kernel.

    `arguments` are the texts between the commas, in order, white space folded. The bytes from `start_byte` up to
    `end_byte` are the whole statement: blank them and the file instantiates one kernel less.
    """

    file: str
    line: int
    column: int
    end_line: int
    start_byte: int
    end_byte: int
    launcher: str
    form: Form
    arguments: tuple[str, ...]
    guards: tuple[Guard, ...] = ()


class Source(Struct, frozen=True):
    """A read `.cu` file: the headers it includes by name, and what it instantiates."""

    file: str
    includes: tuple[str, ...]
    instantiations: tuple[Instantiation, ...]
    problems: tuple[Problem, ...] = ()
    digest: bytes = b""
    """Of what was read: offsets are places in that and in nothing else."""


class SizeTerm(Struct, frozen=True):
    """A `sizeof(...)` expression over a SharedStorage in a launcher, and its line there."""

    expression: str
    line: int


class Launcher(Struct, frozen=True):
    """The definition of a launcher: the macro or function template that instantiations name.

    `parameters` are its own parameter names in order. `adapter_line` is the first line of its definition that names
    `GemmUniversalAdapter`, 0 where it launches without one; `adapter_guards` are the preprocessor conditions around
    that line. `adapter_beside` tells whether its file names one elsewhere, such as in a class that arguments lead to.
    `launch_line` is the first line that launches a kernel by `<<<...>>>` with a number of bytes that the
    kernel's type states, `occupancy_line` the first that asks how many blocks fit on a multiprocessor; 0 where none
    does.
    """

    name: str
    form: Form
    file: str
    line: int
    parameters: tuple[str, ...]
    includes: tuple[str, ...] = ()
    size_terms: tuple[SizeTerm, ...] = ()
    adapter_line: int = 0
    adapter_guards: tuple[Guard, ...] = ()
    adapter_beside: bool = False
    launch_line: int = 0
    occupancy_line: int = 0
    defaults: int = 0
    """How many trailing parameters may be left out."""
    digest: bytes = b""
    """Of what its file was read as."""
