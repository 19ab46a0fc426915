"""The part of SARIF 2.1.0 that `sarif` writes, as structs: one for each object of the standard, by its name there.

Source: OASIS Standard "Static Analysis Results Interchange Format (SARIF) Version 2.1.0 Plus Errata 01", whose section
numbers stand here and in `sarif`. Properties without a value are left out.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
Level = Literal["error", "warning", "note"]


class _Object(Struct, frozen=True, rename="camel", omit_defaults=True):
    pass


class Message(_Object, frozen=True):
    """3.11, and the multiformatMessageString of 3.12. Both texts are escaped as 3.11.5 and 3.11.6 say."""

    text: str
    markdown: str | None = None


class ArtifactLocation(_Object, frozen=True):
    """3.4: a URI, which is relative to the base of `uri_base_id` where there is one."""

    uri: str
    uri_base_id: str | None = None


class Region(_Object, frozen=True):
    """3.30: a line, and a column where that is known; both count from 1."""

    start_line: int
    start_column: int | None = None


class PhysicalLocation(_Object, frozen=True):
    """3.29: a place in a file, or the whole file."""

    artifact_location: ArtifactLocation
    region: Region | None = None


class LogicalLocation(_Object, frozen=True):
    """3.33: a place in the program, whatever the file."""

    fully_qualified_name: str
    kind: str


class Location(_Object, frozen=True):
    """3.28: a place, and what is there."""

    physical_location: PhysicalLocation
    id: int | None = None
    message: Message | None = None
    logical_locations: tuple[LogicalLocation, ...] = ()


class ThreadFlowLocation(_Object, frozen=True):
    """3.38: a step; those inside the step before have a deeper `nesting_level`."""

    location: Location
    nesting_level: int | None = None


class ThreadFlow(_Object, frozen=True):
    """3.37: steps in their order."""

    locations: tuple[ThreadFlowLocation, ...]


class CodeFlow(_Object, frozen=True):
    """3.36: what led to a result."""

    thread_flows: tuple[ThreadFlow, ...]


class Suppression(_Object, frozen=True):
    """3.35: why a result is not to be looked at."""

    kind: Literal["inSource", "external"]
    justification: str | None = None


class Result(_Object, frozen=True):
    """3.27: a finding."""

    rule_id: str
    level: Level
    message: Message
    locations: tuple[Location, ...]
    rule_index: int | None = None
    related_locations: tuple[Location, ...] = ()
    code_flows: tuple[CodeFlow, ...] = ()
    partial_fingerprints: dict[str, str] | None = None
    suppressions: tuple[Suppression, ...] = ()


class ReportingConfiguration(_Object, frozen=True):
    """3.50: how severe the findings of a rule are."""

    level: Level


class ReportingDescriptor(_Object, frozen=True):
    """3.49: a rule."""

    id: str
    name: str
    short_description: Message
    full_description: Message
    help: Message
    default_configuration: ReportingConfiguration


class ToolComponent(_Object, frozen=True):
    """3.19: the program and its rules."""

    name: str
    version: str
    rules: tuple[ReportingDescriptor, ...]


class Tool(_Object, frozen=True):
    """3.18."""

    driver: ToolComponent


class Notification(_Object, frozen=True):
    """3.58: something about the run itself."""

    message: Message
    level: Level
    locations: tuple[Location, ...] = ()


class Invocation(_Object, frozen=True):
    """3.20: how the run went."""

    execution_successful: bool
    tool_execution_notifications: tuple[Notification, ...] = ()


class Run(_Object, frozen=True):
    """3.14: one run of the program. `results` is there even where there are none: its absence means a failure."""

    tool: Tool
    invocations: tuple[Invocation, ...]
    results: tuple[Result, ...]
    column_kind: Literal["unicodeCodePoints"]
    original_uri_base_ids: dict[str, ArtifactLocation] | None = None


class Log(_Object, frozen=True):
    """3.13: the file."""

    schema: str = field(name="$schema")
    version: Literal["2.1.0"]
    runs: tuple[Run, ...]
