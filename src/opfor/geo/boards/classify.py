"""What sort of board a board is, and its six VPO hexes.

SASL prints lists for its own mapboards. Here boards are measured instead: table {A9}
says how much of what makes a class, and a board's card of VPO hexes is worked out, so
that any board can be drawn.
"""

from collections.abc import Callable

import msgspec
import numpy as np
from numpy.typing import NDArray

from opfor.core.errors import OpforError
from opfor.core.table import Table
from opfor.geo.ground import Ground
from opfor.geo.hexside_features import Joins

WHOLE_BOARD = 346
"""Hexes of a geomorphic board; table {A9} counts for such a one."""

RUBBLE = ("stone rubble", "wooden rubble")
TREES = ("woods", "light woods", "brush")
CROPS = ("grain", "plowed field", "orchard", "vineyard", "olive grove")

VPO_HEXES = 6
"""VPO hexes on a board's card, one for each side of a die."""

SPARE_HEXES = 24
"""The most hexes behind a card, in their order."""

SPARE_GAP = 3
"""Least range between those, and from the card's."""

GAPS = (4, 3, 2)
"""Least range between VPO hexes: the widest that gives six."""

SMALL_BUILDING = 3
"""Most hexes of a building that is a VPO as a whole."""


class Count(msgspec.Struct, frozen=True):
    """What a board holds, in hexes.

    Args:
        hexes: all of them, half hexes included.
        built: building and rubble hexes.
        buildings: separate buildings; rubble hexes count one each.
        raised: hexes above level 0.
        trees: woods and brush hexes.
        crops: grain, orchard, vineyard and olive grove hexes.
    """

    hexes: int
    built: int
    buildings: int
    raised: int
    trees: int
    crops: int


class BoardClass(msgspec.Struct, frozen=True):
    """A board's class by table {A9}.

    Args:
        name: such as Village.
        mark: c, v or w, as S4.12 and S4.13 ask for it; empty for others.
    """

    name: str
    mark: str = ""


class Vpo(msgspec.Struct, frozen=True):
    """One of a board's VPO hexes.

    Args:
        hex: the hex.
        score: what it is worth on the card.
        hexes: the hexes that are VPO with it: its building if that is small.
    """

    hex: int
    score: int
    hexes: tuple[int, ...]


def count(ground: Ground, joins: Joins) -> Count:
    """Count what a board's class depends on."""
    rubble = _of_kind(ground, RUBBLE)
    return Count(
        hexes=len(ground.map),
        built=int((ground.building | rubble).sum()),
        buildings=len(joins.buildings) + int((rubble & ~ground.building).sum()),
        raised=int((ground.facts.base > 0).sum()),
        trees=int(_of_kind(ground, TREES).sum()),
        crops=int(_of_kind(ground, CROPS).sum()),
    )


def board_class(found: Count, table: Table) -> BoardClass:
    """The class of a board: that of the table's first line that fits.

    Boards of another size are measured as if they were as large as a whole one.

    Args:
        found: what the board holds.
        table: table {A9}; each row gives `class`, perhaps `mark`, what is counted
            (`of`), and the `least` or `most` of it.

    Errors:
        OpforError: a row counts something unknown, or no row fits.
    """
    measured = _measures(found)
    scale = WHOLE_BOARD / found.hexes
    for row in table.rows:
        line = row.result
        if line["of"] not in measured:
            known = ", ".join(measured)
            raise OpforError(
                f"{line['of']!r} cannot be counted", where=row.place, do=f"use {known}"
            )
        size = measured[line["of"]] * scale
        if line.get("least", 0) <= size <= line.get("most", size):
            return BoardClass(line["class"], line.get("mark", ""))
    raise OpforError(f"no row of table {table.id} fits a board of {found}")


def _measures(found: Count) -> dict[str, int]:
    """What table {A9} can count, in its words."""
    return {
        "building or rubble hexes": found.built,
        "separate buildings": found.buildings,
        "hexes above level 0": found.raised,
        "woods or brush hexes": found.trees,
        "grain, orchard, vineyard or olive hexes": found.crops,
        "building, woods or hill hexes": found.built + found.trees + found.raised,
        "any hexes": found.hexes,
    }


