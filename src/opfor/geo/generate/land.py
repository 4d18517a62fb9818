"""Hills, woods, fields and the rest that grows."""

from collections.abc import Callable, Iterable

from opfor.geo.boards.plan import Hex
from opfor.geo.generate.draft import (
    INNER,
    RIM,
    BoardDraft,
    SeededChance,
    around,
    fence,
    grow,
    swell,
)
from opfor.geo.generate.noise import unit
from opfor.geo.hexes import SIDES, neighbour


def raise_hills(
    ground: BoardDraft, centres: Iterable[Hex], *, size: tuple[int, int], top: int
) -> None:
    """Raise a ridge around each centre; each level lies within the one below.

    Args:
        ground: the board.
        centres: the highest hexes.
        size: half the length and half the width of a ridge, in hexes.
        top: the highest level.
    """
    luck = ground.luck("hills")
    bumps = swell(ground.seed, "hills")
    for centre in centres:
        length = size[0] + luck.between(-1, 1)
        lean = luck.between(-4, 4) / 10
        for hex_ in INNER:
            dx = hex_[0] - centre[0]
            dy = (hex_[1] - (hex_[0] & 1) / 2) - (centre[1] - (centre[0] & 1) / 2)
            dy -= lean * dx
            gap = (dx / length) ** 2 + (dy / size[1]) ** 2
            height = 1.0 - gap + 0.35 * bumps(hex_) + 0.2 * unit(ground.seed, *hex_)
            level = min(top, int(height * top * 0.7 + 0.6)) if height > 0 else 0
            _lift(ground, hex_, level)
    _smooth(ground)


def _lift(ground: BoardDraft, hex_: Hex, level: int) -> None:
    if level > ground.levels.get(hex_, 0) and hex_ not in RIM:
        ground.levels[hex_] = level


def _smooth(ground: BoardDraft) -> None:
    """Cut single spikes and steps of two levels."""
    for hex_ in sorted(ground.levels):
        near = [ground.levels.get(beside, 0) for beside in around(hex_)]
        alike = sum(level >= ground.levels[hex_] for level in near)
        if alike == 0 and ground.levels[hex_] > 1:
            ground.levels[hex_] -= 1
        elif alike == 0:
            del ground.levels[hex_]
    for _ in range(max(ground.levels.values(), default=0)):
        for hex_ in sorted(ground.levels):
            lowest = min(ground.levels.get(beside, 0) for beside in around(hex_))
            ground.levels[hex_] = min(ground.levels[hex_], lowest + 1)


def add_cliffs(ground: BoardDraft, runs: int) -> None:
    """Cliffs along a stretch of each upper crest line."""
    luck = ground.luck("cliffs")
    for level in range(2, 2 + runs):
        high = {hex_ for hex_, base in ground.levels.items() if base >= level}
        if high:
            fence(ground, luck, high, "cliff", length=luck.between(3, 6))


def spread(
    ground: BoardDraft,
    word: str,
    count: int,
    *,
    near: Callable[[Hex], float] | None = None,
) -> None:
    """Put terrain in the free hexes where it clusters, until there are `count`.

    Args:
        ground: the board.
        word: the terrain.
        count: hexes of it in the end, whole and half.
        near: a bonus for hexes that suit it.
    """
    field = swell(ground.seed, word)
    scored = []
    for hex_ in ground.free_hexes():
        score = field(hex_) + 0.25 * unit(ground.seed, len(word), *hex_)
        score += 0.3 * any(
            beside in ground.areas and ground.areas[beside] == word
            for beside in around(hex_)
        )
        score += near(hex_) if near else 0.0
        scored.append((-score, hex_))
    missing = max(0, count - ground.count(word))
    for _, hex_ in sorted(scored)[:missing]:
        ground.areas[hex_] = word


def sow_fields(
    ground: BoardDraft, count: int, *, hedged: int, keep_off: Callable[[Hex], bool]
) -> None:
    """Lay out fields of grain, a hedge or wall along some of their flanks.

    Args:
        ground: the board.
        count: hexes of grain in the end.
        hedged: percentage of fields with a hedge.
        keep_off: hexes to leave out.
    """
    luck = ground.luck("fields")
    for _ in range(120):
        if ground.count("grain") >= count:
            return
        field = _field(ground, luck, keep_off)
        if len(field) < 3:
            continue
        ground.areas.update(dict.fromkeys(field, "grain"))
        if luck.chance(hedged):
            word = "wall" if luck.chance(20) else "hedge"
            fence(ground, luck, field, word, length=luck.between(4, 9))


def _field(
    ground: BoardDraft, luck: SeededChance, keep_off: Callable[[Hex], bool]
) -> list[Hex]:
    """A field in strips: some hexes one way, some the other, of those still free."""
    corner = luck.pick(INNER)
    along = luck.below(SIDES)
    across = (along + luck.pick((1, 2))) % SIDES
    length, width = luck.between(2, 4), luck.between(1, 3)
    field: list[Hex] = []
    for _ in range(width):
        hex_ = corner
        for _ in range(length):
            if ground.free(hex_) and not keep_off(hex_):
                field.append(hex_)
            hex_ = neighbour(*hex_, along)
        corner = neighbour(*corner, across)
    if not field:
        return []
    members = set(field)
    return grow(luck, field[0], len(field), members.__contains__)


def patch_of(ground: BoardDraft, word: str, purpose: str, sizes: Iterable[int]) -> None:
    """Small patches of something in free hexes at level 0, away from the edge."""
    luck = ground.luck(purpose)

    def flat(hex_: Hex) -> bool:
        return ground.free(hex_) and hex_ not in ground.levels

    for size in sizes:
        starts = [
            hex_ for hex_ in ground.free_hexes() if flat(hex_) and hex_ not in RIM
        ]
        if starts:
            start = luck.pick(starts)
            grown = grow(luck, start, size, flat)
            ground.areas.update(dict.fromkeys(grown, word))
