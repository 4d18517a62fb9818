"""A11.4: Ambush as units advance into CC."""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.dice import die_roll
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import (
    known_to_other_side,
    leader,
)
from opfor.rules.a_infantry.a03_9_phases import defender
from opfor.rules.a_infantry.a10_morale.a10_5_rout import cover
from opfor.rules.a_infantry.a11_close_combat.a11_17_stealth import stealthy
from opfor.rules.a_infantry.a11_close_combat.a11_18_lax import lax
from opfor.rules.a_infantry.a11_close_combat.sides_in import sides_in
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_concealment
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import afv, state_of
from opfor.rules.d_vehicles.d05_crews.d05_1_inherent_crew import crewed
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit

MARGIN = 3
"""By how much the lower Final dr must be lower."""

AMBUSH_TERRAIN = ("wooden rubble", "stone rubble")
"""Beside buildings and woods."""


@rule(
    "A11.4",
    "Ambush",
    exc=("none where a Melee is reinforced",),
    cites=("A11.41", "A12.14"),
)
def ambush(play: Play, location: LocationName) -> None:
    """A dr of each side where units advanced into CC; three lower, and it ambushes.

    In a building, woods or rubble, or where somebody is concealed. The ambusher's
    attacks come first (D-124), and the other side loses its "?".
    EXC: no Ambush if there was a Melee already.
    """
    if not possible(play, location):
        return
    sides = play.state.side, defender(play.state)
    parties = [_able(sides_in(play, location)[side]) for side in sides]
    finals = []
    # A11.4: a dr of each side
    for side, party in zip(sides, parties, strict=True):
        mods = ambush_drm(play, party)
        roll = die_roll(
            play, fact("ambush_in", location=location, side=side), mods, side=side
        )
        finals.append(roll.final)
    # A11.4: lower by three
    if abs(finals[0] - finals[1]) < MARGIN:
        return
    winner = 0 if finals[0] < finals[1] else 1
    # A11.41: the attacks of ambushers come first
    for unit in parties[winner]:
        ambusher = replace(unit, deeds=(*unit.deeds, "ambusher"))
        play.emit(UnitChanged(ambusher, fact("ambushes")))
    # A12.14: the other side is Known
    for unit in parties[1 - winner]:
        lose_concealment(play, unit.id, fact("ambushed"))


def possible(view: GameView, location: LocationName) -> bool:
    """Whether an Ambush may come about in a Location."""
    parties = [_able(party) for party in sides_in(view, location).values()]
    units = [unit for party in parties for unit in party]
    if not all(parties) or any(unit.melee for unit in units):
        return False
    if not any(unit.did("advanced") for unit in units):
        return False
    kind = view.world.ground.terrain(view.world.locate(location)).name
    close = cover(view, location) or kind in AMBUSH_TERRAIN
    return close or not all(known_to_other_side(unit) for unit in units)


def _able(party: Sequence[Unit]) -> list[Unit]:
    """Those of a party that could be surprised: no Abandoned vehicle."""
    return [unit for unit in party if not state_of(unit).abandoned]


@rule("A11.4/drm", "Ambush drm", cites=("A11.17", "A11.18", "A12.1", "S6.211"))
def ambush_drm(view: GameView, party: Sequence[Unit]) -> list[Mod]:
    """What hinders counts if it is true of any unit, what helps if of all (D-123)."""

    def any_of(name: str, of: Sequence[bool], drm: int = 1) -> Mod:
        return Mod(name, drm * any(of), "A11.4")

    mods = [
        Mod("leadership", _leadership(view, party), "A11.4"),
        any_of("CX", [u.cx for u in party]),
        any_of("Lax", [not u.vehicle and lax(view, u) for u in party]),
        any_of("broken", [u.broken for u in party]),
        any_of("pinned", [u.pinned for u in party]),
        any_of("berserk", [u.berserk for u in party]),
        any_of("BU", [_shut(view, u) for u in party]),
        any_of("Stunned", [bool(u.vehicle) and not crewed(u) for u in party]),
        any_of("vehicle", [u.vehicle is not None for u in party], 2),
        any_of("in a pillbox", [_in_pillbox(view, u) for u in party], 2),
        any_of("Panic", [u.panic for u in party], 2),
        Mod("Stealthy", -int(all(_quiet(view, u) for u in party)), "A11.17"),
        Mod("concealed", -2 * int(all(u.concealed for u in party)), "A12.1"),
    ]
    return [mod for mod in mods if mod.value]


def _leadership(view: GameView, party: Sequence[Unit]) -> int:
    """The best leader's, unless he is alone or somebody is berserk."""
    if len(party) < 2 or any(unit.berserk for unit in party):
        return 0
    able = [u for u in party if u.good_order and not u.pinned]
    return min((k.modifier for u in able if (k := leader(view, u))), default=0)


def _quiet(view: GameView, unit: Unit) -> bool:
    return not unit.vehicle and stealthy(view, unit)


def _shut(view: GameView, unit: Unit) -> bool:
    """Whether it is an AFV whose crew is BU."""
    return afv(view, unit) and not state_of(unit).ce


def _in_pillbox(view: GameView, unit: Unit) -> bool:
    inside = view.state.fortifications.get(unit.inside)
    return inside is not None and inside.kind in ("pillbox", "cave")