def vpo_card(ground: Ground, joins: Joins) -> tuple[Vpo, ...]:
    """The six VPO hexes of a board in their order, VPO 1 first.

    The best hex, then each time the next best at least 4 hexes from all taken; if
    that gives fewer than six, 3 hexes, then 2. Ties go to the hex nearer the board's
    centre, then to the lower hexrow, then to the lower coordinate. Fewer than six
    only on a board that has not six hexes worth anything.
    """
    score = _scores(ground, joins)
    order = sorted(np.flatnonzero(score > 0).tolist(), key=_rank(ground, score))
    taken: list[int] = []
    for gap in GAPS:
        for hex_ in order:
            if len(taken) == VPO_HEXES:
                break
            if all(ground.map.distance(hex_, other) >= gap for other in taken):
                taken.append(hex_)
    return tuple(Vpo(h, int(score[h]), _together(joins, h)) for h in taken)


def vpo_spares(ground: Ground, joins: Joins) -> tuple[int, ...]:
    """What stands in where a card has too few VPO hexes, best first (D-700).

    What the board has is taken as on a card, then hexes of a road, of cover, and the
    land nearest the middle; none by water or where nobody may go.
    """
    card = [vpo.hex for vpo in vpo_card(ground, joins)]
    road = (joins.road > 0).any(axis=1)
    kinds = [ground.chart.kinds[number] for number in ground.kind.tolist()]
    cover = np.array([kind.concealment for kind in kinds])
    land = np.array([not kind.mf.bar and not kind.mf.all for kind in kinds])
    score = 3 * _scores(ground, joins) + 2 * road + cover + 1
    score[_on_edge(ground) | ~land] = 0
    taken = list(card)
    for hex_ in sorted(np.flatnonzero(score > 0).tolist(), key=_rank(ground, score)):
        if len(taken) == len(card) + SPARE_HEXES:
            break
        if all(ground.map.distance(hex_, other) >= SPARE_GAP for other in taken):
            taken.append(hex_)
    return tuple(taken[len(card) :])


def _of_kind(ground: Ground, names: tuple[str, ...]) -> NDArray[np.bool_]:
    numbers = [ground.chart.number[name] for name in names]
    return np.isin(ground.kind, numbers)


def _scores(ground: Ground, joins: Joins) -> NDArray[np.int_]:
    """What each hex is worth as VPO: its building, or else the best of the rest."""
    facts = ground.facts
    roads = (joins.road > 0).sum(axis=1)
    junction = np.where(roads >= 3, 4 + roads, 0)
    bridge = np.where(facts.bridge, 6, 0)
    top = int(facts.base.max())
    summit = np.where((facts.base == top) & (top > 0), 4 + 2 * top, 0)
    trees = _of_kind(ground, TREES).astype(np.int_)
    score: NDArray[np.int_] = np.max([junction, bridge, summit, trees], axis=0)
    for building in joins.buildings:
        for hex_ in building.hexes:
            stone = ground.chart.kinds[ground.kind[hex_]].name == "stone building"
            score[hex_] = (
                4 + 2 * int(facts.levels[hex_]) + min(len(building.hexes), 4) + stone
            )
    score[_on_edge(ground)] = 0
    return score


def _on_edge(ground: Ground) -> NDArray[np.bool_]:
    """Half hexes, and whole hexes along the board's edge."""
    around = np.array(ground.map.neighbours)
    edge: NDArray[np.bool_] = around.min(axis=1) < 0
    return edge


def _rank(
    ground: Ground, score: NDArray[np.int_]
) -> Callable[[int], tuple[float, ...]]:
    """A sort key: best first, then by distance in pixels from the board's middle."""
    grid = ground.map.grid
    width, height = ground.map.terrain.shape

    def key(hex_: int) -> tuple[float, ...]:
        col, row = grid.coordinates(hex_)
        x, y = grid.centre(col, row)
        off = round(np.hypot(x - width / 2, y - height / 2), 3)
        return -int(score[hex_]), off, col, row

    return key


def _together(joins: Joins, hex_: int) -> tuple[int, ...]:
    number = int(joins.building_of[hex_])
    hexes = joins.buildings[number].hexes if number >= 0 else ()
    return hexes if 0 < len(hexes) <= SMALL_BUILDING else (hex_,)
