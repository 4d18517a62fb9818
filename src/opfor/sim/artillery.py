"""What the steady player does with its OBA: where it comes down, and with what.

Shells are worth the squads that they should cost the enemy, less its own; SMOKE is
worth the fire that it keeps from who has to advance. Each order comes with its reason.
"""

from functools import cached_property
from typing import NamedTuple

from msgspec.structs import replace

from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc, onboard
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.c_ordnance.c01_artillery.c01_2_battery import access_odds, contact_odds
from opfor.rules.c_ordnance.c01_artillery.c01_3_spotting import (
    accuracy_odds,
    around,
    enemy_hexes,
)
from opfor.rules.c_ordnance.c01_artillery.c01_5_ffe import ffe_attack
from opfor.rules.c_ordnance.c01_artillery.c01_6_observers import (
    locations,
    spotted,
    unseen_there,
)
from opfor.rules.c_ordnance.c01_artillery.c01_51_area import RADIUS, mark_of
from opfor.rules.c_ordnance.c01_artillery.this_phase import acts
from opfor.rules.choices.orders import Command, Radio
from opfor.rules.orders.fire.c01_1_radio import kinds
from opfor.rules.s_solitaire.s12_random_events.s12_p12_artillery import ground
from opfor.sim.arms import REACH, allowed, power
from opfor.sim.artillery_cost import gain
from opfor.sim.judgement import OPEN_DRM, Assessment
from opfor.state.artillery import Battery, Shells
from opfor.state.units import LocationName, Marker

LEAST = 0.25
"""Squads that a FFE should cost for a mission to be worth its while."""

ENOUGH = 0.6
"""The share of the best spot's worth at which a SR is not corrected any more."""

BETTER = 1.5
"""Times the worth of where it lies that moves a FFE:1."""

SHIELD, VEIL = 0.4, 3
"""What fire kept off by SMOKE counts for, and the DRM that keeps it off."""

BY_ERROR = 0.5
"""The share of its worth that a spot keeps if the SR comes down next to it."""


class Advice(NamedTuple):
    """An order, and why."""

    order: Command
    why: str


class Fall(NamedTuple):
    """Where a FFE could lie, what comes down, and what that is worth, in squads."""

    at: LocationName
    kind: Shells
    worth: float


def directed(judge: Assessment) -> Advice | None:
    """The next order to its batteries; None if none is worth while."""
    for battery in judge.view.state.batteries.values():
        mine = battery.side == judge.side and battery.device != "event"
        if mine and not battery.over:
            found = _Observer(judge, battery).next_order()
            if found is not None and allowed(judge.view, judge.side, found.order):
                return found
    return None


