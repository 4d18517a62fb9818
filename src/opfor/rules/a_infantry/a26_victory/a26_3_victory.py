"""A26.3: who has won, and how far each side has come."""

from collections.abc import Iterator
from typing import NamedTuple

from opfor.core.fact import Fact, fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import SQUAD
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a26_victory.a26_1_control import (
    HALVES,
    Stake,
    building_stake,
    controls,
    hex_stake,
    holder,
    location_stake,
    vpo,
)
from opfor.rules.a_infantry.a26_victory.a26_2_victory_points import halves
from opfor.state.counters import MMC
from opfor.state.events import GameEnded
from opfor.state.mission import VictoryCondition
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Side


@rule("A26.3", "Victory", exc=("a draw if both sides or neither have won",))
def verdict(view: GameView) -> Fact:
    """The result as the game ends: whose conditions are fulfilled, and how.

    A side without any wins if the other one's are not.
    EXC: a draw if both sides or neither have won.
    """
    aims = view.state.mission.victory
    if not aims:
        return fact("turns_are_over", turns=view.state.mission.turns)
    # A26.3: whose conditions are fulfilled
    won = {aim.side: how for aim in reversed(aims) if (how := fulfilled(view, aim))}
    if len(won) == 1:
        ((side, how),) = won.items()
        return fact("side_wins", side=side, how=how)
    sides = {aim.side for aim in aims}
    if not won and len(sides) == 1:
        asked = dict.fromkeys(
            line for aim in aims for line in condition_lines(view, aim)
        )
        how = tuple(line.fact for line in asked)
        return fact("side_wins", side=other(aims[0].side), how=how)
    return fact("draw_both_have_won" if won else "draw_neither_has_won")


@rule("A26.3/b1", "Victory before the last turn", cites=("A26.3",))
def sudden_victory(play: Play) -> None:
    """End the game as soon as a condition is fulfilled that counts at once.

    One that counts until a Game Turn ends it at the end of that turn.
    Reading: D-710 what a condition may ask for.
    """
    for aim in play.state.mission.victory:
        now = aim.at_once or (aim.until and _last_phase_of(play, aim.until))
        if now and (how := fulfilled(play, aim)):
            play.emit(GameEnded(fact("side_wins", side=aim.side, how=how)))
            return


def _last_phase_of(view: GameView, turn: int) -> bool:
    """Whether it is the last phase of a Game Turn."""
    state = view.state
    last = state.phase == "CCPh" and state.side != state.mission.first
    return state.turn == turn and last


def lapsed(view: GameView, aim: VictoryCondition) -> bool:
    """Whether the Game Turn until which a condition counted is over."""
    return 0 < aim.until < view.state.turn


def fulfilled(view: GameView, aim: VictoryCondition) -> tuple[Fact, ...]:
    """How a condition is fulfilled, line by line; nothing if it is not."""
    if lapsed(view, aim):
        return ()
    lines = condition_lines(view, aim)
    if not all(line.met for line in lines):
        return ()
    return tuple(line.fact for line in lines)


def progress(view: GameView, aim: VictoryCondition) -> tuple[Fact, ...]:
    """What a side has of what a condition asks for."""
    return tuple(line.fact for line in condition_lines(view, aim))


class ConditionLine(NamedTuple):
    """One thing that a condition asks for: what there is, what is asked.

    Args:
        what: its name.
        have: what there is.
        want: what there must be, or what it must stay below.
        below: it must stay below it.
    """

    what: str
    have: int
    want: int
    below: bool = False

    @property
    def met(self) -> bool:
        """Whether it is as asked."""
        return self.have < self.want if self.below else self.have >= self.want

    @property
    def fact(self) -> Fact:
        """What there is of what is asked."""
        more = "have_more" if self.have > self.want else "have_of"
        kind = "have_below" if self.below else more
        return fact(kind, what=self.what, have=self.have, want=self.want)


