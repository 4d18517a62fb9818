"""A26.1: Control of Locations, hexes and buildings; A26.3: who has won.

Only what the Mission is about is kept: its VPO Locations, and what its victory
conditions name.
"""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from opfor.core.fact import Fact, fact
from opfor.core.rule import rule
from opfor.geo.ground import Location
from opfor.rules.a_infantry.a01_units import HALF, SQUAD, armed, mmc
from opfor.rules.a_infantry.a03_phases import other
from opfor.state.counters import MMC
from opfor.state.events import AreaTaken, ControlTaken, GameEnded
from opfor.state.mission import VictoryCondition
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Side, Unit

HALVES = {"squad": SQUAD, "half squad": HALF}

SIDES: tuple[Side, Side] = ("FRIENDLY", "ENEMY")


class Stake(Struct, frozen=True):
    """Something that a side can Control.

    Args:
        name: a Location, or `hex 33Q6`, `building 33Q6` by its first hex.
        hexes: the hexes in which no armed enemy may be to gain it.
        level: the one level that counts, of a Location; -1: any.
        enter: the level a MMC must be at, -1: any.
    """

    name: str
    hexes: tuple[int, ...]
    level: int = -1
    enter: int = -1


# -- what can be Controlled --------------------------------------------------------


def stakes(view: GameView) -> list[Stake]:
    """All that the Mission is about, each once."""
    mission = view.state.mission
    found = [location_stake(view, at) for at in vpo(view)]
    for aim in mission.victory:
        found += [location_stake(view, at) for at in aim.control]
        found += [hex_stake(view, at) for at in aim.hexes]
        found += [building_stake(view, at) for at in aim.buildings]
    return list({stake.name: stake for stake in found}.values())


def vpo(view: GameView) -> Iterator[LocationName]:
    """Every VPO Location: those of the Mission, and all of its VPO buildings."""
    world, mission = view.world, view.state.mission
    for name in view.state.vpo:
        yield world.name(world.locate(name))
    for name in mission.vpo_buildings:
        for hex_ in building_stake(view, name).hexes:
            for level in world.ground.levels(hex_):
                yield world.name(Location(hex_, level))


def location_stake(view: GameView, at: LocationName) -> Stake:
    """A Location as something to Control."""
    hex_, level = view.world.locate(at)
    return Stake(view.world.name(Location(hex_, level)), (hex_,), level, level)


def hex_stake(view: GameView, at: LocationName) -> Stake:
    """A hex as something to Control; it must be entered at ground level."""
    hex_ = view.world.locate(at).hex
    return Stake(f"hex {view.world.name(Location(hex_))}", (hex_,), enter=0)


def building_stake(view: GameView, at: LocationName) -> Stake:
    """The whole building around a Location as something to Control."""
    building = view.world.building(at)
    hexes = building.hexes if building else (view.world.locate(at).hex,)
    return Stake(f"building {view.world.name(Location(hexes[0]))}", hexes)


# -- Control -----------------------------------------------------------------------


@rule("A26.1", "Control", exc=("not in Bypass",), cites=("S3.1",))
def take_control(play: Play) -> None:
    """Give each side Control of what its Good Order armed MMC are in, alone.

    No armed enemy may be in the Location, hex or building; a S? counts as one.
    Control is kept after leaving.
    EXC: not in Bypass.
    Reading: D-251 a S? gives the ENEMY Control where no FRIENDLY unit could take it.
    """
    for stake in stakes(play):
        for side in SIDES:
            if holder(play, stake) != side and gains(play, stake, side):
                _take(play, stake, side)


def _take(play: Play, stake: Stake, side: Side) -> None:
    if stake.level >= 0:
        play.emit(ControlTaken(LocationName(stake.name), side))
    else:
        play.emit(AreaTaken(stake.name, side))


