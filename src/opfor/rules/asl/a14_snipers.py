"""A14: Snipers, who act once the order that alerted them is done.

A S? is no unit and so never a Sniper's target (S3.31a EXC).
"""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.dice import DR, dice_roll, die_roll, random_dr, random_selection
from opfor.core.event import Note
from opfor.core.rule import rule
from opfor.rules.asl.a01_units import infantry, smc
from opfor.rules.asl.a03_sequence import other
from opfor.rules.asl.a10_morale import (
    break_unit,
    casualty_reduction,
    eliminate,
    make_dm,
    pin,
)
from opfor.rules.asl.a12_concealment import lose_by
from opfor.state.events import SniperActed, TollChanged
from opfor.state.play import Look, Play
from opfor.state.units import LocationName, Side, Unit

KILLS, WOUNDS = 1, 2
"""Sniper dr that have an effect (A14.1, A14.3)."""

REACH, SPREAD = 6, 6
"""A Sniper begins within so many hexes of so many that hold enemies (A14.2)."""


def sniper_attacks(play: Play) -> None:
    """Let each Sniper act that was alerted."""
    while play.state.snipers:
        side = play.state.snipers[0]
        play.emit(SniperActed())
        sniper_attack(play, side)


@rule(
    "A14.2",
    "Sniper attack",
    exc=("hidden units, prisoners and S? are no targets",),
    cites=("A14.1", "A14.21", "S3.31a"),
)
def sniper_attack(play: Play, side: Side) -> None:
    """A dr of 1 or 2 sends the Sniper out from where he is, and strikes who is nearest.

    The coloured die of a DR gives the direction, the white one the hexes that he goes;
    his target is the Location nearest to there that holds enemies, the one with the
    lowest TEM if several are.
    EXC: hidden units, prisoners and S? are no targets.
    """
    dr = die_roll(play, f"Sniper of the {side}", side=side).original
    targets = sniper_targets(play, side)
    if dr > WOUNDS or not targets:
        return
    start = play.state.toll(side).sniper or first_place(play, targets)
    random = dice_roll(play, "Sniper's direction and distance", side=side)
    spot = from_there(play, start, random.pair)
    at = nearest(play, spot, targets)
    toll = replace(play.state.toll(side), sniper=at)
    play.emit(TollChanged(side, toll, f"Sniper in {at}"))
    _shoot(play, at, side, dr)


def sniper_targets(look: Look, side: Side) -> list[Unit]:
    """The units that a side's Sniper may attack."""
    return [
        unit
        for unit in look.state.units.values()
        if unit.side != side
        and unit.location
        and infantry(unit)
        and not (unit.hidden or unit.guard)
    ]


def first_place(look: Look, targets: Sequence[Unit]) -> LocationName:
    """Where a Sniper is who has not acted yet: among the most enemies (D-093)."""
    hexes = list(dict.fromkeys(unit.location for unit in targets))

    def near(at: LocationName) -> int:
        return sum(look.world.range(at, hex_) <= REACH for hex_ in hexes)

    return max(hexes, key=near)


def from_there(look: Look, start: LocationName, dice: DR) -> int:
    """The hex that a random direction and distance lead to, the map's edge at most."""
    here = look.world.locate(start).hex
    for _ in range(dice.white):
        beyond = look.world.map.neighbours[here][dice.coloured - 1]
        if beyond < 0:
            break
        here = beyond
    return here


def nearest(play: Play, spot: int, targets: Sequence[Unit]) -> LocationName:
    """The Location with a target that is nearest to a hex, in the least cover."""
    world = play.world

    def key(at: LocationName) -> tuple[int, int]:
        place = world.locate(at)
        return world.map.distance(spot, place.hex), max(0, world.ground.tem(place))

    places = list(dict.fromkeys(unit.location for unit in targets))
    least = min(map(key, places))
    best = [at for at in places if key(at) == least]
    return random_dr(play, best, purpose="Sniper's target among equals")


def _shoot(play: Play, at: LocationName, side: Side, dr: int) -> None:
    """Random Selection in the Location; all but one of those that tie get a new dr."""
    there = [unit.id for unit in sniper_targets(play, side) if unit.location == at]
    for number, id_ in enumerate(random_selection(play, there, purpose="Sniper")):
        if number:
            purpose = f"Sniper against {id_}, too"
            dr = die_roll(play, purpose, side=side).original
        if dr <= WOUNDS and id_ in play.state.units:
            sniped(play, id_, dr)
    for unit in play.state.units_at(at, other(side)):
        make_dm(play, unit.id)


@rule("A14.3", "What a Sniper does", cites=("A7.302", "A7.8", "A10.4", "A17.1"))
def sniped(play: Play, id_: str, dr: int) -> None:
    """At 1 a SMC dies and a MMC breaks; at 2 a SMC is wounded and a MMC pinned.

    A MMC that cannot break, or is broken, suffers Casualty Reduction at 1.
    """
    lose_by(play, id_, "sniper")
    single = smc(play, play.state.units[id_]) is not None
    play.emit(Note(f"the Sniper hits {id_}"))
    if dr == KILLS and single:
        eliminate(play, id_, "killed by a Sniper")
    elif dr == KILLS:
        break_unit(play, id_)
    elif single:
        casualty_reduction(play, id_)
    else:
        pin(play, id_)
