"""`opfor los`: whether one Location sees another, and what is between."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from opfor.cli.maps import Boards, MapText, load_map
from opfor.core.errors import OpforError

if TYPE_CHECKING:
    from opfor.geo.los.los import Los, Sight

_PLACE = "A hex or hex/level, such as K5 or K5/1."


def los(  # noqa: PLR0913, PLR0917 - one for each option of the command
    map_: MapText,
    from_: Annotated[str, typer.Argument(metavar="FROM", help=_PLACE)] = "",
    to: Annotated[str, typer.Argument(metavar="TO", help=_PLACE)] = "",
    as_json: Annotated[
        bool, typer.Option("--json", help="Print range and Hindrances too, as JSON.")
    ] = False,
    every: Annotated[
        bool, typer.Option("--all", help="Every pair of Locations, into a file.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("-o", metavar="FILE.tsv", help="The file for --all.")
    ] = None,
    date: Annotated[
        str, typer.Option(metavar="MONTH", help="Grain and orchards as in 1943-02.")
    ] = "",
    boards: Boards = None,
) -> None:
    """Check a LOS: `clear` and the Hindrance DRM, or `blocked`, where and by what.

    Examples: opfor los o1 J4 O7/1; opfor los "o1@0,0 ro5@0,1" o1Q4 o5Q4; opfor los o1
    --all -o o1.tsv
    """
    from rich.console import Console

    from opfor.geo.hex_facts import HexFacts
    from opfor.geo.los.los import Conditions, Los
    from opfor.views.los import format_sight, write_all_pairs

    if every == bool(to) or every != (output is not None):
        raise OpforError("what shall be seen?", do="give FROM and TO, or --all -o FILE")
    on = load_map(map_, boards)
    conditions = Conditions.of_date(date) if date else Conditions()
    lines = Los(on, HexFacts(on), conditions)
    if output is not None:
        write_all_pairs(lines, output)
        return
    ends = _location(lines, from_), _location(lines, to)
    with Console(stderr=True).status("LOS; it is compiled once, up to half a minute"):
        sight = lines.explain(*ends)
    typer.echo(_json(lines, sight) if as_json else format_sight(on, sight))


def _location(lines: "Los", text: str) -> int:
    """The number of a Location written as hex or hex/level."""
    name, slash, level = text.partition("/")
    if slash and not (level.isascii() and level.isdecimal() and len(level) < 3):
        raise OpforError("the level is no number", text, "write it as K5/1")
    return lines.index(lines.map.hex(name), int(level or 0))


def _json(lines: "Los", sight: "Sight") -> str:
    import msgspec

    label = lines.map.label
    found = msgspec.to_builtins(sight)
    for hindrance in found["hindrances"]:
        hindrance["hex"] = label(hindrance["hex"])
    if sight.blocked_at is not None:
        found["blocked_at"] = label(sight.blocked_at)
    return msgspec.json.encode(found).decode()
