"""S4.323: who is part of a Human Wave, and what makes a chain."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import partial

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a20_prisoners.a20_5_guards import prisoners
from opfor.rules.s_solitaire.s04_human_wave.s04_3_human_wave import Runner, members
from opfor.rules.s_solitaire.s04_human_wave.s04_32_movement import (
    known_enemy,
    leave,
    place,
    wave_order,
)
from opfor.rules.s_solitaire.s06_actions.s06_317_leaders import needed_elsewhere
from opfor.state.counters import MMC, SMC
from opfor.state.events import UnitChanged
from opfor.state.play import Play
from opfor.state.units import Suspect, Unit

CHAIN = 3
"""Contiguous hexes that a wave needs (A25.23)."""

AVERAGE = 2
"""MMC that they need on average for each hex (A25.23)."""


Places = Mapping[str, int]
"""The hex of each S? and unit of a wave, by id."""


@rule(
    "S4.323",
    "Which units stay in a Human Wave, and which join it",
    exc=("Infantry with a functioning SW does not join",),
    cites=("A25.23",),
)
def renew_wave(play: Play, wave: str) -> list[str]:
    """At the start of its MPh: who leaves a wave and who joins it; the ids that stay.

    Those leave that are broken, are with a Known FRIENDLY unit, or are in no chain of
    three contiguous hexes with two MMC each on average. Activated Infantry in proper
    position join, so far as they crowd out nobody. EXC: not if they possess a
    functioning SW, nor a leader whom broken units need (S6.317).
    Reading: D-017 what a S? counts; D-068 which position is proper; D-396 when.
    """
    # S4.323: who is broken or with a Known enemy is out
    _fall_out(play, wave)
    staying = members(play, wave)
    if any(not runner.location for runner in staying):  # it has yet to enter
        return [runner.id for runner in staying]
    # S4.323: who joins, in proper position
    recruits = _uncrowded(play, staying, joiners(play, staying))
    # A25.23: who is in a chain of three hexes
    chained = _chained(play, [*staying, *recruits])
    for unit in recruits:
        if unit.id in chained:
            joined = replace(unit, wave=wave)
            play.emit(UnitChanged(joined, fact("joins_the_human_wave")))
    for runner in staying:
        if runner.id not in chained:
            leave(play, runner.id, fact("out_of_the_human_wave_by_its_chain"))
    return [runner.id for runner in members(play, wave)]


def thin_waves(play: Play) -> None:
    """As a RPh begins, before anybody rallies: who is broken is in no wave any more."""
    for wave in tuple(play.state.waves):
        _fall_out(play, wave)


def renew_waves(play: Play) -> None:
    """As the ENEMY's PFPh begins: who is in its waves in this Player Turn (D-396).

    Who is left out of one may be in proper position for another that was looked over
    before it (D-068).
    """
    if play.state.side != "ENEMY":
        return
    waves = wave_order(play)
    before = _in_waves(play)
    for wave in waves:
        renew_wave(play, wave)
    if len(waves) > 1 and not before <= _in_waves(play):
        for wave in wave_order(play):
            renew_wave(play, wave)


def _in_waves(play: Play) -> set[str]:
    """The ids of the units that are in a Human Wave."""
    return {unit.id for unit in play.state.units.values() if unit.wave}


def _fall_out(play: Play, wave: str) -> None:
    """Those leave a wave that are broken, Guards, or with a Known FRIENDLY unit."""
    for runner in members(play, wave):
        if not _able(play, runner):
            leave(play, runner.id, fact("out_of_the_human_wave"))


def _able(play: Play, runner: Runner) -> bool:
    """Neither broken, with a Known FRIENDLY unit, nor a Guard; who is gone is in none.

    Reading: D-396 a Guard has entered such a unit's Location, and has captured it.
    """
    if known_enemy(play, place(runner)):
        return False
    if isinstance(runner, Suspect):
        return True
    return not runner.broken and not prisoners(play, runner.id)


def joiners(play: Play, staying: Iterable[Runner]) -> list[Unit]:
    """Activated ENEMY Infantry in proper position: in or next to a hex of the wave."""
    hexes = {hex_of(play, runner) for runner in staying}
    near = {other for hex_ in hexes for other in play.world.map.neighbours[hex_]}
    return [
        unit
        for unit in play.state.units.values()
        if _recruit(play, unit) and hex_of(play, unit) in hexes | near
    ]


def _uncrowded(
    play: Play, staying: Sequence[Runner], recruits: Sequence[Unit]
) -> list[Unit]:
    """Those with whom all of the wave stay in it that would without them.

    As long as somebody would not, the recruits of a hex of his stretch are left out:
    of the thinnest that is not the wave's own, if there is any.
    """
    left, counts = list(recruits), counts_of(play)
    alone, own = _chained(play, staying), {hex_of(play, runner) for runner in staying}
    while crowded := alone - _chained(play, [*staying, *left]):
        men = Counter[int]()
        for unit in left:
            men[hex_of(play, unit)] += counts[unit.id]
        there = {hex_of(play, runner) for runner in staying if runner.id in crowded}
        near = [s for s in stretches(play, own | men.keys()) if s & there]
        worst = min(
            (hex_ for hex_ in men if any(hex_ in stretch for stretch in near)),
            key=lambda hex_: (hex_ in own, men[hex_], hex_),
        )
        left = [unit for unit in left if hex_of(play, unit) != worst]
    return left


def _recruit(play: Play, unit: Unit) -> bool:
    infantry = isinstance(play.world.counter(unit.counter), MMC | SMC)
    free = unit.side == "ENEMY" and not unit.wave and bool(unit.location)
    armed = any(not sw.malfunctioned for sw in play.state.weapons_of(unit.id))
    able = infantry and free and unit.good_order and not armed and _able(play, unit)
    # S6.317: not a leader whom broken units need (D-395)
    return able and not needed_elsewhere(play, unit)


def hex_of(play: Play, runner: Runner) -> int:
    """The hex of a unit or S?."""
    return play.world.locate(place(runner)).hex


# -- chains ------------------------------------------------------------------------


def _chained(play: Play, runners: Sequence[Runner]) -> set[str]:
    """The ids of those in a chain that is long and dense enough."""
    return eligible(play, {runner.id: hex_of(play, runner) for runner in runners})


def eligible(play: Play, places: Places) -> set[str]:
    """The ids of those that could use Human Wave movement from these hexes.

    In each stretch of contiguous hexes with MMC or S? the thinnest end is left out
    until the rest has the average that it needs.
    """
    counts, weight = counts_of(play), dict[int, int]()
    for id_, hex_ in places.items():
        weight[hex_] = weight.get(hex_, 0) + counts[id_]
    kept = dense_hexes(play, weight)
    return {id_ for id_, hex_ in places.items() if hex_ in kept}


def dense_hexes(play: Play, weight: Mapping[int, int]) -> set[int]:
    """The hexes of chains that are long and dense enough, by the MMC in each hex."""
    kept: set[int] = set()
    # A25.23: a hex without a MMC is no link of a chain
    for stretch in stretches(play, [hex_ for hex_ in weight if weight[hex_]]):
        # Most of the plans that are compared leave most stretches as they are.
        key = "dense", frozenset([(hex_, weight[hex_]) for hex_ in stretch])
        make = partial(_dense, play, stretch, weight)
        kept |= play.world.once(play.state, key, make)
    return kept


def counts_of(play: Play) -> Mapping[str, int]:
    """What S? and units count in the average: MMC one, a S? by D-017, SMC none."""

    def found() -> dict[str, int]:
        suspects = dict.fromkeys(play.state.suspects, play.state.mission.wave_chain)
        units = play.state.units.values()
        return suspects | {
            unit.id: isinstance(play.world.counter(unit.counter), MMC) for unit in units
        }

    return play.world.once(play.state, "counts in a wave", found)


MOST_GROUPS = 20_000
"""Sets of hexes whose stretches are kept."""


def stretches(play: Play, hexes: Iterable[int]) -> Sequence[Set[int]]:
    """Groups of contiguous hexes; kept, for many plans come to the same hexes."""
    known: dict[frozenset[int], Sequence[Set[int]]]
    known = play.world.lasting("stretches", None, dict)
    among = frozenset(hexes)
    found = known.get(among)
    if found is None:
        if len(known) > MOST_GROUPS:
            known.clear()
        found = known[among] = _stretches(play, among)
    return found


def _stretches(play: Play, hexes: Iterable[int]) -> list[set[int]]:
    left = dict.fromkeys(hexes)
    found = []
    while left:
        group = [next(iter(left))]
        del left[group[0]]
        for hex_ in group:
            for other in play.world.map.neighbours[hex_]:
                if other in left:
                    del left[other]
                    group.append(other)
        found.append(set(group))
    return found


def _dense(play: Play, stretch: Set[int], weight: Mapping[int, int]) -> set[int]:
    """What is left of a stretch when it has the average; empty if too little is."""
    kept = set(stretch)
    while len(kept) >= CHAIN:
        if sum([weight[hex_] for hex_ in kept]) >= AVERAGE * len(kept):
            return kept
        thinnest = [hex_ for _, hex_ in sorted([(weight[h], h) for h in kept])]
        kept.remove(next(h for h in thinnest if len(stretches(play, kept - {h})) == 1))
    return set()


# -- the APh -----------------------------------------------------------------------


def gaps(play: Play, places: Places) -> int:
    """Breaks in the line: contiguous groups of hexes with a MMC or S?, but one."""
    counts = counts_of(play)
    # A25.23: a hex with nobody but a leader is no link
    linked = [hex_ for id_, hex_ in places.items() if counts[id_]]
    return max(len(stretches(play, linked)) - 1, 0)