def condition_lines(view: GameView, aim: VictoryCondition) -> list[ConditionLine]:
    """Each thing that a condition asks for."""
    mine, theirs = view.state.toll(aim.side), view.state.toll(other(aim.side))
    found: list[ConditionLine] = []
    if aim.vpo:
        places = vpo_of(view, aim)
        held = sum(controls(view, aim.side, at) for at in places)
        want = len(places) if aim.vpo == "all" else aim.vpo
        found.append(ConditionLine(f"VPO Locations{_of_board(view, aim)}", held, want))
    for what, these in _named(view, aim):
        held = sum(holder(view, stake) == aim.side for stake in these)
        if these:
            found.append(ConditionLine(what, held, len(these)))
    if aim.cvp:
        found.append(ConditionLine("CVP", mine.cvp, aim.cvp))
    if aim.exit_vp:
        found.append(ConditionLine("Exit VP", mine.exit_vp, aim.exit_vp))
    if aim.lead:
        lead = mine.cvp + mine.exit_vp - theirs.cvp - theirs.exit_vp
        found.append(ConditionLine("VP ahead", lead, aim.lead))
    if aim.rescue:
        group, number = aim.rescue.group, aim.rescue.number
        safe = rescued(view, aim.side, group)
        found.append(ConditionLine(f"{group} safe", safe, number))
    return [*found, *limits(view, aim)]


def vpo_of(view: GameView, aim: VictoryCondition) -> list[LocationName]:
    """The VPO Locations that count for a condition."""
    world, places = view.world, list(dict.fromkeys(vpo(view)))
    if not aim.board:
        return places
    number = _board(view, aim)
    return [at for at in places if world.map.owner[world.locate(at).hex] == number]


def _of_board(view: GameView, aim: VictoryCondition) -> str:
    boards = view.world.map.boards
    return f" (board {boards[_board(view, aim)].board.short})" if aim.board else ""


def _board(view: GameView, aim: VictoryCondition) -> int:
    """The board that alone counts for a condition, by its place on the map."""
    return view.world.boards_from_fbe[aim.board - 1]


def limits(view: GameView, aim: VictoryCondition) -> Iterator[ConditionLine]:
    """What must not have come about."""
    enemy = other(aim.side)
    if aim.exits_below:
        exits = view.state.toll(enemy).exit_vp
        yield ConditionLine(
            f"Exit VP of the {enemy}", exits, aim.exits_below, below=True
        )
    if aim.lost_below:
        lost = squads_lost(view, aim.side)
        yield ConditionLine("squads lost", lost, aim.lost_below, below=True)


@rule("A26.3/rescue", "Units brought to safety", cites=("A26.3", "A2.6"))
def rescued(view: GameView, side: Side, group: str) -> int:
    """Units of a group that are safe: unbroken and free on the map, or gone so.

    Two HS are one; whatever takes the place of a unit belongs to its group.
    Reading: D-710 a SMC, a crew and a vehicle count one each.
    """
    safe = [
        unit
        for unit in view.state.units.values()
        if (unit.side, unit.group) == (side, group)
        and unit.location
        and not (unit.broken or unit.guard)
    ]
    gone = view.state.toll(side).exited.get(group, 0)
    return (gone + sum(halves(view, unit) for unit in safe)) // SQUAD


def squads_lost(view: GameView, side: Side) -> int:
    """Squads of a side that were eliminated or captured; two HS are one."""
    lost = (view.world.counter(code) for code in view.state.toll(side).lost)
    sizes = (mmc_.size for mmc_ in lost if isinstance(mmc_, MMC))
    return sum(HALVES.get(size, 0) for size in sizes) // SQUAD


def _named(view: GameView, aim: VictoryCondition) -> list[tuple[str, list[Stake]]]:
    return [
        ("Locations", [location_stake(view, at) for at in aim.control]),
        ("hexes", [hex_stake(view, at) for at in aim.hexes]),
        ("buildings", [building_stake(view, at) for at in aim.buildings]),
    ]
