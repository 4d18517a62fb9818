"""The Terrain Chart (chapter B): what each kind of terrain gives and costs.

MF are counted in quarters (`MF` = 4 to one MF), so that every cost the chart knows,
half and quarter ones too, is an exact int and costs fit in small arrays.
"""

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

MF = 4
"""Quarters in one MF."""

_PARTS = ("", "¼", "½", "¾")


def mf(quarters: int) -> str:
    """MF, or MP, of a number of quarters: 1, 1½, 3."""
    whole, rest = divmod(quarters, MF)
    return f"{whole or ''}{_PARTS[rest]}" or "0"


JULY = 7
"""The month whose seasons boards depict: grain stands, orchards are in leaf."""

Confidence = Literal["high", "medium", "low"]

_INFANTRY = re.compile(
    r"""(?:(?P<bar>NA|CLIMB) | (?P<all>ALL)(?P<apart>@)? | (?P<cot_only>COT)
        | (?P<low>\d+(?:\.5)?)(?:\ or\ (?P<high>\d+))?
          (?P<cot>\+COT|\ \(\+COT\))? ) (?P<road>\ R)?""",
    re.VERBOSE,
)
_PART = r"(?:NA|ALL|COT|Z|zz?|\d+(?:/2)?)(?:\+COT)?(?: BB?)?"
_VEHICLE = re.compile(rf"(?:{_PART}(?: or {_PART})?|\[B\])(?: R)?(?: \[(?:BU )?1\])?")


class Cost(msgspec.Struct, frozen=True):
    """Infantry's cost to enter a kind of terrain.

    Args:
        printed: as the chart says it.
        quarters: the cost without other terrain, in quarters of MF.
        high: the dearer choice (shellholes, to use their TEM); else as `quarters`.
        cot: whether other terrain's cost is added: never, always, or if that is
            not Open Ground.
        road: the road's cost instead, when entered along a road.
        all: all the unit's MF.
        advance: enterable in the APh.
        bar: why it cannot be entered by plain movement, if it cannot.
    """

    printed: str
    quarters: int = 0
    high: int = 0
    cot: Literal["never", "always", "other"] = "never"
    road: bool = False
    all: bool = False
    advance: bool = True
    bar: Literal["", "NA", "CLIMB"] = ""


class TerrainKind(msgspec.Struct, frozen=True):
    """One row of the Terrain Chart.

    Args:
        name: the row's name, in lower case.
        tem: TEM against Direct Fire.
        indirect: TEM against Indirect Fire.
        alone: the TEM is not cumulative with other positive TEM.
        open_ground: FFMO and Interdiction apply, unless other terrain denies it.
        other: the terrain it lies on decides TEM and Open Ground.
        mf: Infantry's cost.
        mp: vehicles' costs as printed: armored car, fully tracked, halftrack, truck.
        concealment: Concealment Terrain.
        rally: gives the rally bonus.
        kindling: Kindling number; 0 if it does not burn.
        spread: Spreading number; 0 if it does not burn.
        confidence: how sure the values are.
    """

    name: str
    tem: int
    indirect: int
    alone: bool
    open_ground: bool
    other: bool
    mf: Cost
    mp: tuple[str, str, str, str]
    concealment: bool
    rally: bool
    kindling: int
    spread: int
    confidence: Confidence


class TerrainChart(msgspec.Struct, frozen=True, eq=False):
    """The whole chart.

    Args:
        kinds: every row; a kind's number is its place here.
        number: the number of each kind's name.
        of_code: kind number of each code of a board's planes, shape (256,); -1 for
            codes the chart does not know.
        seasons: for each month, 1 to 12, the kind that each kind is then; shape
            (13, kinds), row 0 unused.
    """

    kinds: tuple[TerrainKind, ...]
    number: dict[str, int]
    of_code: NDArray[np.int16]
    seasons: NDArray[np.int16]

    def kind(self, name: str) -> TerrainKind:
        """The row of that name; KeyError if there is none."""
        return self.kinds[self.number[name]]


