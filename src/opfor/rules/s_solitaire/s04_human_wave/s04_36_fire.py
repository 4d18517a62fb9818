"""S4.36: Human Wave Fire Groups and their Targets."""

from collections.abc import Collection
from fractions import Fraction

from msgspec import Struct

from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import PriorityList, least, random_dr, where
from opfor.core.rule import rule
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.a_infantry.a07_fire.a07_2_firepower import firepower
from opfor.rules.a_infantry.a07_fire.a07_5_fire_groups import beset, have_fired
from opfor.rules.s_solitaire.s01_terms.s01_terms import friends
from opfor.rules.s_solitaire.s01_terms.tem_of_targets import tem_of
from opfor.rules.s_solitaire.s04_human_wave.s04_3_human_wave import members
from opfor.state.play import Play
from opfor.state.units import LocationName, Unit


class WaveFire(Struct, frozen=True):
    """An attack of a Human Wave: who forms the FG, and the Target's Location."""

    units: tuple[str, ...]
    target: LocationName


@rule("S4.36", "Human Wave Fire Groups and their Targets", cites=("S8.p18",))
def wave_fire(
    play: Play, wave: str, *, among: Collection[str] | None = None
) -> WaveFire | None:
    """The attack of a wave in the AFPh or DFPh: its largest FG; None without a Target.

    Waves that are near each other may form one FG.

    At the closest Good Order Target in least TEM, else at the closest Target in least
    TEM; then by a Random dr. The FG is the chain of ADJACENT Locations with the most
    FP among those that can fire at it.
    Reading: D-018 closest first, then least TEM; D-931 of that unit, not of its hex.

    Args:
        play: the game.
        wave: its id; empty: all of them.
        among: ids of those of its units that can still fire; None for all.
    """
    waves = [wave] if wave else [*play.state.waves]
    runners = [one for each in waves for one in members(play, each)]
    firers = [unit for unit in runners if isinstance(unit, Unit)]
    firers = [unit for unit in firers if among is None or unit.id in among]
    firers = [unit for unit in firers if unit.location and not unit.broken]
    # S4.36: the Targets that somebody of the wave can hit
    targets = [unit for unit in friends(play) if _able(play, firers, unit)]
    if not targets:
        return None
    purpose = fact("the_target_of_the_human_wave")
    # S4.36: Good Order, the closest, the least TEM, else by a Random dr
    order: PriorityList[Unit] = PriorityList(
        (
            where("Good Order", lambda target: target.good_order),
            least("closest", lambda target: _range(play, firers, target)),
            least("in least TEM", lambda target: _tem(play, firers, target)),
        ),
        tie=random_dr(play, purpose),
    )
    target = decide(play, order, targets, purpose=purpose, name=lambda unit: unit.id)
    # S4.36: the FG with the most FP
    group = _largest(play, _able(play, firers, target), target)
    return WaveFire(tuple(unit.id for unit in group), target.location)


def _able(play: Play, firers: list[Unit], target: Unit) -> list[Unit]:
    """Those who see the Target, may fire at it, and reach it with some FP."""
    return [
        unit
        for unit in firers
        if _free(play, unit, target)
        and sees(play, unit.location, target.location)
        and _fp(play, [unit], target)
    ]


def _free(play: Play, unit: Unit, target: Unit) -> bool:
    """Whether a unit may be in a FG at the Target; one that may not would undo it all.

    Who shares his Location with a Known enemy fires there only (A7.212), not after
    others of it at the same Target (A7.55), and who First Fired at ADJACENT ones only
    (A8.4).
    """
    here, there = unit.location, target.location
    if here != there and beset(play, unit.side, here):
        return False
    weapons = play.state.weapons_of(unit.id)
    # A9.2: a SW that keeps its ROF goes on by itself
    if any(weapon.rof for weapon in weapons):
        return True
    marks = {unit.fired, *(weapon.fired for weapon in weapons)}
    if marks == {"first"} and play.world.range(here, there) > 1:
        return False
    return not have_fired(play, here, there)


def _fp(play: Play, firers: list[Unit], target: Unit) -> Fraction:
    shares = firepower(play, firers, target.location)
    return sum((share.fp for share in shares), Fraction())


def _range(play: Play, firers: list[Unit], target: Unit) -> int:
    able = _able(play, firers, target)
    return min(play.world.range(unit.location, target.location) for unit in able)


def _tem(play: Play, firers: list[Unit], target: Unit) -> int:
    """The TEM that the closest of the firers meet, the least of those."""
    able, nearest = _able(play, firers, target), _range(play, firers, target)
    return min(
        tem_of(play, (unit.location,), target)
        for unit in able
        if play.world.range(unit.location, target.location) == nearest
    )


def _largest(play: Play, able: list[Unit], target: Unit) -> list[Unit]:
    """The units of the chain of ADJACENT Locations with the most FP."""
    left, chains = list(able), list[list[Unit]]()
    while left:
        chain = [left.pop(0)]
        for unit in chain:
            linked = [o for o in left if _linked(play, unit, o)]
            chain += linked
            left = [other for other in left if other not in linked]
        chains.append(chain)
    return max(chains, key=lambda chain: _fp(play, chain, target))


def _linked(play: Play, one: Unit, other: Unit) -> bool:
    return play.world.adjacent(one.location, other.location)
