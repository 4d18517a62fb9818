"""A14: Snipers, who act once the order that alerted them is done.

A S? is no unit and so never a Sniper's target (S3.31a EXC).
"""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.ask import Choose, Option
from opfor.core.dice import DR, dice_roll, die_roll, random_dr, random_selection
from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import heroic, infantry, mmc, smc
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a07_fire.a07_8_pin import pin
from opfor.rules.a_infantry.a07_fire.a07_307_vulnerable import unhurt
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import (
    break_unit,
    casualty_reduction,
    eliminate,
    make_dm,
)
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import leads, modifier
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_by
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import afv, state_of
from opfor.rules.d_vehicles.d05_crews.d05_34_crew_fates import stun
from opfor.rules.d_vehicles.d05_crews.d05_341_recall import recall
from opfor.rules.d_vehicles.d08_bog.d08_1_immobilization import immobilize
from opfor.state.events import LossesChanged, SniperActed, UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Side, Unit

KILLS, WOUNDS = 1, 2
"""Sniper dr that have an effect (A14.1, A14.3)."""

KILLED, PINNED = 2, 3
"""Final DR of a Sniper Check (A14.4)."""

LEAST_SAN = 2

NOBODY, ALL = "nobody", "all"

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
    exc=(
        "hidden units, prisoners and S? are no targets",
        "nor is an AFV whose crew is BU, nor who is within",
    ),
    cites=("A14.1", "A14.21", "A7.307", "S3.31a"),
)
def sniper_attack(play: Play, side: Side) -> None:
    """A dr of 1 or 2 sends the Sniper out from where he is, and strikes who is nearest.

    The coloured die of a DR gives the direction, the white one the hexes that he goes;
    his target is the Location nearest to there that holds enemies, the one with the
    lowest TEM if several are.
    EXC: hidden units, prisoners and S? are no targets. EXC: nor is an AFV whose crew
    is BU, nor who is within it, nor an Abandoned vehicle (D-491).
    """
    # A14.1: 1 or 2 is effective
    dr = die_roll(play, fact("sniper_of", side=side), side=side).original
    targets = sniper_targets(play, side, dr)
    if dr > WOUNDS or not targets or play.state.toll(side).sniper_pinned:
        return
    # A14.2: Random Location DR from where he is
    start = play.state.toll(side).sniper or first_place(play, targets)
    random = dice_roll(play, fact("direction_and_distance_of_the_sniper"), side=side)
    spot = from_there(play, start, random.pair)
    # A14.21: the nearest target
    at = nearest(play, spot, targets)
    toll = replace(play.state.toll(side), sniper=at)
    play.emit(LossesChanged(side, toll, fact("sniper_in", location=at)))
    _shoot(play, at, side, dr)


def sniper_targets(view: GameView, side: Side, dr: int) -> list[Unit]:
    """The units that a side's Sniper may attack by that dr: a 2 leaves trucks alone."""
    return [
        unit
        for unit in view.state.units.values()
        if unit.side != side
        and unit.location
        and not (unit.hidden or unit.guard)
        and not (unhurt(view, unit) or state_of(unit).abandoned)
        and (dr == KILLS or infantry(unit) or afv(view, unit))
    ]


def first_place(view: GameView, targets: Sequence[Unit]) -> LocationName:
    """Where a Sniper is who has not acted yet: among the most enemies (D-093)."""
    hexes = list(dict.fromkeys(unit.location for unit in targets))

    def near(at: LocationName) -> int:
        return sum(view.world.range(at, hex_) <= REACH for hex_ in hexes)

    return max(hexes, key=near)


def from_there(view: GameView, start: LocationName, dice: DR) -> int:
    """The hex that a random direction and distance lead to, the map's edge at most."""
    here = view.world.locate(start).hex
    for _ in range(dice.white):
        beyond = view.world.map.neighbours[here][dice.coloured - 1]
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
    return random_dr(play, best, purpose=fact("target_of_the_sniper_among_equals"))


def _shoot(play: Play, at: LocationName, side: Side, dr: int) -> None:
    """Random Selection in the Location; all but one of those that tie get a new dr."""
    targets = sniper_targets(play, side, dr)
    there = [unit.id for unit in targets if unit.location == at]
    # A14.2: Random Selection, a dr for each that ties
    struck = random_selection(play, there, purpose=fact("sniper_strikes"))
    for number, id_ in enumerate(struck):
        if number:
            purpose = fact("sniper_against_too", unit=id_)
            dr = die_roll(play, purpose, side=side).original
        if dr <= WOUNDS and id_ in play.state.units:
            suffer_sniper(play, id_, dr)
    # A10.62: broken units there come under DM
    for unit in play.state.units_at(at, other(side)):
        make_dm(play, unit.id)
    # A14.4: the Sniper Check
    look_for_him(play, at, side)


