"""Makes new geomorphic boards: a style and a seed give a text board.

The same style and seed give the same text in every release that does not say
otherwise, on every machine. The text is an ordinary one, to be saved and edited.
"""

from collections.abc import Callable
from typing import Literal, get_args

from opfor.core.errors import OpforError
from opfor.geo.boards.geomorphic import edge_problems
from opfor.geo.boards.plan import BoardPlan, Hex
from opfor.geo.boards.plan_check import check_plan
from opfor.geo.boards.text_write import board_text
from opfor.geo.generate.buildings import (
    build_church,
    build_farms,
    build_village,
    plant_gardens,
)
from opfor.geo.generate.draft import RIM, BoardDraft, SeededChance, grow
from opfor.geo.generate.land import (
    add_cliffs,
    patch_of,
    raise_hills,
    sow_fields,
    spread,
)
from opfor.geo.generate.noise import mix, seed_of
from opfor.geo.generate.roads import (
    bridge_roads,
    lay_loop,
    lay_roads,
    lay_stream,
    tread_paths,
)
from opfor.geo.hexes import distance

Style = Literal["village", "farmland", "wooded_hills", "rural", "town"]
STYLES: tuple[Style, ...] = get_args(Style)

_TRIES = 40
"""Boards tried before giving up; a stream may leave no room for a bridge."""


def generate(style: str, seed: int) -> str:
    """The text of a new board.

    Args:
        style: one of `STYLES`; `wooded-hills` is understood too.
        seed: any whole number; another number, another board.

    Errors:
        OpforError: there is no such style, or no board came out.
    """
    return board_text(generate_plan(style, seed))


def generate_plan(style: str, seed: int) -> BoardPlan:
    """A new board in hexes; see `generate`."""
    word = style.strip().lower().replace("-", "_").replace(" ", "_")
    if word not in _MAKERS:
        raise OpforError(
            f"there is no style {style!r}", do=f"use one of {', '.join(STYLES)}"
        )
    for attempt in range(_TRIES):
        ground = BoardDraft(mix(seed, seed_of(word), attempt))
        if not _MAKERS[word](ground):
            continue
        plan = ground.plan(
            f"g{word[0]}{seed % 10**12}",
            _title(word, seed),
            (f"Made by `opfor board new --style {word} --seed {seed}`; edit freely.",),
        )
        if not edge_problems(plan):
            check_plan(plan, {})
            return plan
    raise OpforError(f"no {word} came out of seed {seed}", do="try another seed")


def _village(ground: BoardDraft) -> bool:
    """A village around crossroads, gardens and fields about it."""
    luck = ground.luck("village plan")
    centre = luck.between(13, 19), luck.between(4, 6)
    if luck.chance(35):
        hill = luck.pick((5, 27)), luck.between(3, 7)
        raise_hills(ground, [hill], size=(4, 2), top=1)
    if not lay_roads(ground, [_off(luck, 6), centre, _off(luck, 26)]):
        return False
    for _ in range(luck.between(2, 3)):
        lay_loop(ground, centre, 6)
    build_church(ground, centre)
    build_village(ground, centre, hexes=luck.between(27, 36), dense=75)
    plant_gardens(ground, orchards=luck.between(7, 11), fenced=45)
    build_farms(ground, luck.between(3, 5), apart=5, off=centre)
    _country(ground, grain=luck.between(14, 24), woods=luck.between(48, 60), off=centre)
    spread(ground, "brush", luck.between(5, 9))
    return len(ground.buildings) >= 19 and len(ground.built) < 70


def _town(ground: BoardDraft) -> bool:
    """Streets of stone: rows, tall blocks, rubble of an earlier fight."""
    luck = ground.luck("town plan")
    centre = luck.between(14, 18), luck.between(4, 6)
    west, east = (luck.between(8, 10), 5), (luck.between(22, 24), 5)
    if not lay_roads(ground, [west, centre, east], kind="paved road"):
        return False
    for number in range(9):
        lay_loop(ground, (west, centre, east)[number % 3], 7, kind="paved road")
    build_church(ground, centre)
    build_village(ground, centre, hexes=luck.between(80, 95), dense=90, stone=55)
    patch_of(ground, "stone rubble", "rubble", (1, 1, 2))
    plant_gardens(ground, orchards=luck.between(6, 10), fenced=25)
    _country(ground, grain=luck.between(4, 9), woods=luck.between(34, 42), off=centre)
    spread(ground, "brush", luck.between(3, 6))
    return len(ground.built) >= 70


def _farmland(ground: BoardDraft) -> bool:
    """Farms among hedged fields, orchards and copses."""
    luck = ground.luck("farmland plan")
    if luck.chance(45):
        hill = luck.between(6, 26), luck.between(3, 7)
        raise_hills(ground, [hill], size=(4, 2), top=luck.between(1, 2))
    if luck.chance(50) and not _stream(ground, luck, "stream"):
        return False
    if not _roads(ground, [_off(luck, 10), _off(luck, 22)]):
        return False
    build_farms(ground, luck.between(6, 8), apart=4, off=None)
    plant_gardens(ground, orchards=luck.between(10, 16), fenced=55)
    sow_fields(ground, luck.between(44, 56), hedged=65, keep_off=_nowhere)
    spread(ground, "woods", luck.between(46, 56))
    spread(ground, "brush", luck.between(6, 10))
    crops = ground.count("grain", "orchard")
    return crops >= 45 and len(ground.buildings) < 19 and len(ground.levels) < 50


