"""The words of the Move Commands on {A4a} and {A4b}: conditions, places, goals.

docs/move-commands.md explains how a row is written in them.
"""

from collections.abc import Callable, Sequence

from opfor.core.priority import Line, most, where
from opfor.geo.edges import Quarter
from opfor.rules.a_infantry.a01_personnel.a01_24_units import leader, mmc
from opfor.rules.a_infantry.a06_los import hindrance, sees
from opfor.rules.a_infantry.a26_victory.a26_1_control import vpo_locations
from opfor.rules.b_terrain.b27_entrenchments.b27_p1_capacity import room
from opfor.rules.choices.vocabulary import Clause, Vocabulary, always
from opfor.rules.s_solitaire.s01_terms.s01_terms import IP, friends
from opfor.rules.s_solitaire.s03_323_prohibited import friendly_vpo
from opfor.rules.s_solitaire.s09_movement.danger import (
    best_tem,
    hexside_tem,
    own_tem,
    target_places,
)
from opfor.rules.s_solitaire.s09_movement.movers import Mover, at, units_of
from opfor.rules.s_solitaire.s09_movement.s09_2_route import nearest
from opfor.rules.s_solitaire.s09_movement.s09_4_leaving_the_map import exit_edges
from opfor.rules.s_solitaire.s09_movement.s09_25_vpo import toward_vpo
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Unit

Condition = Callable[[GameView, Mover], bool]
Place = Callable[[GameView, Mover, LocationName], bool]
Goal = Callable[[Play, Mover], Sequence[LocationName]]
Narrow = Callable[[GameView, Mover], Line[LocationName]]


def targets(
    view: GameView, mover: Mover, there: LocationName, **which: bool
) -> list[LocationName]:
    """The Locations with a Target of the mover from a Location."""
    return target_places(view, mover, there, **which)


# -- conditions --------------------------------------------------------------------


def _target(*, wanted: bool = True, **which: bool) -> Condition:
    return lambda view, mover: bool(targets(view, mover, at(mover), **which)) == wanted


def _known_within(hexes: int) -> Condition:
    def holds(view: GameView, mover: Mover) -> bool:
        found = targets(view, mover, at(mover), known=True)
        return any(view.world.range(at(mover), place) <= hexes for place in found)

    return holds


def _lone_leader(view: GameView, mover: Mover) -> bool:
    units = units_of(view, mover)
    return len(units) == 1 and leader(view, units[0]) is not None


CONDITIONS: Vocabulary[Condition] = Vocabulary(
    (
        always("a Target exists", _target()),
        always("no Target", _target(wanted=False)),
        always("a Known Target exists", _target(known=True)),
        always("no Known Target", _target(known=True, wanted=False)),
        always("a Known Target in normal range", _target(known=True, normal=True)),
        always(
            "no Known Target in normal range",
            _target(known=True, normal=True, wanted=False),
        ),
        Clause("a Known Target within {n} hexes", _known_within),
        always(
            "not in a VPO Location",
            lambda view, mover: at(mover) not in vpo_locations(view),
        ),
        always(
            "without positive TEM",
            lambda view, mover: own_tem(view, at(mover)) <= 0,
        ),
        always("a lone leader", _lone_leader),
    )
)
"""What must hold for a clause to count, before its colon."""


# -- places ------------------------------------------------------------------------


def _has_target(**which: bool) -> Place:
    return lambda view, mover, there: bool(targets(view, mover, there, **which))


def _beside_vpo(view: GameView, _mover: Mover, there: LocationName) -> bool:
    return any(
        there != vpo and view.world.adjacent(there, vpo) for vpo in vpo_locations(view)
    )


def _terrain(view: GameView, there: LocationName, *names: str) -> bool:
    kind = view.world.ground.cover(view.world.locate(there)).name
    return kind in names or ("building" in names and view.world.in_building(there))


def _ip(view: GameView, mover: Mover, there: LocationName) -> bool:
    """Whether an IP is there that has room for the units."""
    halves = [
        room(view, fort)[0]
        for fort in view.state.fortifications_at(there)
        if fort.kind in IP and not fort.hidden
    ]
    men = [unit for unit in units_of(view, mover) if mmc(view, unit)]
    return any(left >= len(men) for left in halves) and bool(halves)


