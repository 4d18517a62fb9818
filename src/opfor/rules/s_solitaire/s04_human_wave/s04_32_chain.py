"""S4.322, S4.323: who is part of a Human Wave, and how it closes its gaps."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.geo.edges import Heading
from opfor.rules.a_infantry.a04_movement.a04_7_advance import plan_advance
from opfor.rules.choices.orders import Advance
from opfor.rules.s_solitaire.s03_323_prohibited import suspect_bar
from opfor.rules.s_solitaire.s04_human_wave.s04_3_human_wave import Runner, members
from opfor.rules.s_solitaire.s04_human_wave.s04_32_movement import (
    known_enemy,
    leave,
    place,
    wave_order,
)
from opfor.state.counters import MMC, SMC
from opfor.state.events import UnitChanged
from opfor.state.play import Play
from opfor.state.units import OFFBOARD, LocationName, Suspect, Unit

CHAIN = 3
"""Contiguous hexes that a wave needs (A25.23)."""

AVERAGE = 2
"""MMC that they need on average for each hex (A25.23)."""

FORWARD: tuple[Heading, ...] = ("F", "F-N", "F-S")
"""Headings of an advance toward the FBE, or the nearest Target."""

ALONG: tuple[tuple[Heading, ...], ...] = (
    ("F", "F-N", "F-S", "N", "S"),
    ("F", "F-N", "F-S", "B-N", "B-S"),
)
"""Headings of an advance that closes a gap: forward, or along the line (D-470).

The first where hexrows run along the FBE, the second where they run into it.
"""

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
    functioning SW.
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
    """As the ENEMY's PFPh begins: who is in its waves in this Player Turn (D-396)."""
    if play.state.side != "ENEMY":
        return
    for wave in wave_order(play):
        renew_wave(play, wave)


def _fall_out(play: Play, wave: str) -> None:
    """Those leave a wave that are broken or with a Known FRIENDLY unit."""
    for runner in members(play, wave):
        if not _able(play, runner):
            leave(play, runner.id, fact("out_of_the_human_wave"))


def _able(play: Play, runner: Runner) -> bool:
    """Neither broken nor with a Known FRIENDLY unit; who is gone is in no wave."""
    broken = isinstance(runner, Unit) and runner.broken
    return not broken and not known_enemy(play, place(runner))


def joiners(play: Play, staying: Iterable[Runner]) -> list[Unit]:
    """Activated ENEMY Infantry in proper position: in or next to a hex of the wave."""
    hexes = {_hex(play, runner) for runner in staying}
    near = {other for hex_ in hexes for other in play.world.map.neighbours[hex_]}
    return [
        unit
        for unit in play.state.units.values()
        if _recruit(play, unit) and _hex(play, unit) in hexes | near
    ]


def _uncrowded(
    play: Play, staying: Sequence[Runner], recruits: Sequence[Unit]
) -> list[Unit]:
    """Those with whom all of the wave stay in it that would without them.

    As long as somebody would not, the recruits of a hex of his stretch are left out:
    of the thinnest that is not the wave's own, if there is any.
    """
    left, counts = list(recruits), _counts(play)
    alone, own = _chained(play, staying), {_hex(play, runner) for runner in staying}
    while crowded := alone - _chained(play, [*staying, *left]):
        men = Counter[int]()
        for unit in left:
            men[_hex(play, unit)] += counts[unit.id]
        there = {_hex(play, runner) for runner in staying if runner.id in crowded}
        near = [s for s in stretches(play, own | men.keys()) if s & there]
        worst = min(
            (hex_ for hex_ in men if any(hex_ in stretch for stretch in near)),
            key=lambda hex_: (hex_ in own, men[hex_], hex_),
        )
        left = [unit for unit in left if _hex(play, unit) != worst]
    return left


def _recruit(play: Play, unit: Unit) -> bool:
    infantry = isinstance(play.world.counter(unit.counter), MMC | SMC)
    free = unit.side == "ENEMY" and not unit.wave and bool(unit.location)
    armed = any(not sw.malfunctioned for sw in play.state.weapons_of(unit.id))
    return infantry and free and unit.good_order and not armed and _able(play, unit)


