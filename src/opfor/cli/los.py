"""`opfor los`: whether one Location sees another, and what is between."""

from typing import TYPE_CHECKING, Annotated

import typer

from opfor.cli.maps import Boards, MapText, load_map
from opfor.core.errors import OpforError

if TYPE_CHECKING:
    from opfor.geo.los import Los, Sight

_PLACE = "A hex or hex/level, such as K5 or K5/1."


def los(
    map_: MapText,
    from_: Annotated[str, typer.Argument(metavar="FROM", help=_PLACE)],
    to: Annotated[str, typer.Argument(metavar="TO", help=_PLACE)],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print range and Hindrances too, as JSON.")
    ] = False,
    date: Annotated[
        str, typer.Option(metavar="MONTH", help="Grain and orchards as in 1943-02.")
    ] = "",
    boards: Boards = None,
) -> None:
    """Check a LOS: `clear` and the Hindrance DRM, or `blocked`, where and by what.

    Examples: opfor los o1 A5 K5/1; opfor los "o1@0,0 ro5@0,1" 1Q4 5Q4
    """
    from opfor.geo.derive import HexFacts
    from opfor.geo.los import Conditions, Los

    on = load_map(map_, boards)
    conditions = Conditions.of_date(date) if date else Conditions()
    lines = Los(on, HexFacts(on), conditions)
    sight = lines.explain(_location(lines, from_), _location(lines, to))
    typer.echo(_json(lines, sight) if as_json else _line(lines, sight))


def _location(lines: "Los", text: str) -> int:
    """The number of a Location written as hex or hex/level."""
    name, slash, level = text.partition("/")
    if slash and not (level.isascii() and level.isdecimal() and len(level) < 3):
        raise OpforError("the level is no number", text, "write it as K5/1")
    return lines.index(lines.map.hex(name), int(level or 0))


def _line(lines: "Los", sight: "Sight") -> str:
    if sight.clear:
        return f"clear {sight.hindrance}"
    at = "" if sight.blocked_at is None else f"{lines.map.label(sight.blocked_at)} "
    return f"blocked {at}{sight.blocked_by}"


def _json(lines: "Los", sight: "Sight") -> str:
    import msgspec

    label = lines.map.label
    found = msgspec.to_builtins(sight)
    for hindrance in found["hindrances"]:
        hindrance["hex"] = label(hindrance["hex"])
    if sight.blocked_at is not None:
        found["blocked_at"] = label(sight.blocked_at)
    return msgspec.json.encode(found).decode()