def _cover(view: GameView, mover: Mover, there: LocationName) -> bool:
    return _terrain(view, there, "building", "woods") or _ip(view, mover, there)


def _out_of_known_los(view: GameView, _mover: Mover, there: LocationName) -> bool:
    return not any(
        sees(view, there, unit.location) for unit in friends(view) if not unit.concealed
    )


def _not_nearer_fbe(view: GameView, mover: Mover, there: LocationName) -> bool:
    return view.world.fbe_distance(there) >= view.world.fbe_distance(at(mover))


def _higher(view: GameView, mover: Mover, there: LocationName) -> bool:
    one, other = view.world.locate(at(mover)), view.world.locate(there)
    return one.hex == other.hex and other.level > one.level


def _known_near(hexes: int) -> Place:
    def holds(view: GameView, mover: Mover, there: LocationName) -> bool:
        found = targets(view, mover, there, known=True)
        return any(view.world.range(there, place) <= hexes for place in found)

    return holds


def _near_own(hexes: int) -> Place:
    """Near a VPO Location, or near a MMC that does not move along."""

    def holds(view: GameView, mover: Mover, there: LocationName) -> bool:
        places = [*vpo_locations(view)]
        places += [u.location for u in _mmc(view, mover)]
        return any(view.world.range(there, place) <= hexes for place in places)

    return holds


def _beside(
    view: GameView, places: Sequence[LocationName], there: LocationName
) -> bool:
    return any(view.world.adjacent(there, place) for place in places)


PLACES: Vocabulary[Place] = Vocabulary(
    (
        always("any Location", lambda *_: True),
        always(
            "more TEM than now",
            lambda view, mover, to: own_tem(view, to) > own_tem(view, at(mover)),
        ),
        always(
            "TEM at least as now",
            lambda view, mover, to: own_tem(view, to) >= own_tem(view, at(mover)),
        ),
        always("positive TEM", lambda view, _, to: own_tem(view, to) > 0),
        always(
            "positive TEM, a hexside's too", lambda view, _, to: best_tem(view, to) > 0
        ),
        always("a Target from it", _has_target()),
        always("a Known Target from it", _has_target(known=True)),
        always("with a Target", _has_target()),
        always("with a Known Target", _has_target(known=True)),
        always(
            "with a Known Target in normal range", _has_target(known=True, normal=True)
        ),
        Clause("a Known Target within {n} hexes of it", _known_near),
        always("a VPO Location", lambda view, _, to: to in vpo_locations(view)),
        always("ADJACENT to a VPO Location", _beside_vpo),
        always("ADJACENT to the goal", lambda view, m, to: _beside(view, m.goal, to)),
        always(
            "ADJACENT to a Known Target",
            lambda view, mover, to: _beside(
                view, targets(view, mover, to, known=True), to
            ),
        ),
        always(
            "ADJACENT to a FRIENDLY unit",
            lambda view, _, to: _beside(view, [u.location for u in friends(view)], to),
        ),
        always("a building", lambda view, _, to: view.world.in_building(to)),
        always(
            "a building or woods",
            lambda view, _, to: _terrain(view, to, "building", "woods"),
        ),
        always("cover (building, woods, IP)", _cover),
        always("an IP with room", _ip),
        always("a higher level of the building", _higher),
        always("out of LOS of every Known Target", _out_of_known_los),
        always(
            "positive TEM or out of LOS of every Known Target",
            lambda view, mover, to: (
                own_tem(view, to) > 0 or _out_of_known_los(view, mover, to)
            ),
        ),
        always("not nearer the FBE", _not_nearer_fbe),
        Clause("within {n} hexes of a VPO Location or another ENEMY MMC", _near_own),
    )
)
"""What a Location is to a mover; several are joined by " + "."""


# -- goals -------------------------------------------------------------------------


def _vpo_within(hexes: int) -> Goal:
    def goals(play: Play, mover: Mover) -> list[LocationName]:
        near = [
            vpo
            for vpo in friendly_vpo(play)
            if 0 < play.world.range(at(mover), vpo) <= hexes
        ]
        return nearest(play, mover, near)

    return goals


def _mmc(view: GameView, mover: Mover) -> list[Unit]:
    return [
        unit
        for unit in view.state.units.values()
        if unit.side == "ENEMY"
        and unit.location
        and unit.good_order
        and unit.id not in mover.ids
        and mmc(view, unit)
    ]


