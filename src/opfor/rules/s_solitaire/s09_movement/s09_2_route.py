"""The ENEMY's routes: the safest before all (S9.2), round what is barred.

Each step of a route counts its MF and the FRIENDLY fire possible where it leads; of
equally safe ones the cheaper, then the one with more cover (D-155).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from operator import add

from opfor.core.ask import Option
from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.movement.infantry_cost import ALL
from opfor.geo.movement.paths import ASKED, FAR, Price, Reach, ahead, toward
from opfor.geo.movement.paths import reach as cheapest
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement import reach as reach_rules
from opfor.rules.a_infantry.a04_movement.a04_13_cost import standing
from opfor.rules.s_solitaire.s06_actions.s06_313_heavy_weapons import guns_and_mortars
from opfor.rules.s_solitaire.s09_movement.danger import Danger, danger, number
from opfor.rules.s_solitaire.s09_movement.movers import (
    ALLOTMENT,
    Mover,
    at,
    units_of,
)
from opfor.rules.s_solitaire.s09_movement.s09_26_prohibited import WATER, prohibited
from opfor.state.in_progress import (
    Style,
)
from opfor.state.play import GameView
from opfor.state.units import (
    LocationName,
)

ROUTES = (Option("safest", "by the safest route"), Option("shortest", "directly"))
"""How to go where a Command or an Automatic Action says no more (S9.2)."""

Extra = Callable[[int], int]

IN_SIGHT, IN_THE_OPEN = 1 * MF, 3
"""What a step of a S? counts for more where it is seen, or has no cover (D-075)."""

BARE = 1
"""What a Location without TEM counts for on the safest route, in quarters of MF."""

GOALS = 200
"""Sets of goals to which the least that a route counts for is kept."""


@rule("S9.2/route", "The safest route", cites=("S9.26", "S6.302", "S6.303", "S6.3171"))
def route(
    view: GameView,
    mover: Mover,
    goals: Collection[LocationName],
    style: Style = "safest",
) -> tuple[LocationName, ...]:
    """The Locations to enter on the way to the nearest of some, that one included.

    Empty if there is no way. Prohibited Locations and those of the FRIENDLY side are
    gone round; only the last one may be such a Location (who enters is another matter,
    such as a mortar on its way to a building, D-411).
    """
    # Where the next step is looked for, and what comes after it, it is asked twice.
    key = "route", mover, tuple(goals), style
    return view.world.once(view.state, key, lambda: _route(view, mover, goals, style))


def _route(
    view: GameView, mover: Mover, goals: Collection[LocationName], style: Style
) -> tuple[LocationName, ...]:
    world = view.world
    ends = {number(view, goal) for goal in goals}
    start = number(view, at(mover))
    if not ends or start in ends:
        return ()
    left = _left(view, ends, style, suspect=mover.suspect)
    more, ask = _steps(view, mover, ends, style)
    way = toward(world.moves, start, ends, left, more, ask, allotment=ALLOTMENT)
    return tuple(world.names[n] for n in way[1:])


def _left(
    view: GameView, ends: Collection[int], style: Style, *, suspect: bool
) -> Sequence[int]:
    """The least that a route to some Locations counts for, by the terrain alone."""
    kept: dict[object, Sequence[int]] = view.world.lasting("routes", None, dict)
    key = style == "safest", suspect, tuple(sorted(ends))
    if key not in kept:
        if len(kept) > GOALS:
            kept.clear()
        more = _bareness(view, style, suspect=suspect)
        kept[key] = ahead(view.world.moves, ends, more, allotment=ALLOTMENT)
    return kept[key]


def _steps(
    view: GameView, mover: Mover, ends: Collection[int], style: Style
) -> tuple[list[int], Extra]:
    """What a step into each Location counts beside its MF; FAR: it is not taken.

    `ASKED` where something stands: what that is worth is asked for where a route comes
    there.
    """
    now, names, met = standing(view), view.world.names, danger(view)
    weights = _weights(view, met, style, suspect=mover.suspect)
    closed, number = _out_of_bounds(view, met, style), view.world.number

    def extra(there: int) -> int:
        name = names[there]
        if closed[there]:
            return FAR
        if there not in ends:
            friends = any(not unit.hidden for unit in now.against("ENEMY", name))
            if friends or prohibited(view, mover, name):
                return FAR
        return weights[there]

    # Only where something is does it matter who moves, and where to; but a HW is
    # not taken everywhere (S6.3131).
    if guns_and_mortars(view, units_of(view, mover)):
        return [ASKED] * len(names), extra
    more = [*_bare(view, met, style, suspect=mover.suspect)]
    suspects = (suspect.location for suspect in view.state.suspects_onboard())
    for name in (*now.units, *now.markers, *now.fortifications, *suspects):
        more[number(name)] = ASKED
    return more, extra


def _price(view: GameView, mover: Mover) -> Price:
    """What a step counts for a mover that goes directly, by any way."""
    more, ask = _steps(view, mover, (), "shortest")

    def price(_here: int, _way: int, there: int, quarters: int) -> int | None:
        extra = more[there]
        if extra == ASKED:
            extra = more[there] = ask(there)
        cost = ALLOTMENT if quarters == ALL else quarters
        return None if extra == FAR else cost + extra

    return price


def _bare(view: GameView, met: Danger, style: Style, *, suspect: bool) -> Sequence[int]:
    """What a step counts for into each Location with nothing in it, by its number.

    Kept as long as the danger lasts: many routes are looked for before it changes.
    """

    def found() -> list[int]:
        weights = _weights(view, met, style, suspect=suspect)
        closed = _out_of_bounds(view, met, style)
        return [
            FAR if wet or shut else weight
            for wet, shut, weight in zip(_water(view), closed, weights, strict=True)
        ]

    return view.world.lasting(f"steps {style} {suspect}", met, found)


def _water(view: GameView) -> list[bool]:
    """Whether each Location is a Water Obstacle."""
    ground = view.world.ground
    return view.world.lasting(
        "water",
        None,
        lambda: [ground.terrain(at).name == WATER for at in ground.locations],
    )


def _weights(
    view: GameView, met: Danger, style: Style, *, suspect: bool
) -> Sequence[int]:
    """What a step into each Location counts for beside its MF, by its number."""

    def found() -> list[int]:
        bare = _bareness(view, style, suspect=suspect)
        if style != "safest":
            return bare
        fear = [IN_SIGHT * seen for seen in met.seen] if suspect else met.fire
        return list(map(add, bare, fear))

    return view.world.lasting(f"weights {style} {suspect}", met, found)


def _bareness(view: GameView, style: Style, *, suspect: bool) -> list[int]:
    """What of that the terrain alone counts for, where there is no cover."""

    def found() -> list[int]:
        if style != "safest":
            return [0] * len(ground.locations)
        if suspect:
            covered = map(ground.concealment_terrain, ground.locations)
            return [IN_THE_OPEN * (not cover) for cover in covered]
        return [BARE * (ground.tem(at) <= 0) for at in ground.locations]

    ground = view.world.ground
    return view.world.lasting(f"bareness {style} {suspect}", None, found)


def _out_of_bounds(view: GameView, met: Danger, style: Style) -> Sequence[bool]:
    """Whether each Location is one that a style of way does not lead through."""
    if style == "out of FRIENDLY LOS":
        return met.seen
    if style == "out of Known LOS":
        return met.known
    return [False] * len(view.world.names)


def in_danger(view: GameView, way: Sequence[LocationName]) -> bool:
    """Whether FRIENDLY fire reaches any Location of a way."""
    met = danger(view)
    return any(met.fire[number(view, at)] for at in way)


def distances(view: GameView, mover: Mover) -> Reach:
    """MF from a mover to every Location, by the terrain alone."""
    start = number(view, at(mover))
    return view.world.lasting(
        "MF from", start, lambda: cheapest(view.world.moves, [start])
    )


def distance(view: GameView, mover: Mover, to: LocationName) -> int:
    """Quarters of MF from a mover to a Location; beyond count if there is no way."""
    return distances(view, mover).spent[number(view, to)]


def nearest(
    view: GameView, mover: Mover, places: Sequence[LocationName]
) -> list[LocationName]:
    """Those of some Locations that are nearest in MF; none if no way leads there."""
    spent = {place: distance(view, mover, place) for place in places}
    least = min(spent.values(), default=FAR)
    return [place for place in places if spent[place] == least < FAR]


def nearer(
    view: GameView,
    mover: Mover,
    steps: Sequence[LocationName],
    goals: Collection[LocationName],
) -> list[LocationName]:
    """Those of some steps that bring a mover nearer, in MF, to the nearest goal."""
    left = to_go(view, goals)
    own = left[number(view, at(mover))]
    return [to for to in steps if left[number(view, to)] < own]


def to_go(view: GameView, goals: Collection[LocationName]) -> Sequence[int]:
    """MF from every Location to the nearest of some goals, by the terrain alone."""
    ends = tuple(sorted(number(view, goal) for goal in goals))
    moves = view.world.moves
    found: Sequence[int] = view.world.lasting(
        "MF to", ends, lambda: ahead(moves, ends, [0] * len(moves.to))
    )
    return found


def within_reach(
    view: GameView, mover: Mover, *, double: bool = False
) -> Mapping[LocationName, int]:
    """The Locations that a mover could enter in this MPh, with the MF to each.

    Without Double Time; `double`: by it, if it may.
    """
    if not mover.location:
        return {}
    if not mover.suspect:
        units = units_of(view, mover)
        for twice in (True, False) if double else (False,):
            try:
                found = reach_rules.reach(view, units, double_time=twice)
            except Illegal:
                continue
            return {place: way.spent for place, way in found.items()}
        return {}
    start = [number(view, mover.location)]
    price = _price(view, mover)
    spent = cheapest(view.world.moves, start, limit=ALLOTMENT, price=price).spent
    names = view.world.names
    return {names[n]: cost for n, cost in enumerate(spent) if 0 < cost < FAR}