class _Observer:
    """What is made of one battery at a moment."""

    def __init__(self, judge: Assessment, battery: Battery) -> None:
        self._judge, self._view, self._battery = judge, judge.view, battery
        self._worth: dict[tuple[LocationName, Shells], float] = {}

    def next_order(self) -> Advice | None:
        """Contact first; then a SR, its correction, the FFE, or the end of it."""
        acted, mark = (
            acts(self._view, self._battery),
            mark_of(self._view, self._battery),
        )
        if "contact" not in acted:
            return self._contact(mark)
        if mark is None:
            return self._placed(acted) if self._battery.access else None
        if mark.kind == "SR":
            return self._spotting(mark, acted)
        return self._firing(mark) if "convert" not in acted else None

    # -- each step -----------------------------------------------------------------

    def _contact(self, mark: Marker | None) -> Advice | None:
        if mark is None and self._best is None:
            return None
        if mark is not None and mark.kind in ("FFE:2", "FFE:C"):
            return self._in_hand("contact") if self._in_the_way(mark) else None
        odds = contact_odds(self._view, self._battery)
        aim = f", for {_told(self._best)}" if self._best else ""
        return Advice(Radio(self._battery.id, "contact"), f"contact {odds}{aim}")

    def _placed(self, acted: tuple[str, ...]) -> Advice | None:
        if "place" in acted or self._best is None:
            return None
        order = Radio(self._battery.id, "place", self._best.at, self._best.kind)
        return Advice(order, f"the best spot in LOS: {_told(self._best)}")

    def _spotting(self, mark: Marker, acted: tuple[str, ...]) -> Advice | None:
        """A SR: it fires where that is about as good as can be, or is corrected."""
        here = max(
            (self._fall(mark.location, kind) for kind in kinds(self._battery)),
            key=lambda fall: fall.worth,
        )
        best = self._aimed(self._best) if self._best else 0.0
        fire = Radio(self._battery.id, "convert", kind=here.kind)
        fires = here.worth >= LEAST and allowed(self._view, self._judge.side, fire)
        if fires and here.worth >= ENOUGH * best:
            return Advice(fire, f"it lies well: {_told(here)}")
        if (moved := self._corrected(mark)) is not None:
            return moved
        late = fires and "correct" not in acted
        return Advice(fire, f"as good as it gets: {_told(here)}") if late else None

    def _corrected(self, mark: Marker) -> Advice | None:
        best = self._best
        if best is None or best.at == mark.location:
            return None
        order = Radio(self._battery.id, "correct", best.at)
        if not allowed(self._view, self._judge.side, order):
            return None
        return Advice(
            order, f"from {mark.location} to where it is worth more: {_told(best)}"
        )

    def _firing(self, mark: Marker) -> Advice | None:
        """A FFE: it is moved, comes down again ahead of all other fire, or is ended."""
        if mark.kind != "FFE:1":
            return self._in_hand("cancel") if self._in_the_way(mark) else None
        here = self._fall(mark.location, self._battery.kind)
        better = self._best and self._best.worth > max(LEAST, BETTER * here.worth)
        if better and (moved := self._corrected(mark)) is not None:
            return moved
        if here.worth < 0:
            why = f"it would hit its own: {_told(here)}"
            return Advice(Radio(self._battery.id, "cancel"), why)
        order = Radio(self._battery.id, "convert")
        return (
            Advice(order, f"before all other fire: {_told(here)}")
            if here.worth
            else None
        )

    def _in_the_way(self, mark: Marker) -> bool:
        """Whether it lies on what its side is about to enter."""
        reach, state = RADIUS[self._battery.kind], self._view.state
        return state.side == self._judge.side and any(
            self._view.world.range(mark.location, goal) <= reach
            for goal in self._judge.goals
        )

    def _in_hand(self, step: str) -> Advice:
        order = Radio(self._battery.id, step)  # type: ignore[arg-type] # one of its steps
        return Advice(order, "the FFE is in the way of its own advance")

    # -- what it is worth ----------------------------------------------------------

    @cached_property
    def _best(self) -> Fall | None:
        """The spot in the Observer's LOS that is worth most; None if none is enough."""
        falls = [self._fall(at, kind) for at in self._spots for kind in self._kinds]
        worth = {fall: self._aimed(fall) for fall in falls if fall.worth >= LEAST}
        return max(worth, key=lambda fall: (worth[fall], fall.at), default=None)

    def _aimed(self, fall: Fall) -> float:
        """Its worth by the odds that the SR comes down there, or next to it in LOS."""
        view, battery = self._view, self._battery
        sure = float(accuracy_odds(view, battery, fall.at))
        near = around(view, fall.at)
        seen = sum(spotted(view, battery, at) >= 0 for at in near) / len(near)
        return fall.worth * (sure + (1 - sure) * BY_ERROR * seen)

    @cached_property
    def _kinds(self) -> tuple[Shells, ...]:
        """What it may fire as things are: a FFE keeps to its kind."""
        mark = mark_of(self._view, self._battery)
        firing = mark is not None and mark.kind != "SR"
        return (self._battery.kind,) if firing else kinds(self._battery)

    @cached_property
    def _spots(self) -> list[LocationName]:
        """Where enemies are that it knows of and the hexes around, as far as in LOS."""
        view, battery = self._view, self._battery
        near = (
            at for hex_ in enemy_hexes(view, battery.side) for at in around(view, hex_)
        )
        return [at for at in dict.fromkeys(near) if spotted(view, battery, at) >= 0]

    def _fall(self, at: LocationName, kind: Shells) -> Fall:
        return Fall(at, kind, self._worth_at(at, kind))

    def _worth_at(self, at: LocationName, kind: Shells) -> float:
        world, reach = self._view.world, RADIUS[kind]
        if kind in ("smoke", "WP"):
            near = (foe for foe in self._shooters if world.range(at, foe) <= reach)
            return SHIELD * sum(self._shooters[foe] for foe in near)
        hexes = (hex_ for hex_ in self._peopled if world.range(at, hex_) <= reach)
        found = sum(self._in_hex(hex_, kind) for hex_ in hexes)
        if found > 0 and unseen_there(self._view, self._battery, at):
            found *= float(access_odds(self._battery))
        return found

    def _in_hex(self, hex_: LocationName, kind: Shells) -> float:
        key = hex_, kind
        if key not in self._worth:
            fired = replace(self._battery, kind=kind)
            self._worth[key] = sum(
                gain(self._judge, ffe_attack(self._view, fired, at))
                for at in locations(self._view, hex_)
            )
        return self._worth[key]

    @cached_property
    def _peopled(self) -> list[LocationName]:
        """The hexes with anybody in them that it knows of."""
        view = self._view
        own = (ground(view, u.location) for u in onboard(view, self._judge.side))
        return list(dict.fromkeys((*enemy_hexes(view, self._battery.side), *own)))

    @cached_property
    def _shooters(self) -> dict[LocationName, float]:
        """What SMOKE on enemies keeps from its own who are about to advance."""
        judge, state = self._judge, self._view.state
        if judge.holds or state.side != judge.side or state.weather.wind == "heavy":
            return {}
        own = [u.location for u in state.units.values() if self._advances(u.id)]
        return {
            foe.place: foe.weight
            * sum(self._spared(foe.place, foe.arms, at) for at in own)
            for foe in judge.foes
            if not foe.suspect and not _smoky(self._view.state.markers_at(foe.place))
        }

    def _advances(self, id_: str) -> bool:
        unit = self._view.state.units[id_]
        ready = unit.side == self._judge.side and unit.good_order and unit.location
        return bool(ready) and mmc(self._view, unit) is not None

    def _spared(
        self, foe: LocationName, arms: tuple[tuple[int, int], ...], at: LocationName
    ) -> float:
        hexes = self._view.world.range(foe, at)
        if hexes > REACH or not sees(self._view, foe, at):
            return 0.0
        fp = power(arms, hexes)
        return self._judge.harm(fp, OPEN_DRM) - self._judge.harm(fp, OPEN_DRM + VEIL)


def _smoky(markers: list[Marker]) -> bool:
    return any(marker.kind in ("smoke", "WP") for marker in markers)


def _told(fall: Fall) -> str:
    kind = "harassing fire" if fall.kind == "harassing" else fall.kind
    what = "kept from its own" if fall.kind in ("smoke", "WP") else "of the enemy"
    return f"{kind} at {fall.at}, about {fall.worth:.2f} squads {what}"