def gains(view: GameView, stake: Stake, side: Side) -> bool:
    """Whether a side fulfils now what it takes to gain Control."""
    here = [unit for unit in _in(view, stake) if not unit.guard]
    # D-251: a S?
    if side == "ENEMY" and any(_suspects(view, stake)):
        return not any(u.side != side and _takes(view, u, stake) for u in here)
    # A26.1: its Good Order armed MMC, with no armed enemy
    takers = [u for u in here if u.side == side and _takes(view, u, stake)]
    if not takers:
        return False
    if any(unit.side != side and armed(unit) for unit in here):
        return False
    return side == "ENEMY" or not any(_suspects(view, stake))


def _takes(view: GameView, unit: Unit, stake: Stake) -> bool:
    if not (unit.good_order and armed(unit) and not unit.hidden and mmc(view, unit)):
        return False
    move = view.state.move
    if move and move.bypass and unit.id in move.units:
        return False
    return stake.enter in (-1, view.world.locate(unit.location).level)


def _in(view: GameView, stake: Stake) -> list[Unit]:
    return [u for u in view.state.units.values() if _inside(view, u.location, stake)]


def _suspects(view: GameView, stake: Stake) -> Iterator[bool]:
    for suspect in view.state.suspects_onboard():
        yield _inside(view, suspect.location, stake)


def _inside(view: GameView, at: LocationName, stake: Stake) -> bool:
    if not at:
        return False
    hex_, level = view.world.locate(at)
    return hex_ in stake.hexes and stake.level in (-1, level)


def holder(view: GameView, stake: Stake) -> Side | None:
    """Who Controls it: whoever took it last, before that the Mission's holder."""
    state = view.state
    if stake.level >= 0:
        taken = state.control.get(LocationName(stake.name))
    else:
        taken = state.areas.get(stake.name)
    return taken or state.mission.held_by


def controls(view: GameView, side: Side, at: LocationName) -> bool:
    """Whether a side Controls a Location."""
    return holder(view, location_stake(view, at)) == side


# -- victory -----------------------------------------------------------------------


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
        loser = aims[0].side
        return fact("side_wins", side=other(loser), how=progress(view, aims[0]))
    return fact("draw_both_have_won" if won else "draw_neither_has_won")


@rule("A26.3/b1", "Victory before the last turn", cites=("A26.3",))
def sudden_victory(play: Play) -> None:
    """End the game as soon as a condition is fulfilled that counts at once."""
    for aim in play.state.mission.victory:
        if aim.at_once and (how := fulfilled(play, aim)):
            play.emit(GameEnded(fact("side_wins", side=aim.side, how=how)))
            return


def fulfilled(view: GameView, aim: VictoryCondition) -> tuple[Fact, ...]:
    """How a condition is fulfilled, line by line; nothing if it is not."""
    lines = _lines(view, aim)
    if not all(line.met for line in lines):
        return ()
    return tuple(line.fact for line in lines)


def progress(view: GameView, aim: VictoryCondition) -> tuple[Fact, ...]:
    """What a side has of what a condition asks for."""
    return tuple(line.fact for line in _lines(view, aim))


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
        return fact(
            "have_below" if self.below else "have_of",
            what=self.what,
            have=self.have,
            want=self.want,
        )


def _lines(view: GameView, aim: VictoryCondition) -> list[ConditionLine]:
    """Each thing that a condition asks for."""
    mine, theirs = view.state.toll(aim.side), view.state.toll(other(aim.side))
    found: list[ConditionLine] = []
    if aim.vpo:
        places = vpo_of(view, aim)
        held = sum(controls(view, aim.side, at) for at in places)
        want = len(places) if aim.vpo == "all" else aim.vpo
        found.append(ConditionLine("VPO Locations", held, want))
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
    return [*found, *limits(view, aim)]


def vpo_of(view: GameView, aim: VictoryCondition) -> list[LocationName]:
    """The VPO Locations that count for a condition."""
    places = list(dict.fromkeys(vpo(view)))
    if not aim.board:
        return places
    world = view.world
    number = world.boards_from_fbe[aim.board - 1]
    return [at for at in places if world.map.owner[world.locate(at).hex] == number]


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


def vpo_locations(view: GameView) -> tuple[LocationName, ...]:
    """Every VPO Location by its full name, each once, in the Mission's order."""
    return tuple(dict.fromkeys(vpo(view)))
