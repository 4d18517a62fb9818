"""What a vehicle has to fear on the map, and what it is worth to it to be somewhere."""

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a06_los import BLOCKED, hindrance
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import (
    Ordnance,
    ordnance,
    working,
)
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import Vector, covers, vector
from opfor.rules.c_ordnance.c03_to_hit.offers import FIRST_PF, PF_REACH
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import (
    Facing,
    afv,
    main_armament,
    state_of,
)
from opfor.sim.arms import arms_of
from opfor.sim.judgement import CONCEALED, Assessment
from opfor.sim.ordnance import AFV, SOFT, danger
from opfor.sim.roads import FAR, Pose, Roads
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit

VIEW, SIGHT = 0.08, 12
"""What an aim in LOS is worth, and how far is looked."""

FIRE, DUEL = 0.6, 0.8
"""How much of what could be done from there to Infantry and to Guns and AFV counts."""

CLOSE, FISTS = 0.35, 0.12
"""The share of a vehicle that Infantry next to it, or with PF or the like within three
hexes, should cost it."""

SUSPECTED = 0.4
"""How much of that is feared of a S?."""

FEAR = 0.8
"""How much of what is feared counts."""

MANY = 2
"""Aims among which it looks for its own Infantry's."""

COMPANY = 0.6
"""What another vehicle in the hex costs."""

PER_MP = 0.5
"""How many MF a MP counts for, of what nearness is worth."""

FRONT = 0.05
"""What it is worth to look at enemies, or at what is wanted."""

HE_FP = {37: 4, 50: 6, 57: 7, 76: 12, 90: 16, 105: 20, 125: 24}
LARGEST, HE_SHARE, HE_RANGE = 30, 0.5, 20
"""About what HE of a calibre counts for beside MG, to Infantry in cover."""


def sees(view: GameView, here: LocationName, there: LocationName) -> bool:
    """Whether there is a LOS between two Locations."""
    return hindrance(view, here, there) != BLOCKED


class AntitankThreat(NamedTuple):
    """An A-T weapon that is seen to be somewhere."""

    at: LocationName
    piece: Ordnance


class DangerField:
    """What is known to be on the map, as a side's vehicles look at it.

    Args:
        judge: how things look.
    """

    def __init__(self, judge: Assessment) -> None:
        self._judge, self._view = judge, judge.view

    @cached_property
    def vehicles(self) -> list[Unit]:
        """Its own ones."""
        units = self._view.state.units.values()
        return [u for u in units if u.vehicle and u.side == self._judge.side]

    def crowded(self, unit: Unit, at: LocationName) -> bool:
        """Whether another vehicle of its side is there."""
        return any(u.location == at and u.id != unit.id for u in self.vehicles)

    @cached_property
    def aims(self) -> tuple[LocationName, ...]:
        """The aim that its Infantry is nearest to; all of them without Infantry."""
        view, aims = self._view, self._judge.aims
        own = [u.location for u in self._infantry_of_its_own]
        if not own or len(aims) < MANY:
            return aims
        near = {at: sum(view.world.range(at, u) for u in own) for at in aims}
        return (min(near, key=lambda at: (near[at], at)),)

    @cached_property
    def _infantry_of_its_own(self) -> list[Unit]:
        """Its MMC in Good Order on the map."""
        return [
            unit
            for unit in self._view.state.units.values()
            if unit.side == self._judge.side and unit.good_order and unit.location
            if mmc(self._view, unit) is not None
        ]

    @cached_property
    def infantry(self) -> list[tuple[LocationName, float]]:
        """Where enemy Infantry is that could attack a vehicle, and how likely it is."""
        return [
            (foe.place, SUSPECTED if foe.suspect else 1.0)
            for foe in self._judge.foes
            if foe.suspect or foe.known or CONCEALED[0] in foe.arms
        ]

    @cached_property
    def hot(self) -> frozenset[LocationName]:
        """Hexes next to such Infantry, without Infantry of its own beside them."""
        own = [unit.location for unit in self._infantry_of_its_own]
        near = self._around(at for at, _ in self.infantry)
        return frozenset(near - self._around(own)) if near else frozenset()

    def _around(self, places: Iterable[LocationName]) -> set[LocationName]:
        map_ = self._view.world.map
        hexes = {self._view.world.locate(at).hex for at in places}
        hexes |= {n for h in hexes for n in map_.neighbours[h] if n >= 0}
        return {LocationName(map_.name(h)) for h in hexes}

    @cached_property
    def threats(self) -> list[AntitankThreat]:
        """The A-T weapons of enemies that are seen."""
        view, found = self._view, list[AntitankThreat]()
        for weapon in view.state.weapons.values():
            unit = view.state.units.get(weapon.owner)
            if unit is None or unit.side == self._judge.side or not unit.location:
                continue
            if unit.hidden or unit.concealed or unit.broken or not working(weapon):
                continue
            piece = ordnance(view, weapon)
            if piece is not None and piece.kind != "MTR":
                found.append(AntitankThreat(unit.location, piece))
        return found

    @cached_property
    def fists(self) -> bool:
        """Whether enemy Infantry may have PF or the like."""
        return self._view.world.date >= FIRST_PF


