"""Victory conditions in words: what is asked, and how it stands."""

from collections.abc import Iterator

from opfor.rules.a_infantry.a26_victory.a26_3_victory import lapsed, progress
from opfor.state.mission import Mission, VictoryCondition
from opfor.state.play import GameView
from opfor.views.text.words import counted, say


def asked(aim: VictoryCondition, mission: Mission) -> str:
    """What a condition asks for, and when: `Control 2 VPO Locations, at once`."""
    return f"{', and '.join(_parts(aim))}, {_when(aim, mission)}"


def standing(view: GameView, aim: VictoryCondition) -> str:
    """How a condition stands now; empty while its VPO are still to be drawn."""
    if aim.vpo and not view.state.vpo:
        return ""
    if lapsed(view, aim):
        return f"lost with turn {aim.until}"
    return ", ".join(map(say, progress(view, aim)))


def _parts(aim: VictoryCondition) -> Iterator[str]:
    if aim.vpo:
        one, many = "VPO Location", "VPO Locations"
        vpo = f"all {many}" if aim.vpo == "all" else counted(aim.vpo, one, many)
        yield f"Control {vpo}" + _of_board(aim.board)
    yield from (f"Control {place}" for place in (*aim.control, *aim.hexes))
    yield from (f"Control the building of {place}" for place in aim.buildings)
    if aim.cvp:
        yield f"have {aim.cvp} CVP"
    if aim.exit_vp:
        yield f"have {aim.exit_vp} Exit VP"
    if aim.lead:
        yield f"be {aim.lead} VP ahead"
    if aim.rescue:
        group, number = aim.rescue.group, aim.rescue.number
        yield f"have {number} of {group} unbroken and free, on the map or gone from it"
    if aim.exits_below:
        yield f"let the other side have fewer than {aim.exits_below} Exit VP"
    if aim.lost_below:
        yield f"lose fewer than {counted(aim.lost_below, 'squad', 'squads')}"


def _of_board(number: int) -> str:
    """Of which board, counted from the FBE."""
    if number > 1:
        return f" of board {number}, counted from the FBE"
    return " of the board at the FBE" if number else ""


def _when(aim: VictoryCondition, mission: Mission) -> str:
    if aim.at_once:
        return f"at once, until the end of turn {aim.until}" if aim.until else "at once"
    if aim.until:
        return f"at the end of turn {aim.until}, which ends the game"
    return f"at the end of turn {mission.turns}"