def _mmc_between(least: int, furthest: int) -> Goal:
    def goals(play: Play, mover: Mover) -> list[LocationName]:
        places = [u.location for u in _mmc(play, mover)]
        hexes = {place: play.world.range(at(mover), place) for place in places}
        near = [place for place in hexes if least <= hexes[place] <= furthest]
        return nearest(play, mover, near)

    return goals


def _mmc_ahead(furthest: int) -> Goal:
    def goals(play: Play, mover: Mover) -> list[LocationName]:
        own = play.world.fbe_distance(at(mover))
        near = [
            unit.location
            for unit in _mmc(play, mover)
            if play.world.range(at(mover), unit.location) <= furthest
            and play.world.fbe_distance(unit.location) < own
        ]
        return nearest(play, mover, list(dict.fromkeys(near)))

    return goals


def edge_of(view: GameView, quarter: Quarter) -> list[LocationName]:
    """The Locations along an edge, in order."""
    hexes = view.world.compass.along(quarter)
    return [LocationName(view.world.map.name(hex_)) for hex_ in hexes]


def way_out(view: GameView, mover: Mover) -> list[LocationName]:
    """The Locations along the FBE; for a S? along the edge that it makes for (S9.4)."""
    return edge_of(view, exit_edges(view, mover)[0] if mover.suspect else "FBE")


def _fbe_flank(play: Play, mover: Mover) -> list[LocationName]:
    """The way out on the side, north or south, with fewer Known Targets.

    All of it if there are as many, or if that side has none of it.
    """
    world = play.world

    def row(place: LocationName) -> int:
        return world.compass.hexrow(world.locate(place).hex)

    own = row(at(mover))
    known = [row(place) for place in targets(play, mover, at(mover), known=True)]
    north, south = sum(r < own for r in known), sum(r > own for r in known)
    edge = way_out(play, mover)
    if north == south:
        return edge
    return [p for p in edge if (row(p) <= own) == (north < south)] or edge


def _weapon_within(hexes: int) -> Goal:
    def goals(play: Play, mover: Mover) -> list[LocationName]:
        lying = [
            weapon.location
            for weapon in play.state.weapons.values()
            if not weapon.owner
            and weapon.location not in (OFFBOARD, at(mover))
            and play.world.range(at(mover), weapon.location) <= hexes
        ]
        return nearest(play, mover, lying)

    return goals


FBE = "the FBE"
"""What the goals begin with that lie at the edge by which a mover leaves the map."""

GOALS: Vocabulary[Goal] = Vocabulary(
    (
        always("the closest FRIENDLY Controlled VPO Location", toward_vpo),
        always(
            "the closest VPO Location",
            lambda play, mover: toward_vpo(play, mover, controlled=False),
        ),
        Clause("a FRIENDLY Controlled VPO Location within {n} hexes", _vpo_within),
        Clause("the closest Good Order ENEMY MMC {n} to {n} hexes away", _mmc_between),
        Clause(
            "the closest Good Order ENEMY MMC nearer the FBE and within {n} hexes",
            _mmc_ahead,
        ),
        always(FBE, way_out),
        always(f"{FBE}, on the side with fewer of them", _fbe_flank),
        Clause("an unpossessed Weapon within {n} hexes", _weapon_within),
    )
)
"""What a mover goes toward."""


# -- what narrows ------------------------------------------------------------------


def _hindered(view: GameView, there: LocationName) -> bool:
    return any(hindrance(view, unit.location, there) > 0 for unit in friends(view))


NARROWS: Vocabulary[Narrow] = Vocabulary(
    (
        always(
            "the most TEM",
            lambda view, _mover: most("most TEM", lambda to: own_tem(view, to)),
        ),
        always(
            "the most Targets",
            lambda view, mover: most(
                "most Targets", lambda to: len(targets(view, mover, to))
            ),
        ),
        always(
            "the highest level",
            lambda view, _mover: most("highest level", view.world.height),
        ),
        always(
            "a hexside with TEM",
            lambda view, _mover: where(
                "a hexside with TEM", lambda to: hexside_tem(view, to) > 0
            ),
        ),
        always(
            "a Hindrance",
            lambda view, _mover: where("a Hindrance", lambda to: _hindered(view, to)),
        ),
    )
)
"""What chooses among Locations that are left, after "then"."""
