"""A Mission as its TOML file: what differs from what is usual, tables last."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import NODEFAULT, Struct

from opfor.state.mission import Mission
from opfor.views.table_toml import value_toml


def mission_toml(mission: Mission) -> str:
    """The file of a Mission: `read_mission` gives the same Mission again."""
    values = told(mission)
    tables = {key: rows for key, rows in values.items() if _rows(rows)}
    lines = [
        f"{key} = {value_toml(value)}"
        for key, value in values.items()
        if key not in tables
    ]
    for key, rows in tables.items():
        for row in rows:
            lines += ["", f"[[{key}]]", *_lines(row)]
    return "\n".join([*lines, ""])


def told(value: Struct) -> dict[str, Any]:
    """The fields of a struct that differ from their defaults, as plain values."""
    found: dict[str, Any] = {}
    for field in msgspec.structs.fields(value):
        held = getattr(value, field.name)
        usual = field.default
        if field.default_factory is not NODEFAULT:
            usual = field.default_factory()
        if held is not None and held != usual:
            found[field.name] = _plain(held)
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, Struct):
        return told(value)
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _rows(value: Any) -> bool:
    """Whether a value is a list of tables."""
    return isinstance(value, list) and any(isinstance(row, dict) for row in value)


def _lines(row: Mapping[str, Any]) -> Iterator[str]:
    return (f"{key} = {value_toml(value)}" for key, value in row.items())
