"""S4.322: a Human Wave in the APh: it closes its gaps, then presses on."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

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
    eligible,
    gaps,
    hex_of,
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
        [unit.location for unit in friends(play)],
        play.state.mission.wave_chain,
    )
    key = f"advance of {wave}"
    return play.world.lasting(key, follows, lambda: _advance(play, able))


def _advance(play: Play, able: Sequence[Runner]) -> dict[str, LocationName]:
    places = {runner.id: hex_of(play, runner) for runner in able}
    if not places:
        return {}
    # S4.322: gaps are closed first
    closing = _close_gaps(play, places)
    if closing or gaps(play, places):
        return closing
    # S4.322: else on, toward the nearest Target or the FBE
    return _press_on(play, places)


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
