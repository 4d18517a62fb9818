"""A table as a pack's TOML file, ready to edit: its rows, and what each key means."""

import json
from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any

from opfor.core.table import ANY, Row, Table
from opfor.state.table_results import FACTS, RESULTS, last, wanted

KEYS = {
    "extends": "the table whose rows these replace. Rows left out stay as they are,"
    " so keep only those you change.",
    "on": "the numbers of a row, after all modifiers: 7, 5-6, <=4 or >=12.",
    "from": "the first month of a row, such as 1942-07; until: the last.",
    "source": 'where the value comes from; write "player" on a row that you change.',
    "note": "anything you like.",
}


def table_toml(table: Table) -> str:
    """A file that extends a shipped table and says each of its rows again."""
    lines = [f"# {table.title}", "#", *_comments(table), ""]
    lines += [f"extends = {_text(table.id.name)}", 'source = "player"', "rows = ["]
    lines += [f"  {_row(row)}," for row in table.rows]
    return "\n".join([*lines, "]", ""])


def value_toml(value: Any) -> str:
    """A result as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        pairs = (f"{key} = {value_toml(item)}" for key, item in value.items())
        return f"{{ {', '.join(pairs)} }}"
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(value_toml, value))}]"
    return _text(value) if isinstance(value, str) else str(value)


def _comments(table: Table) -> Iterator[str]:
    dated = any(row.since or row.until for row in table.rows)
    unused = set() if dated else {"from"}
    unused |= {"on"} if table.key in ("none", "list") else set()
    about = [table.note] if table.note else []
    about += [f"{key}: {text}" for key, text in KEYS.items() if key not in unused]
    for axis, values in table.axes.items():
        about.append(f"{axis}: {', '.join(values)}. Left out: all of them.")
    about.append(f"result: {_result(table)}.")
    for text in about:
        yield from (f"# {line}" for line in wrap(text, 84, subsequent_indent="  "))


def _result(table: Table) -> str:
    name = last(table.id)
    if name == "pack":
        facts = (f"{fact}: {_form(form)}" for fact, form in FACTS.items())
        return "; ".join(facts)
    return _form(RESULTS.get(name, Any))


def _form(form: Any) -> str:
    return wanted(form).removeprefix("write ")


def _row(row: Row) -> str:
    parts = [] if row.on == ANY else [f"on = {_text(str(row.on))}"]
    if row.since:
        parts.append(f"from = {_text(row.since)}")
    if row.until:
        parts.append(f"until = {_text(row.until)}")
    parts += [f"{axis} = {_text(value)}" for axis, value in row.when.items()]
    parts.append(f"result = {value_toml(row.result)}")
    parts.append(f"source = {_text(row.source)}")
    if row.note:
        parts.append(f"note = {_text(row.note)}")
    return f"{{ {', '.join(parts)} }}"


def _text(text: str) -> str:
    # JSON writes a text as TOML does, but for the one sign that it does not escape.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
