"""Whether a Mission can be played and won: what is wrong, each with what to do."""

from collections.abc import Iterator
from math import ceil

from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.missions.lay import Lay
from opfor.rules.s_solitaire.s02_set_up.set_up_area import area
from opfor.state.counters import MMC, SMC, Vehicle
from opfor.state.mission import OB, Mission, VictoryCondition
from opfor.state.play import FrozenView
from opfor.state.state import State
from opfor.state.world import World

SQUADS_A_LOCATION = 3
VP_OF_OTHERS = 5
"""Exit VP that a vehicle is worth at the most, in round figures (A26.2)."""


def faults(world: World, mission: Mission) -> list[OpforError]:
    """What keeps a Mission from being played out, or a side from ever winning.

    Args:
        world: its map and tables.
        mission: it, as `build_world` takes it.
    """
    lay = Lay(world)
    return [*_entry(lay, mission), *_room(world, mission), *_aims(lay, mission)]


def _entry(lay: Lay, mission: Mission) -> Iterator[OpforError]:
    """Whoever enters must find a hex to enter by."""
    own = [line for line in mission.unit if line.side == "FRIENDLY"]
    enters = [line for line in own if not line.at and (line.turn or not mission.area)]
    if enters and not lay.open_hexes("FBE"):
        yield _fault("unit", "nobody can enter along the FBE", "turn the map")
    if mission.entering and not lay.open_hexes("EBE"):
        yield _fault("entering", "nobody can enter along the EBE", "turn the map")
    if not own:
        yield _fault("unit", "the FRIENDLY side has no units", "add [[unit]] lines")


def _room(world: World, mission: Mission) -> Iterator[OpforError]:
    """The set-up area must hold all who set up in it."""
    if mission.area is None:
        return
    waits = (x for x in mission.unit if x.side == "FRIENDLY" and not (x.at or x.turn))
    men = sum(line.number for line in waits)
    # VPO that are drawn later may lie anywhere on the board.
    where = replace(mission.area, vpo=0) if mission.vpo_draw else mission.area
    room = SQUADS_A_LOCATION * len(
        area(FrozenView(State(mission=mission), world), where)
    )
    if men > room:
        said = f"{men} units have to set up, and there is room for {room}"
        yield _fault("area", said, "make it larger, or leave units out")


def _aims(lay: Lay, mission: Mission) -> Iterator[OpforError]:
    """Somebody must be able to win: each condition within reach of its side."""
    yield from for_nobody(mission)
    for nth, aim in enumerate(mission.victory, 1):
        if aim.side == "FRIENDLY":
            said = _out_of_reach(lay, mission, aim)
            if said:
                yield _fault(f"victory {nth}", *said)


def for_nobody(mission: Mission) -> Iterator[OpforError]:
    """What is wrong if a Mission has no victory conditions."""
    if not mission.victory:
        yield _fault("victory", "nothing says who wins", "add a [[victory]] table")


def _out_of_reach(
    lay: Lay, mission: Mission, aim: VictoryCondition
) -> tuple[str, str] | None:
    """Why FRIENDLY units cannot fulfil a condition by any play, and what to do."""
    if aim.exit_vp:
        if not mission.exits:
            return "nobody may leave the map", 'write exits = ["EBE"]'
        most = sum(
            _exit_vp(lay.world, mission, x.counter) * x.number for x in _own(mission)
        )
        if most < aim.exit_vp:
            return f"the OB is worth {most} Exit VP", f"ask for {most // 2} or so"
    named = mission.vpo or mission.vpo_buildings
    if named and not mission.vpo_draw and isinstance(aim.vpo, int):
        there = len(mission.vpo)
        if not mission.vpo_buildings and aim.vpo > there:
            return f"there are {there} VPO Locations", f"write vpo = {there} or less"
    if mission.area is None and mission.held_by == "ENEMY" and aim.vpo and mission.vpo:
        return _too_far(lay, mission, aim)
    return None


def _too_far(
    lay: Lay, mission: Mission, aim: VictoryCondition
) -> tuple[str, str] | None:
    """Whether the nearest VPO that are asked for can be come to in the turns."""
    number = lay.world.ground.number
    away = sorted(lay.from_fbe[number(lay.world.locate(at))] for at in mission.vpo)
    asked = len(away) if aim.vpo == "all" else aim.vpo
    far = away[min(asked, len(away)) - 1]
    placed = any(line.at for line in _own(mission))
    if placed or far <= mission.turns:
        return None
    if far == float("inf"):
        return "no way leads to the VPO Locations", "name others"
    return (
        f"the VPO are {ceil(far)} turns from the FBE",
        f"write turns = {ceil(far) + 2}",
    )


def _own(mission: Mission) -> list[OB]:
    return [line for line in mission.unit if line.side == "FRIENDLY"]


def _exit_vp(world: World, mission: Mission, name: str) -> int:
    """Exit VP of a counter, at the most (A26.2)."""
    match world.counter_of(mission.friendly, name):
        case MMC(size="half squad"):
            return 1
        case MMC():
            return 2
        case SMC(modifier=modifier):
            return 1 + max(0, -modifier)
        case Vehicle():
            return VP_OF_OTHERS
    return 0


def _fault(where: str, what: str, do: str) -> OpforError:
    return OpforError(what, where, do)
