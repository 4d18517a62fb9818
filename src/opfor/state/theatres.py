"""Who met whom, and when: what nations and months are drawn from."""

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from opfor.core.table import Source
from opfor.state.in_service import months
from opfor.state.mission import Month
from opfor.state.nations import Loaded, nations

FILE = "theatres.toml"


class Theatre(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    rename={"first": "from", "last": "until"},
):
    """Nations that met, from one month to another."""

    first: Month
    last: Month
    one: tuple[str, ...]
    other: tuple[str, ...]

    def __contains__(self, month: Month) -> bool:
        return self.first <= month <= self.last

    def against(self, nation: str) -> tuple[str, ...]:
        """Whom a nation met here; nobody if it was not here."""
        return self.other * (nation in self.one) + self.one * (nation in self.other)


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    theatre: tuple[Theatre, ...]


@cache
def theatres() -> tuple[Theatre, ...]:
    """All of them, in the order of their first months."""
    text = files("opfor.data").joinpath(FILE).read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), _File).theatre


def opponents(nation: str, month: Month) -> list[tuple[str, ...]]:
    """Whom a nation met in a month, one group for each theatre that it fought in."""
    there = (each.against(nation) for each in theatres() if month in each)
    return [foes for foes in there if foes]


def meetings(loaded: Loaded) -> Iterator[tuple[str, str, str]]:
    """Month, FRIENDLY and ENEMY nation of whatever may be drawn; both have tables."""
    known = nations(loaded.tables)
    for theatre in theatres():
        for one in theatre.one:
            for other in (each for each in theatre.other if {one, each} <= {*known}):
                sides = loaded.nation(one), loaded.nation(other)
                for month in months(theatre.first, theatre.last):
                    if all(nation.nearest_month(month) == month for nation in sides):
                        yield month, one, other
                        yield month, other, one