def _hex(play: Play, runner: Runner) -> int:
    return play.world.locate(place(runner)).hex


# -- chains ------------------------------------------------------------------------


def _chained(play: Play, runners: Sequence[Runner]) -> set[str]:
    """The ids of those in a chain that is long and dense enough."""
    return eligible(play, {runner.id: _hex(play, runner) for runner in runners})


def eligible(play: Play, places: Places) -> set[str]:
    """The ids of those that could use Human Wave movement from these hexes.

    In each stretch of contiguous hexes with MMC or S? the thinnest end is left out
    until the rest has the average that it needs.
    """
    counts, weight = _counts(play), dict[int, int]()
    for id_, hex_ in places.items():
        weight[hex_] = weight.get(hex_, 0) + counts[id_]
    kept: set[int] = set()
    # A25.23: a hex without a MMC is no link of a chain
    for stretch in stretches(play, [hex_ for hex_ in weight if weight[hex_]]):
        # Most of the plans that are compared leave most stretches as they are.
        key = "dense", frozenset([(hex_, weight[hex_]) for hex_ in stretch])
        make = partial(_dense, play, stretch, weight)
        kept |= play.world.once(play.state, key, make)
    return {id_ for id_, hex_ in places.items() if hex_ in kept}


def _counts(play: Play) -> Mapping[str, int]:
    """What S? and units count in the average: MMC one, a S? by D-017, SMC none."""

    def found() -> dict[str, int]:
        suspects = dict.fromkeys(play.state.suspects, play.state.mission.wave_chain)
        units = play.state.units.values()
        return suspects | {
            unit.id: isinstance(play.world.counter(unit.counter), MMC) for unit in units
        }

    return play.world.once(play.state, "counts in a wave", found)


def stretches(play: Play, hexes: Iterable[int]) -> list[set[int]]:
    """Groups of contiguous hexes."""
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


def _dense(play: Play, stretch: set[int], weight: Mapping[int, int]) -> set[int]:
    """What is left of a stretch when it has the average; empty if too little is."""
    kept = set(stretch)
    while len(kept) >= CHAIN:
        if sum([weight[hex_] for hex_ in kept]) >= AVERAGE * len(kept):
            return kept
        thinnest = [hex_ for _, hex_ in sorted([(weight[h], h) for h in kept])]
        kept.remove(next(h for h in thinnest if len(stretches(play, kept - {h})) == 1))
    return set()


# -- the APh -----------------------------------------------------------------------


@rule("S4.322", "Human Wave in the APh: closing gaps", cites=("S11",))
def wave_advances(play: Play, wave: str) -> dict[str, LocationName]:
    """Where the S? and units of a wave advance to, by id; others stay.

    First gaps are closed, as many as possible, by one or two advances after the other
    that leave fewer gaps or, with as many, more units fit for Human Wave movement; so
    others may draw up behind those who have closed one.
    Where no gap needs closing they advance toward the nearest Target, else toward the
    FBE, so long as no gap opens. Who may not advance counts where he is.
    Reading: D-470 a gap is closed along the line too.
    """
    able = [runner for runner in members(play, wave) if runner.location]
    # Asked again before each advance of the phase, although the wave stays as it is.
    follows = (
        able,
        [u.location for u in play.state.units.values() if u.side == "FRIENDLY"],
        play.state.mission.wave_chain,
    )
    key = f"advance of {wave}"
    return play.world.lasting(key, follows, lambda: _advance(play, able))


def _advance(play: Play, able: Sequence[Runner]) -> dict[str, LocationName]:
    places = {runner.id: _hex(play, runner) for runner in able}
    if not places:
        return {}
    # S4.322: gaps are closed first
    closing = _close_gaps(play, places)
    if closing or gaps(play, places):
        return closing
    # S4.322: else on, toward the nearest Target or the FBE
    return _press_on(play, places)


def gaps(play: Play, places: Places) -> int:
    """Breaks in the line: contiguous groups of hexes but one."""
    return len(stretches(play, places.values())) - 1


