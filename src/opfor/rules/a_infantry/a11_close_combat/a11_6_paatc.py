"""A11.6: the courage that Infantry needs to close with an AFV."""

from collections.abc import Sequence

from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import (
    known_to_other_side,
    mmc,
    national,
)
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a07_fire.a07_8_pin import pin
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import morale_check
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_by
from opfor.rules.a_infantry.a19_unit_substitution.a19_3_inexperienced import (
    inexperienced,
)
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import afv, state_of
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Side, Unit


def manned_afv(view: GameView, unit: Unit) -> bool:
    """Whether it is an AFV that is Known to the other side and has its crew."""
    manned = afv(view, unit) and not state_of(unit).abandoned
    return manned and known_to_other_side(unit)


def frightens(view: GameView, side: Side, to: LocationName) -> bool:
    """Whether a Location holds an AFV that units of a side need a PAATC for."""
    return any(manned_afv(view, foe) for foe in view.state.units_at(to, other(side)))


@rule(
    "A11.6",
    "Who needs a PAATC",
    exc=("no SMC", "neither Fanatic nor berserk units, nor a Human Wave", "by nation"),
    cites=("A25.23",),
)
def needs_paatc(view: GameView, unit: Unit, to: LocationName) -> bool:
    """Whether a unit needs a PAATC before it closes with what is in a Location.

    EXC: no SMC; neither a Fanatic nor a berserk unit, nor one in a Human Wave; none of
    a nation that is not afraid, as the Japanese.
    """
    if mmc(view, unit) is None or unit.fanatic or unit.berserk or unit.wave:
        return False
    fearless = national(view, unit, "PAATC") == "none"
    return not fearless and frightens(view, unit.side, to)


def paatc_drm(view: GameView, unit: Unit) -> list[Mod]:
    """+1 for Inexperienced units, and for all but elite MMC of some nations."""
    found = mmc(view, unit)
    weak = found is not None and found.quality != "elite"
    if inexperienced(view, unit):
        return [Mod("Inexperienced", 1, "A19.3")]
    if weak and national(view, unit, "PAATC") == "harder":
        return [Mod("1PAATC by nation", 1, "A25.6")]
    return []


@rule("A11.6/tc", "The PAATC", cites=("A10.1", "A7.8", "A12.121"))
def paatc(play: Play, id_: str, to: LocationName) -> bool:
    """A MMC that would close with a manned Known AFV takes a NTC; whether it may.

    A leader in its Location helps. Who fails is pinned.
    """
    unit = play.state.units[id_]
    if not needs_paatc(play, unit, to):
        return True
    drm = paatc_drm(play, unit)
    # A10.1: a NTC
    if morale_check(play, id_, drm, task=True, cause=fact("paatc_for", to=to)).passed:
        return True
    # A11.6: who fails is pinned
    pin(play, id_)
    lose_by(play, id_, "fails PAATC")
    return False


def brave(play: Play, ids: Sequence[str], to: LocationName) -> tuple[str, ...]:
    """Those of some units that close with what is in a Location, after their PAATC.

    Reading (D-330): SMC do not go alone where all MMC with them have failed.
    """
    passed = tuple(id_ for id_ in ids if paatc(play, id_, to))
    led = [id_ for id_ in ids if mmc(play, play.state.units[id_])]
    return () if led and not set(led) & set(passed) else passed
