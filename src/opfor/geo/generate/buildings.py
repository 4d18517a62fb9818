"""Villages, farms and gardens."""

from collections.abc import Iterable

from opfor.geo.boards.plan import Hex, Material, PlannedBuilding
from opfor.geo.generate.draft import RIM, BoardDraft, SeededChance, around, fence
from opfor.geo.generate.noise import unit
from opfor.geo.hexes import SIDES, distance, neighbour


def build_church(ground: BoardDraft, centre: Hex) -> Hex | None:
    """A tall stone church by a road near the centre, a walled graveyard behind it."""
    luck = ground.luck("church")
    sites = sorted(
        (distance(hex_, centre), hex_)
        for hex_ in ground.free_hexes()
        if hex_ not in RIM and _by_road(ground, hex_)
    )
    for _, hex_ in sites[:12]:
        behind = [h for h in around(hex_) if ground.free(h) and h not in RIM]
        behind = [h for h in behind if ground.levels.get(h) == ground.levels.get(hex_)]
        if len(behind) < 3:
            continue
        nave = luck.pick(behind)
        ground.add_building(PlannedBuilding((hex_, nave), "stone", 2))
        yard = [h for h in around(nave) if ground.free(h) and h not in RIM][:2]
        ground.areas.update(dict.fromkeys(yard, "graveyard"))
        enclose(ground, yard, "wall")
        return hex_
    return None


def build_village(
    ground: BoardDraft, centre: Hex, *, hexes: int, dense: int, stone: int = 15
) -> None:
    """Line the streets with houses, from the centre outwards.

    Args:
        ground: the board, with its roads.
        centre: where the village is thickest.
        hexes: building hexes in the end.
        dense: percentage of sites by a road that are built on.
        stone: percentage of stone houses on the outskirts; more towards the centre.
    """
    luck = ground.luck("village")
    sites = sorted(
        (distance(h, centre) + 2.0 * unit(ground.seed, 5, *h), h)
        for h in ground.free_hexes()
        if h not in RIM and _by_road(ground, h)
    )
    for gap, hex_ in sites:
        if len(ground.built) >= hexes:
            return
        if ground.free(hex_) and luck.chance(dense):
            ground.add_building(_house(ground, luck, hex_, gap, stone))


def _by_road(ground: BoardDraft, hex_: Hex) -> bool:
    return any(beside in ground.ways for beside in around(hex_))


def _house(
    ground: BoardDraft, luck: SeededChance, hex_: Hex, gap: float, stone: int
) -> PlannedBuilding:
    """Near the centre stone, storeys and rows; farther out wood and single houses."""
    inner = 45 if gap < 3 else 20 if gap < 6 else 0
    material: Material = "stone" if luck.chance(stone + inner) else "wooden"
    levels = int(luck.chance(65 if gap < 3 else 40 if gap < 6 else 15))
    wanted = 1 + luck.chance(45 if gap < 4 else 25) + luck.chance(20 if gap < 4 else 5)
    hexes = _row(ground, hex_, wanted)
    if len(hexes) > 2 and luck.chance(25):
        levels = 2
    row = len(hexes) > 1 and levels > 0 and luck.chance(40)
    return PlannedBuilding(hexes, material, levels, row)


def _row(ground: BoardDraft, hex_: Hex, wanted: int) -> tuple[Hex, ...]:
    """The hex and those behind or beside it in one line, while there is room."""
    best: tuple[Hex, ...] = (hex_,)
    for side in range(SIDES):
        row = [hex_]
        while len(row) < wanted:
            beside = neighbour(*row[-1], side)
            level = ground.levels.get(hex_)
            if not ground.free(beside) or beside in RIM:
                break
            if ground.levels.get(beside) != level or not _by_road(ground, beside):
                break
            row.append(beside)
        if len(row) > len(best):
            best = tuple(row)
    return best


def plant_gardens(ground: BoardDraft, *, orchards: int, fenced: int) -> None:
    """Orchards behind the houses; walls and hedges around gardens.

    Args:
        ground: the board, with its houses.
        orchards: hexes of orchard in the end.
        fenced: percentage of houses and orchards with a wall or hedge.
    """
    luck = ground.luck("gardens")
    behind = [
        hex_
        for hex_ in ground.free_hexes()
        if hex_ not in RIM and any(beside in ground.built for beside in around(hex_))
    ]
    behind.sort(key=lambda h: (_by_road(ground, h), unit(ground.seed, 9, *h)))
    for hex_ in behind[: max(0, orchards - ground.count("orchard"))]:
        ground.areas[hex_] = "orchard"
        if luck.chance(fenced):
            fence(ground, luck, (hex_,), "hedge", length=luck.between(2, 4))
    for building in ground.buildings:
        if luck.chance(fenced):
            word = "wall" if building.material == "stone" else "hedge"
            fence(ground, luck, building.hexes, word, length=luck.between(2, 4))


def enclose(ground: BoardDraft, hexes: Iterable[Hex], word: str) -> None:
    """A wall or hedge around a patch, open towards roads and buildings."""
    members = set(hexes)
    for hex_ in sorted(members):
        for side in range(SIDES):
            beside = neighbour(*hex_, side)
            inside = beside in members or beside in ground.built
            if not inside and beside not in ground.ways:
                ground.add_side((*hex_, side), word)


def build_farms(ground: BoardDraft, count: int, *, apart: int, off: Hex | None) -> None:
    """Farms by the roads: a house, a barn, an orchard, a hedge.

    Args:
        ground: the board, with its roads.
        count: how many.
        apart: hexes that they keep from each other and from `off`.
        off: the centre of the village, if there is one.
    """
    luck = ground.luck("farms")
    taken = [off] if off else []
    for hex_ in luck.shuffled(ground.free_hexes()):
        if count <= 0:
            return
        if hex_ in RIM or not _by_road(ground, hex_):
            continue
        if any(distance(hex_, other) < apart for other in taken):
            continue
        taken.append(hex_)
        count -= 1
        _farm(ground, luck, hex_)


def _farm(ground: BoardDraft, luck: SeededChance, hex_: Hex) -> None:
    material: Material = "stone" if luck.chance(35) else "wooden"
    wanted = 2 if luck.chance(20) else 1
    house = PlannedBuilding(_row(ground, hex_, wanted), material, int(luck.chance(45)))
    ground.add_building(house)
    room = [h for h in around(hex_) if ground.free(h) and h not in RIM]
    if room and luck.chance(70):
        barn = luck.pick(room)
        ground.add_building(PlannedBuilding((barn,), "wooden"))
        room.remove(barn)
    if room and luck.chance(60):
        ground.areas[luck.pick(room)] = "orchard"
    word = "wall" if material == "stone" else "hedge"
    if luck.chance(70):
        fence(ground, luck, house.hexes, word, length=luck.between(2, 4))