class _Season(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    months: list[int]
    kind: str


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row as the file has it."""

    kind: str
    mf: str
    ac: str
    ft: str
    ht: str
    truck: str
    tem: int = 0
    indirect: int | None = None
    alone: bool = False
    open: bool = False
    other: bool = False
    ct: bool = False
    rally: bool = False
    kindling: int = 0
    spread: int = 0
    codes: list[int] = []
    season: list[_Season] = []
    confidence: Confidence = "high"


class _ChartFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    kinds: list[_Row]


@cache
def chart() -> TerrainChart:
    """The Terrain Chart.

    Errors:
        ValueError: the shipped file is wrong; a test sees that it is not.
    """
    text = (files("opfor.data") / "terrain_chart.toml").read_text("utf-8")
    return read_chart(text)


def read_chart(text: str) -> TerrainChart:
    """Read a chart from TOML, see data/terrain_chart.toml.

    Errors:
        ValueError: a notation, name or code is wrong, or a code stands twice.
    """
    file = msgspec.convert(tomllib.loads(text), _ChartFile)
    number = {row.kind: place for place, row in enumerate(file.kinds)}
    if len(number) < len(file.kinds):
        raise ValueError("a kind of the Terrain Chart stands twice")
    return TerrainChart(
        kinds=tuple(_kind(row) for row in file.kinds),
        number=number,
        of_code=_of_code(file.kinds),
        seasons=_seasons(file.kinds, number),
    )


def read_cost(printed: str) -> Cost:
    """Read the chart's notation of an Infantry cost, such as `2 R` or `1+COT`.

    Errors:
        ValueError: it is none.
    """
    match = _INFANTRY.fullmatch(printed)
    if match is None:
        raise ValueError(f"{printed!r} is no MF cost")
    low = round(float(match["low"] or 0) * MF)
    bar: Literal["", "NA", "CLIMB"] = (
        "" if match["bar"] is None else "NA" if match["bar"] == "NA" else "CLIMB"
    )
    return Cost(
        printed=printed,
        quarters=low,
        high=int(match["high"]) * MF if match["high"] else low,
        cot=_cot(match["cot_only"] or match["cot"] or ""),
        road=match["road"] is not None,
        all=match["all"] is not None,
        advance=match["apart"] is None,
        bar=bar,
    )


def _cot(text: str) -> Literal["never", "always", "other"]:
    if not text:
        return "never"
    return "other" if "(" in text else "always"


def _kind(row: _Row) -> TerrainKind:
    mp = (row.ac, row.ft, row.ht, row.truck)
    for printed in mp:
        if not _VEHICLE.fullmatch(printed):
            raise ValueError(f"{row.kind}: {printed!r} is no MP cost")
    return TerrainKind(
        name=row.kind,
        tem=row.tem,
        indirect=row.tem if row.indirect is None else row.indirect,
        alone=row.alone,
        open_ground=row.open,
        other=row.other,
        mf=read_cost(row.mf),
        mp=mp,
        concealment=row.ct,
        rally=row.rally,
        kindling=row.kindling,
        spread=row.spread,
        confidence=row.confidence,
    )


def _of_code(rows: list[_Row]) -> NDArray[np.int16]:
    table = np.full(256, -1, np.int16)
    for place, row in enumerate(rows):
        for code in row.codes:
            if table[code] != -1:
                raise ValueError(f"{row.kind}: code {code} stands twice")
            table[code] = place
    return table


def _seasons(rows: list[_Row], number: dict[str, int]) -> NDArray[np.int16]:
    table = np.tile(np.arange(len(rows), dtype=np.int16), (13, 1))
    for place, row in enumerate(rows):
        for season in row.season:
            for month in season.months:
                table[month, place] = number[season.kind]
    return table
