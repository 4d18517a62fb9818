"""S4.322: a Human Wave in the APh: it closes its gaps, then presses on."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.edges import Heading
from opfor.rules.a_infantry.a04_movement.a04_7_advance import plan_advance
from opfor.rules.choices.orders import Advance
from opfor.rules.s_solitaire.s01_terms.s01_terms import friends
from opfor.rules.s_solitaire.s03_323_prohibited import suspect_bar
from opfor.rules.s_solitaire.s04_human_wave.s04_3_human_wave import Runner, members
from opfor.rules.s_solitaire.s04_human_wave.s04_32_movement import place
from opfor.rules.s_solitaire.s04_human_wave.s04_323_chain import (
    Places,
    counts_of,
    dense_hexes,
    eligible,
    gaps,
    hex_of,
    stretches,
)
from opfor.state.play import Play
from opfor.state.units import OFFBOARD, LocationName, Suspect, Unit

FORWARD: tuple[Heading, ...] = ("F", "F-N", "F-S")
"""Headings of an advance toward the FBE, or the nearest Target."""


ALONG: tuple[tuple[Heading, ...], ...] = (
    ("F", "F-N", "F-S", "N", "S"),
    ("F", "F-N", "F-S", "B-N", "B-S"),
)
"""Headings of an advance that closes a gap: forward, or along the line (D-470).