def _close_gaps(play: Play, places: Places) -> dict[str, LocationName]:
    now, made = dict(places), dict[str, LocationName]()
    along = ALONG[play.world.compass.long]
    # S4.322: closed so that the most units go on as a wave
    while gaps(play, now) or (made and len(eligible(play, now)) < len(now)):
        # Of a stack one is as good as another, so each way counts once.
        ways = {
            (now[id_], to): (id_, to)
            for heading in along
            for id_ in now
            if id_ not in made
            for to in _advances(play, id_, (heading,))
        }
        steps = list(ways.values())
        best = _best(play, now, combinations(steps, 1))
        # One hop into a gap may open another behind it, which a second one fills.
        best = best or _best(play, now, combinations(steps, 2))
        if not best:
            break
        made.update(best)
        now = _after(play, now, best)
    return made


def _best(
    play: Play, now: Places, plans: Iterable[tuple[tuple[str, LocationName], ...]]
) -> dict[str, LocationName]:
    """The plan that leaves the line best, if that is better than now; else none."""
    best = dict[str, LocationName]()
    fewest, most = gaps(play, now), len(eligible(play, now))
    for steps in plans:
        plan = dict(steps)
        after = _after(play, now, plan)
        left = gaps(play, after)
        if left > fewest or (left == fewest and most == len(now)):
            continue  # most plans: who is fit for it need not be found out
        fit = len(eligible(play, after))
        if left < fewest or fit > most:
            best, fewest, most = plan, left, fit
    return best


def _after(play: Play, now: Places, plan: Mapping[str, LocationName]) -> dict[str, int]:
    return {**now, **{id_: _at(play, to) for id_, to in plan.items()}}


def _press_on(play: Play, places: Places) -> dict[str, LocationName]:
    """Everyone forward at once if that opens no gap; else one by one."""
    targets = _targets(play, places)
    wanted = {id_: _nearer(play, id_, targets) for id_ in places}
    whole = {id_: to for id_, to in wanted.items() if to is not None}
    if not gaps(play, _after(play, places, whole)):
        return whole
    now, made = dict(places), dict[str, LocationName]()
    for id_, to in whole.items():
        after = _after(play, now, {id_: to})
        if not gaps(play, after):
            made[id_], now = to, after
    return made


def _targets(play: Play, places: Places) -> list[LocationName]:
    """The Locations of FRIENDLY units that someone of the wave sees."""
    world = play.world
    friendly = [u.location for u in play.state.units.values() if u.side == "FRIENDLY"]
    seers = [place(_runner(play, id_)) for id_ in places]
    return [
        target
        for target in dict.fromkeys(friendly)
        if target and any(world.sees(seer, target) for seer in seers)
    ]


def _nearer(
    play: Play, id_: str, targets: Sequence[LocationName]
) -> LocationName | None:
    """The advance that brings nearest to a Target, or to the FBE if there is none."""
    world = play.world
    here = place(_runner(play, id_))

    def far(location: LocationName) -> int:
        hexes = [world.range(location, target) for target in targets]
        return min(hexes) if hexes else world.fbe_distance(location)

    ways = list(_advances(play, id_, FORWARD))
    best = min(ways, key=far, default=None)
    return best if best is not None and far(best) < far(here) else None


def _advances(
    play: Play, id_: str, headings: Sequence[Heading]
) -> Iterator[LocationName]:
    """The Locations that a S? or unit may advance into by these headings."""
    world = play.world
    at = world.locate(place(_runner(play, id_)))
    for heading in headings:
        if heading in world.compass.sides:
            entry = world.moves.entry(at, world.compass.sides[heading])
            to = OFFBOARD if entry.bar else world.name(world.ground.locations[entry.to])
            if to and _may_advance(play, id_, to):
                yield to


def _may_advance(play: Play, id_: str, to: LocationName) -> bool:
    """Whether a S? (S3.323) or unit (A4.7) may advance into a Location."""
    if id_ in play.state.suspects:
        kind = play.world.ground.terrain(play.world.locate(to))
        return kind.mf.advance and not suspect_bar(play, to)
    try:
        plan_advance(play, "ENEMY", Advance((id_,), to))
    except Illegal:
        return False
    return True


def _runner(play: Play, id_: str) -> Suspect | Unit:
    return play.state.suspects.get(id_) or play.state.units[id_]


def _at(play: Play, location: LocationName) -> int:
    return play.world.locate(location).hex