class _Spot(NamedTuple):
    """What a hex is worth whatever the VCA is, and what the VCA there depends on.

    Args:
        worth: what it is worth.
        threats: the A-T weapons that see it: the way to each, and its range.
        toward: the way to what it should look at.
    """

    worth: float
    threats: list[tuple[Vector, int, Ordnance]]
    toward: Vector | None


class Worth:
    """What each pose is worth to a vehicle; asked for all within reach.

    Args:
        judge: how things look.
        field: what is on the map.
        unit: the vehicle.
        roads: the map as it drives.
    """

    def __init__(
        self, judge: Assessment, field: DangerField, unit: Unit, roads: Roads
    ) -> None:
        self._judge, self._view, self._field = judge, judge.view, field
        self._unit = unit
        self._soft = not afv(judge.view, unit)
        self._whole = SOFT if self._soft else AFV
        self._far = roads.far(field.aims)
        self._arms = _arms(judge.view, unit)
        self._gun = _gun(judge.view, unit)
        self._places: dict[LocationName, _Spot] = {}
        self._poses: dict[Pose, float] = {}

    def __call__(self, pose: Pose) -> float:
        """The worth of a pose."""
        found = self._poses.get(pose)
        if found is None:
            found = self._poses[pose] = self._of(pose)
        return found

    def _of(self, pose: Pose) -> float:
        here, vca = pose
        spot = self._places.get(here)
        if spot is None:
            spot = self._places[here] = self._place(here)
        safe = 1.0
        for way, hexes, piece in spot.threats:
            side: Facing = "front" if covers(vca, way) else "side"
            safe *= 1 - danger(self._view, piece, hexes, self._unit, side)
        ahead = FRONT if spot.toward and covers(vca, spot.toward) else 0.0
        return spot.worth + ahead - FEAR * self._whole * (1 - safe)

    def _toward(self, here: LocationName) -> Vector | None:
        """The way to the nearest known enemy, else to the nearest aim."""
        world = self._view.world
        places = self._judge.known_enemies or self._field.aims
        near = min(((world.range(here, at), at) for at in places), default=None)
        return vector(world, here, near[1]) if near else None

    def _place(self, here: LocationName) -> _Spot:
        judge, world = self._judge, self._view.world
        seen = [t for t in self._field.threats if sees(self._view, here, t.at)]
        fire = FIRE * min(2.0, judge.shot(self._arms, 0, here))
        view = sum(
            world.range(here, at) <= SIGHT and sees(self._view, here, at)
            for at in self._field.aims
        )
        slow = PER_MP * judge.hurry(here) * self._far.get(here, FAR) / MF
        near = self._close(here)
        small_arms = judge.risk(here) * self._whole if self._soft else 0.0
        crowd = COMPANY * self._field.crowded(self._unit, here)
        worth = fire + self._duel(here) + VIEW * min(view, 2) - slow - crowd
        return _Spot(
            worth - FEAR * self._whole * near - small_arms,
            [(vector(world, here, at), world.range(here, at), gun) for at, gun in seen],
            self._toward(here),
        )

    def _close(self, here: LocationName) -> float:
        """The share of it that Infantry near by should cost."""
        world, safe = self._view.world, 1.0
        for at, likely in self._field.infantry:
            hexes = world.range(here, at)
            if hexes <= 1:
                safe *= 1 - CLOSE * likely
            elif hexes <= PF_REACH and self._field.fists and sees(self._view, here, at):
                safe *= 1 - FISTS * likely
        return 1 - safe

    def _duel(self, here: LocationName) -> float:
        """The best that its gun could do from there to vehicles that are known."""
        gun, view, best = self._gun, self._view, 0.0
        if gun is None:
            return best
        for unit in view.state.units.values():
            seen = unit.vehicle and unit.side != self._unit.side and unit.location
            if seen and not unit.hidden and sees(self._view, here, unit.location):
                hexes = view.world.range(here, unit.location)
                side: Facing = "side"
                if covers(state_of(unit).vca, vector(view.world, unit.location, here)):
                    side = "front"
                whole = AFV if afv(view, unit) else SOFT
                best = max(best, whole * danger(view, gun, hexes, unit, side))
        return DUEL * best


def _gun(view: GameView, unit: Unit) -> Ordnance | None:
    weapon = main_armament(view, unit)
    return ordnance(view, weapon) if weapon and working(weapon) else None


def _arms(view: GameView, unit: Unit) -> tuple[tuple[int, int], ...]:
    """What it could fire at Infantry with."""
    gun = _gun(view, unit)
    found = arms_of(view, [unit])
    if gun is not None and not gun.no_he:
        fp = next((fp for size, fp in HE_FP.items() if gun.calibre <= size), LARGEST)
        found += ((int(HE_SHARE * fp), HE_RANGE),)
    return found