def _wooded_hills(ground: BoardDraft) -> bool:
    """Two or three wooded ridges, a stream or gully, few houses in the valleys."""
    luck = ground.luck("hills plan")
    centres = [
        (luck.between(6, 10), luck.between(4, 6)),
        (luck.between(22, 26), luck.between(4, 6)),
    ]
    if luck.chance(50):
        centres.append((luck.between(15, 17), luck.pick((2, 8))))
    raise_hills(ground, centres, size=(6, 3), top=3)
    kind = luck.pick(("stream", "stream", "gully"))
    if not _stream(ground, luck, kind):
        return False
    if not _roads(ground, [_off(luck, 16)]):
        return False
    build_farms(ground, luck.between(4, 6), apart=4, off=None)
    plant_gardens(ground, orchards=luck.between(2, 4), fenced=40)
    heights = ground.levels
    patch_of(ground, "lumberyard", "timber", (1,))
    spread(ground, "crags", 3, near=lambda h: float(heights.get(h, 0)))
    spread(ground, "woods", luck.between(78, 95), near=lambda h: 0.6 * (h in heights))
    spread(ground, "brush", luck.between(18, 26), near=lambda h: 0.2 * (h in heights))
    sow_fields(ground, luck.between(4, 9), hedged=40, keep_off=heights.__contains__)
    add_cliffs(ground, 2)
    tread_paths(ground, luck.between(1, 2))
    return len(heights) >= 50 and len(ground.buildings) < 19


def _rural(ground: BoardDraft) -> bool:
    """Copses, meadows, a pond or marsh, a hamlet on the road."""
    luck = ground.luck("rural plan")
    hill = luck.between(8, 24), luck.between(3, 7)
    raise_hills(ground, [hill], size=(4, 2), top=2)
    if luck.chance(60) and not _stream(ground, luck, "stream"):
        return False
    if not _roads(ground, [_off(luck, 12), _off(luck, 20)]):
        return False
    build_farms(ground, luck.between(5, 7), apart=4, off=None)
    plant_gardens(ground, orchards=luck.between(4, 7), fenced=45)
    patch_of(ground, luck.pick(("marsh", "pond")), "wet", (3, 2))
    sow_fields(ground, luck.between(12, 20), hedged=50, keep_off=_nowhere)
    spread(ground, "woods", luck.between(62, 78))
    spread(ground, "brush", luck.between(12, 18))
    tread_paths(ground, 1)
    return len(ground.buildings) < 19 and len(ground.levels) < 50


_MAKERS: dict[str, Callable[[BoardDraft], bool]] = {
    "village": _village,
    "farmland": _farmland,
    "wooded_hills": _wooded_hills,
    "rural": _rural,
    "town": _town,
}


def _off(luck: SeededChance, col: int) -> Hex:
    """A junction near a column and near the middle of the board."""
    return col + luck.between(-2, 2), luck.between(3, 7)


def _nowhere(hex_: Hex) -> bool:
    del hex_
    return False


def _country(ground: BoardDraft, *, grain: int, woods: int, off: Hex) -> None:
    """Fields and woods around a village, its middle kept free."""

    def inside(hex_: Hex) -> bool:
        return distance(hex_, off) < 5

    sow_fields(ground, grain, hedged=50, keep_off=inside)
    spread(ground, "woods", woods, near=lambda h: -1.5 * inside(h))


def _stream(ground: BoardDraft, luck: SeededChance, kind: str) -> bool:
    """A stream from a marsh to a pond, or a gully, right across the middle."""
    left = luck.between(3, 12), luck.between(2, 8)
    right = luck.between(18, 29), luck.between(2, 8)
    if kind == "gully":
        right = left[0] + luck.between(7, 11), right[1]
    if left in ground.levels or right in ground.levels:
        return False

    def low_and_free(hex_: Hex) -> bool:
        return ground.free(hex_) and hex_ not in ground.levels and hex_ not in RIM

    if kind == "stream":
        for end, word in ((left, "marsh"), (right, "pond")):
            wet = grow(luck, end, luck.between(2, 3), low_and_free)
            ground.areas.update(dict.fromkeys(wet, word))
    return lay_stream(ground, kind, left, right)


def _roads(ground: BoardDraft, junctions: list[Hex]) -> bool:
    """Roads with bridges, if the streams leave room for them."""
    return lay_roads(ground, junctions) and bridge_roads(ground)


_TITLES: dict[str, tuple[str, ...]] = {
    "village": ("ham", "stead", "wick", "cross", "church"),
    "farmland": ("acre", "field", "croft", "barn", "farm"),
    "wooded_hills": ("ridge", "wood", "tor", "crag", "holt"),
    "rural": ("mead", "marsh", "copse", "brook", "heath"),
    "town": ("bridge", "gate", "minster", "borough", "market"),
}
_FIRST = ("Alder", "Birch", "Crow", "Drift", "Elder", "Fox", "Grey", "Hart", "Iron",
          "Kestrel", "Lark", "Mill", "North", "Otter", "Pike", "Raven", "Stone",
          "Thorn", "Under", "Wolf")  # fmt: skip


def _title(style: str, seed: int) -> str:
    luck = SeededChance(seed, f"title {style}")
    return luck.pick(_FIRST) + luck.pick(_TITLES[style])
