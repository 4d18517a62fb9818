"""S2: what a Mission cannot ask for of a map, and what an ENEMY has in place of it."""

from collections.abc import Iterator

from opfor.core.errors import OpforError
from opfor.rules.s_solitaire.s04_placement.s04_11_eligible import FBE_DISTANCE
from opfor.rules.s_solitaire.s04_placement.s04_p5_in_place_of import (
    lacks_armor,
    lacks_waves,
)
from opfor.state.mission import Mission
from opfor.state.play import FrozenView
from opfor.state.state import State
from opfor.state.world import World


def stand_ins(world: World, mission: Mission) -> Iterator[str]:
    """What comes in place of what the ENEMY has not, a sentence each (S4.p5)."""
    view = FrozenView(State(mission=mission), world)
    enemy = world.fact("name")
    if any(due.waves for due in mission.entering) and lacks_waves(view):
        yield f"The {enemy} ENEMY makes no Human Waves: two groups of S? come for each."
    if any(due.armor for due in mission.entering) and lacks_armor(view):
        yield f"The {enemy} ENEMY has no armor then: a group of S? comes in its place."


def check_victory(mission: Mission) -> None:
    """Refuse victory conditions that cannot come about.

    Errors:
        OpforError: one asks for more units than are in its group, for a group that
            no line of the OB names, or counts until a turn after the last.
    """
    for nth, aim in enumerate(mission.victory, 1):
        where = f"{mission.id}, victory {nth}"
        if aim.until > mission.turns:
            raise OpforError(
                f"it counts until turn {aim.until}, and there are {mission.turns}",
                where,
                f"write until = {mission.turns} or less",
            )
        if aim.rescue:
            group, number = aim.rescue.group, aim.rescue.number
            own = [line for line in mission.unit if line.side == aim.side]
            there = sum(line.number for line in own if line.group == group)
            if there < number:
                raise OpforError(
                    f"it asks for the rescue of {number} of {group!r}, "
                    f"and the OB has {there}",
                    where,
                    f'write group = "{group}" in lines of the OB of that side',
                )


def check_boards(world: World, mission: Mission) -> None:
    """Refuse a map that has not the boards or VPO Locations that a Mission is about.

    Errors:
        OpforError: it names a board that the map lacks, or draws more VPO Locations
            on one than may be drawn there.
    """
    boards = len(world.map.boards)
    named = [aim.board for aim in mission.victory]
    named += [mission.area.board] if mission.area else []
    named += [nth for nth, number in enumerate(mission.vpo_draw, 1) if number]
    if (need := max(named, default=0)) > boards:
        raise OpforError(
            f"{mission.title} needs {need} boards, and this map has {boards}",
            mission.map,
            'name more of them, one behind the other, such as "o1@0,0 o3@0,1"',
        )
    for number, board in zip(mission.vpo_draw, world.boards_from_fbe, strict=False):
        places = (*world.cards[board], *world.spares[board])
        far = [at for at in places if world.fbe_distance(at) > FBE_DISTANCE]
        if len(far) < number:
            name = world.map.boards[board].board.name
            raise OpforError(
                f"{mission.title} draws {number} VPO Locations on board {name}, "
                f"which has {len(far)} far enough from the FBE",
                mission.map,
                "take a board with more land",
            )