@rule(
    "A14.3",
    "What a Sniper does",
    cites=("A7.302", "A7.8", "A10.4", "A17.1", "D5.34", "D5.341", "D8.1"),
)
def suffer_sniper(play: Play, id_: str, dr: int) -> None:
    """At 1 a SMC dies and a MMC breaks; at 2 a SMC is wounded and a MMC pinned.

    A MMC that cannot break, or is broken, suffers Casualty Reduction at 1. The CE crew
    of an AFV is Stunned, at 1 Recalled as well; an unarmored vehicle is immobilized
    at 1.
    """
    # A12.14: who is hit loses his "?"
    lose_by(play, id_, "sniper")
    if id_ not in play.state.units:  # a dummy (A12.11)
        return
    unit = play.state.units[id_]
    single = smc(play, unit) is not None
    play.emit(Note(fact("the_sniper_hits", unit=id_)))
    if not infantry(unit):
        _strike_vehicle(play, unit, dr)
    elif dr == KILLS and single:
        eliminate(play, id_, fact("killed_by_a_sniper"))
    elif dr == KILLS:
        break_unit(play, id_)
    elif single:
        casualty_reduction(play, id_)
    else:
        pin(play, id_)


def _strike_vehicle(play: Play, unit: Unit, dr: int) -> None:
    if afv(play, unit):
        stun(play, unit)
        if dr == KILLS:
            recall(play, play.state.units[unit.id])
    elif dr == KILLS:
        immobilize(play, unit)


# -- Sniper Checks -----------------------------------------------------------------


@rule("A14.4", "Sniper Check", cites=("A4.8", "A12.14"))
def look_for_him(play: Play, at: LocationName, side: Side) -> None:
    """Units of the Location that he has attacked may look for the Sniper, and are TI.

    One DR for all that do: a Final 2 or less eliminates him, and his side's SAN falls
    by one; a Final 3 pins him, and he does nothing more in this Player Turn.
    Reading: D-214.
    """
    chosen = _who_looks(play, at, other(side))
    if not chosen:
        return
    mods = check_drm(play, chosen)
    # A4.8: they are TI
    for unit in chosen:
        play.emit(UnitChanged(replace(unit, ti=True), fact("looks_for_the_sniper_ti")))
        lose_by(play, unit.id, "other action")
    # A14.4: one DR for all
    final = dice_roll(
        play, fact("sniper_check_in", location=at), mods, side=other(side)
    ).final
    toll = play.state.toll(side)
    if final <= KILLED:
        lower = replace(toll, san=_lower(toll.san), sniper=OFFBOARD)
        play.emit(
            LossesChanged(side, lower, fact("sniper_eliminated_san", san=lower.san))
        )
    elif final == PINNED:
        pinned = replace(toll, sniper_pinned=True)
        play.emit(LossesChanged(side, pinned, fact("sniper_pinned")))


def _lower(san: int) -> int:
    """The next lower SAN; below two there is none (A14.1)."""
    return san - 1 if san > LEAST_SAN else 0


def lookers(view: GameView, at: LocationName, side: Side) -> list[Unit]:
    """Who may look for a Sniper: unpinned Good Order units that have done nothing."""
    return [
        unit
        for unit in view.state.units_at(at, side)
        if infantry(unit)
        and unit.good_order
        and not (unit.pinned or unit.ti or unit.fired or unit.moved or unit.hidden)
        and not _in_hand(view, unit)
    ]


def _in_hand(view: GameView, unit: Unit) -> bool:
    move = view.state.move
    return move is not None and any(unit.id in part.units for part in move.parts)


def _who_looks(play: Play, at: LocationName, side: Side) -> list[Unit]:
    """Nobody, all, or one, as whoever plays the side likes."""
    able = lookers(play, at, side)
    if not able:
        return []
    several = able if len(able) > 1 else []
    one = [Option(unit.id, f"{unit.id} alone") for unit in several]
    asked = Choose(
        purpose=f"Sniper Check in {at}",
        side=side,
        why="discretion",
        policy="A14.4 Sniper Check",
        options=(Option(NOBODY, "nobody"), Option(ALL, "all who can"), *one),
    )
    said = play.ask(asked)
    return [unit for unit in able if said in (ALL, unit.id)]


@rule("A14.4/drm", "DRM of a Sniper Check", cites=("A14.4",))
def check_drm(view: GameView, units: Sequence[Unit]) -> list[Mod]:
    """The best leadership, -1 for each hero, -1 for each HS-equivalent."""
    leadership = min((modifier(view, u) for u in units if leads(view, u)), default=0)
    heroes = sum(heroic(view, unit) for unit in units)
    halves = sum(_halves(view, unit) for unit in units)
    mods = [
        Mod("leadership", leadership, "A14.4"),
        Mod("heroes", -heroes, "A14.4"),
        Mod("HS-equivalents", -halves, "A14.4"),
    ]
    return [mod for mod in mods if mod.value]


def _halves(view: GameView, unit: Unit) -> int:
    found = mmc(view, unit)
    if found is None:
        return 0
    return 2 if found.size == "squad" else 1


def recover(play: Play) -> None:
    """As a Player Turn ends a pinned Sniper may act again."""
    for side, toll in play.state.tolls.items():
        if toll.sniper_pinned:
            free = replace(toll, sniper_pinned=False)
            play.emit(LossesChanged(side, free, fact("sniper_no_longer_pinned")))
