"""S4.12: S? on built-up boards."""

from collections.abc import Iterable, Mapping

from opfor.core.dice import die_roll
from opfor.core.explain import consult
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import part_of_rule, rule
from opfor.rules.a_infantry.a26_victory.a26_1_control import vpo_locations
from opfor.rules.s_solitaire.s04_placement.s04_11_eligible import RUBBLE
from opfor.state.play import Play
from opfor.state.units import LocationName

Placed = Mapping[LocationName, int]
"""How many S? each Location is to have."""

BUILT_UP: Mapping[str, str] = {"c": "city", "v": "village"}
"""Columns of {a9e-drm} by the class of the board."""


FACES = range(1, 7)


@rule(
    "S4.12",
    "Built-up boards: which levels hold S?",
    exc=("a hex with a VPO rolls until one of its VPO Locations has a S?",),
)
def built_up_boards(play: Play, placed: Placed) -> dict[LocationName, int]:
    """On a City or Village board {a9e} says which levels of a hex keep their S?.

    EXC: a hex with a VPO Location rolls until one of those has a S?.
    Reading: D-013 buildings and rubble only; one VPO Location is enough.
    """
    rolled: dict[int, tuple[int, ...]] = {}
    kept = {}
    for location, number in placed.items():
        hex_, level = play.world.locate(location)
        if _on_built_up(play, location) and hex_ not in rolled:
            rolled[hex_] = _levels(play, hex_, placed)
        # S4.12: levels that {a9e} does not name keep no S?
        if level in rolled.get(hex_, (level,)):
            kept[location] = number
    return kept


def _on_built_up(play: Play, location: LocationName) -> bool:
    """Whether 4.12 looks at a Location: a building or rubble on a c or v board."""
    ground, at = play.world.ground, play.world.locate(location)
    built = ground.building[at.hex] or ground.terrain(at).name in RUBBLE
    return bool(built) and play.world.board_class(location) in BUILT_UP


def _levels(play: Play, hex_: int, placed: Placed) -> tuple[int, ...]:
    """The levels of a hex that keep their S?, by one dr, or as many as it needs."""
    vpo = _vpo_levels(play, hex_, placed)
    mods = _a9e_drm(play, hex_)
    levels = _roll_levels(play, hex_, mods)
    # S4.12 EXC: until a VPO Location has a S?
    if not vpo or not _can_come(play, vpo, mods):
        return (*levels, *vpo)
    with part_of_rule("S4.12/exc1"):
        while not set(vpo) & set(levels):
            levels = _roll_levels(play, hex_, mods)
    return levels


def _roll_levels(play: Play, hex_: int, mods: list[Mod]) -> tuple[int, ...]:
    purpose = fact("which_levels_keep_suspects", where=play.world.map.name(hex_))
    roll = die_roll(play, purpose, mods)
    table = play.world.enemy.table("A9e")
    return tuple(consult(play, table, roll.final).result)


def _vpo_levels(play: Play, hex_: int, placed: Placed) -> list[int]:
    """The levels of a hex that are VPO Locations and were given a S?."""
    vpo = [play.world.locate(name) for name in vpo_locations(play) if name in placed]
    return [at.level for at in vpo if at.hex == hex_]


def _can_come(play: Play, levels: Iterable[int], mods: list[Mod]) -> bool:
    """Whether some face of the die names one of these levels.

    Reading: D-013, a VPO level that {a9e} never names keeps its S? without a dr.
    """
    table, drm = play.world.enemy.table("A9e"), sum(mod.value for mod in mods)
    named = {level for face in FACES for level in table.look_up(face + drm).result}
    return any(level in named for level in levels)


def _a9e_drm(play: Play, hex_: int) -> list[Mod]:
    world = play.world
    board = world.board_class(LocationName(world.map.name(hex_)))
    column = BUILT_UP[board]
    row = world.enemy.table("A9e-drm").look_up(date=world.date, board=column)
    return [Mod(f"{column} board", int(row.result), "S4.12")] if row.result else []
