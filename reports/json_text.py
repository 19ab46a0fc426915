"""JSON as every format of it is written: it holds whatever text the input has, and drives nothing that shows it."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

# Control characters below these are escapes in any JSON. `##[` begins a command to a runner of GitHub Actions.
_PERHAPS_UNPRINTABLE = re.compile(r"[\x7f-\U0010ffff]|(?<=##)\[")


def encoded(document: object, *, indent: int = 2) -> str:
    """A struct, or keys and values, as JSON, in one line where `indent` is negative.

    What can't be printed, such as a control character or one that turns the direction of text, is an escape that every
    reader of JSON undoes.
    """
    built = holdable(msgspec.to_builtins(document))
    text = msgspec.json.format(msgspec.json.encode(built), indent=indent).decode()
    return _PERHAPS_UNPRINTABLE.sub(lambda match: _escaped(match[0]), text)


def holdable(value: Any) -> Any:
    """Keys and values with every text as JSON can hold it: bytes of a file name that are not UTF-8 become escapes."""
    match value:
        case str():
            return value.encode("utf-8", "backslashreplace").decode()
        case dict():
            return {holdable(key): holdable(item) for key, item in value.items()}
        case list() | tuple():
            return [holdable(item) for item in value]
        case _:
            return value


def _escaped(character: str) -> str:
    if character == "[":
        return r"\u005b"
    return character if character.isprintable() else json.dumps(character)[1:-1]