The first where hexrows run along the FBE, the second where they run into it.
"""

NEAR = 2
"""Hexes at most between the ends of two steps that make a chain together."""

FULL = 3
"""MMC that a hex holds."""

NEVER = (-1, 0)
"""The score of what is not done."""


class Step(NamedTuple):
    """Some of a hex who advance together.

    Args:
        start: their hex.
        end: the hex that they advance into.
        to: the Location.
        who: their ids.
        men: what they count as MMC.
    """

    start: int
    end: int
    to: LocationName
    who: tuple[str, ...]
    men: int


@rule("S4.322", "Human Wave in the APh: closing gaps", cites=("S11",))
def wave_advances(play: Play, wave: str) -> dict[str, LocationName]:
    """Where the S? and units of a wave advance to, by id; others stay.

    First gaps are closed, by steps of one or more units of a hex, one or two after the
    other, each of which leaves more units fit for Human Wave movement or, with as
    many, fewer gaps; so others may draw up behind those who have closed one.
    Where no gap needs closing they advance toward the nearest Target, else toward the
    FBE, so long as no gap opens and all stay fit that are. Who may not advance counts
    where he is.
    Reading: D-470 a gap is closed along the line too; D-851 at what price; D-920
    nobody crowds into a hex that is full.
    """
    able = [runner for runner in members(play, wave) if runner.location]
    # Asked again before each advance of the phase, although the wave stays as it is.
    others = _others(play, able)
    follows = (
        able,
        others,
        [unit.location for unit in friends(play)],
        play.state.mission.wave_chain,
    )
    key = f"advance of {wave}"
    return play.world.lasting(key, follows, lambda: _advance(play, able, others))


def _others(play: Play, able: Sequence[Runner]) -> dict[int, int]:
    """What ENEMY units and S? outside the wave count as MMC in hexes that it reaches.

    They stand there as yet: of the broken, of another wave, or of none.
    """
    counts, world, own = counts_of(play), play.world, {runner.id for runner in able}
    hexes = {hex_of(play, runner) for runner in able}
    near = {other for hex_ in hexes for other in world.map.neighbours[hex_]} | hexes
    units = [u for u in play.state.units.values() if u.side == "ENEMY" and not u.guard]
    runners: list[Runner] = [*units, *play.state.suspects.values()]
    found = dict[int, int]()
    for runner in runners:
        if runner.location and counts[runner.id] and runner.id not in own:
            hex_ = hex_of(play, runner)
            if hex_ in near:
                found[hex_] = found.get(hex_, 0) + counts[runner.id]
    return found


def _advance(
    play: Play, able: Sequence[Runner], others: Mapping[int, int]
) -> dict[str, LocationName]:
    places = {runner.id: hex_of(play, runner) for runner in able}
    if not places:
        return {}
    # S4.322: gaps are closed first
    closing = _close_gaps(play, places, others)
    if closing or gaps(play, places):
        return closing
    # S4.322: else on, toward the nearest Target or the FBE
    return _press_on(play, places, others)


def _close_gaps(
    play: Play, places: Places, others: Mapping[int, int]
) -> dict[str, LocationName]:
    now, made, ways = dict(places), dict[str, LocationName](), _ways(play, places)
    # S4.322: closed so that the most units go on as a wave
    while gaps(play, now) or (made and len(eligible(play, now)) < len(now)):
        best = _best(_Line(play, now, others), _steps(play, ways, made))
        if not best:
            break
        made.update(best)
        now = _after(play, now, best)
    return made


def _ways(play: Play, places: Places) -> dict[tuple[int, LocationName], list[str]]:
    """Who may advance from a hex into a Location, MMC first; forward before aside."""
    counts, ways = counts_of(play), dict[tuple[int, LocationName], list[str]]()
    ids = sorted(places, key=lambda id_: -counts[id_])
    for heading in ALONG[play.world.compass.long]:
        for id_ in ids:
            for to in _advances(play, id_, (heading,)):
                ways.setdefault((places[id_], to), []).append(id_)
    return ways


def _steps(
    play: Play,
    ways: Mapping[tuple[int, LocationName], Sequence[str]],
    made: Mapping[str, LocationName],
) -> list[Step]:
    """One, two or more of a hex into the next one, as one step; single ones first.

    Of a stack one is as good as another, so each number of them counts once.
    """
    counts, found = counts_of(play), list[Step]()
    for (start, to), who in ways.items():
        left = [id_ for id_ in who if id_ not in made]
        end = _at(play, to)
        for n in range(1, len(left) + 1):
            men = sum(counts[id_] for id_ in left[:n])
            found.append(Step(start, end, to, tuple(left[:n]), men))
    return sorted(found, key=lambda step: len(step.who))


def _best(line: "_Line", steps: Sequence[Step]) -> Mapping[str, LocationName]:
    """The step that leaves the line best, else the two, if that is better than now.

    First counts how many are fit for Human Wave movement, then how few gaps there
    are: so no gap is closed at the price of a chain.
    """
    before = line.score(())
    one = max(((step,) for step in steps), key=line.score, default=())
    if line.score(one)[0] > before[0]:
        return _plan(one)
    # One hop into a gap may open another behind it, which a second one fills.
    both = max(_pairs(line.play, steps), key=line.score, default=())
    if line.score(both)[0] > before[0]:
        return _plan(both)
    found = next((way for way in (one, both) if line.score(way) > before), ())
    return _plan(found)


def _plan(steps: Iterable[Step]) -> dict[str, LocationName]:
    return {id_: step.to for step in steps for id_ in step.who}


def _pairs(play: Play, steps: Sequence[Step]) -> Iterator[tuple[Step, Step]]:
    """Two steps that can be made, and end near enough to be of use to each other."""
    ranges = {step.end: play.world.map.distances(step.end) for step in steps}
    for one, other in combinations(steps, 2):
        if ranges[one.end][other.end] <= NEAR and not set(one.who) & set(other.who):
            yield one, other


class _Line:
    """A line of hexes, with the MMC and the units of each, and what steps make it."""

    def __init__(self, play: Play, places: Places, others: Mapping[int, int]) -> None:
        self.play, self.others, counts = play, others, counts_of(play)
        self.men, self.units = Counter[int](), Counter(places.values())
        for id_, hex_ in places.items():
            self.men[hex_] += counts[id_]
        self.known: dict[tuple[Step, ...], tuple[int, int]] = {}

    def score(self, steps: tuple[Step, ...]) -> tuple[int, int]:
        """How many are fit for Human Wave movement after some steps; less gaps."""
        if steps not in self.known:
            self.known[steps] = self._score(steps)
        return self.known[steps]

    def _score(self, steps: tuple[Step, ...]) -> tuple[int, int]:
        men, units = dict(self.men), dict(self.units)
        for step in steps:
            men[step.start] -= step.men
            units[step.start] -= len(step.who)
            men[step.end] = men.get(step.end, 0) + step.men
            units[step.end] = units.get(step.end, 0) + len(step.who)
            # A5.1: nobody crowds into a hex that is full
            there = men[step.end] + self.others.get(step.end, 0)
            if step.men and there > FULL:
                return NEVER
        fit = sum(units[hex_] for hex_ in dense_hexes(self.play, men))
        linked = [hex_ for hex_ in men if men[hex_]]
        return fit, -len(stretches(self.play, linked))


def _after(play: Play, now: Places, plan: Mapping[str, LocationName]) -> dict[str, int]:
    return {**now, **{id_: _at(play, to) for id_, to in plan.items()}}


def _press_on(
    play: Play, places: Places, others: Mapping[int, int]
) -> dict[str, LocationName]:
    """Everyone forward at once if that does no harm; else one by one."""
    targets = _targets(play, places)
    wanted = {id_: _nearer(play, id_, targets) for id_ in places}
    whole = {id_: to for id_, to in wanted.items() if to is not None}
    together = _fitting(play, places, whole, others)
    if _unharmed(play, places, _after(play, places, together)):
        return together
    now, made = dict(places), dict[str, LocationName]()
    for id_, to in whole.items():
        after = _after(play, now, {id_: to})
        if not _crowding(play, after, {id_: to}, others) and _unharmed(
            play, now, after
        ):
            made[id_], now = to, after
    return made


def _fitting(
    play: Play,
    places: Places,
    plan: Mapping[str, LocationName],
    others: Mapping[int, int],
) -> dict[str, LocationName]:
    """A plan without those who crowd into a hex that is full; the last of it stay."""
    left = dict(plan)
    while crowding := _crowding(play, _after(play, places, left), left, others):
        del left[crowding[-1]]
    return left


def _crowding(
    play: Play,
    after: Places,
    plan: Mapping[str, LocationName],
    others: Mapping[int, int],
) -> list[str]:
    """Who of a plan makes up MMC of a hex that then holds too many (A5.1)."""
    counts, men = counts_of(play), Counter(others)
    for id_, hex_ in after.items():
        men[hex_] += counts[id_]
    return [id_ for id_ in plan if counts[id_] and men[after[id_]] > FULL]


def _unharmed(play: Play, before: Places, after: Places) -> bool:
    """Whether an unbroken line stays so, with as many fit for Human Wave movement."""
    if gaps(play, after):
        return False
    return len(eligible(play, after)) >= len(eligible(play, before))


def _targets(play: Play, places: Places) -> list[LocationName]:
    """The Locations of FRIENDLY units that someone of the wave sees."""
    world = play.world
    friendly = [unit.location for unit in friends(play)]
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
