"""How things look to a side: where fire may come from, what it does, what is to go.

All is worked out from what the side may see: of concealed enemies and of S? where they
are, of hidden ones nothing. What fire does follows from the IFT, for a FP and a DRM.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a06_los import BLOCKED, hindrance, passing
from opfor.rules.a_infantry.a07_fire.a07_37_incremental_ift import column_of
from opfor.rules.a_infantry.a07_fire.a07_ift import IftResult, read_ift
from opfor.rules.a_infantry.a24_smoke.a24_2_smoke_hindrance import smoke
from opfor.rules.a_infantry.a26_victory.a26_1_control import controls, vpo
from opfor.rules.a_infantry.a26_victory.a26_3_victory import (
    fulfilled,
    lapsed,
    vpo_of,
)
from opfor.rules.b_terrain.b09_walls.b09_5_bocage import at_walls
from opfor.rules.c_ordnance.c01_artillery.c01_5_ffe import ffe_fp
from opfor.rules.c_ordnance.c01_artillery.c01_51_area import explosive, falls_on, fires
from opfor.sim.arms import Arms, arms_of, power, reach_of
from opfor.sim.ground_plan import GroundPlan
from opfor.sim.shares import Shares, shared_out, still_open
from opfor.sim.temper import EVEN, Temper
from opfor.state.mission import VictoryCondition
from opfor.state.play import GameView
from opfor.state.units import LocationName, Side, Unit

REMEMBERED = 100
"""Enemies whose fire is kept in mind, Location by Location, until they change."""

UNKNOWN = ((4, 4),)
"""FP and range of what a S? may be: a squad."""

CONCEALED = ((3, 4),)
"""FP and range of each counter under a "?": some are leaders."""

SQUAD_OF_SUSPECT = 0.6
"""How often an Activated S? brings something that fires."""

SPENT = 0.4
"""What fire is still feared from who has fired in this Player Turn."""

OPEN_DRM = -2
"""FFMO and FFNAM of who moves in the open; FFNAM alone elsewhere is half of it."""

HOLES = ("foxhole", "trench", "pillbox")

IN_A_HOLE = 2
"""Entrenchments of its own that give TEM, and what a foxhole gives."""

A_TURN = 6 * MF
"""Quarters of MF that a squad gets on in a turn, its advance included."""

LEISURE, HASTE = 0.04, 0.15
"""What a MF nearer to the goal is worth, in squads: with time to spare, and late."""

LAST_TURNS = 2
"""Turns at the end in which who is to be brought to safety keeps out of fire."""

CARE = 3.0
"""What harm to them counts for then."""

PTC, NMC, PER_MC, K, KIA = 0.05, 0.25, 0.06, 0.6, 0.85
"""What a result costs a squad of Morale 7, in squads; a broken one counts half."""

Aims = tuple[LocationName, ...]
"""What somebody makes for: the nearest of them."""

Spot = tuple[LocationName, bool]
"""Where somebody is, and whether he moves."""

Shot = tuple[Arms, int, LocationName]
"""Arms and leadership, and from where they fire."""


class FireSource(NamedTuple):
    """A Location that fire may come from.

    Args:
        place: where.
        arms: what fires from there.
        weight: how likely it is to fire.
        known: how many MMC are known to be there; they can be fired at.
        suspect: it is a S?, which fires only when Activated by what moves (S3.31b).
    """

    place: LocationName
    arms: Arms
    weight: float
    known: int = 0
    suspect: bool = False


class Assessment:
    """What one side makes of a moment.

    Args:
        view: the game.
        side: whose judgement it is.
        plan: the ground as this side sees it.
        temper: how it weighs that.
    """

    def __init__(
        self, view: GameView, side: Side, plan: GroundPlan, temper: Temper = EVEN
    ) -> None:
        self.view, self.side, self.plan, self.temper = view, side, plan, temper
        self._hurries: dict[tuple[LocationName, Aims | None], float] = {}
        self._ranges: dict[int, int] = view.world.lasting("x1 ranges", None, dict)
        self._harms: dict[tuple[int, int], float] = view.world.lasting(
            "harms", view.state.mission.iift, dict
        )

    # -- what is kept, as long as what it follows from stays -------------------------

    @cached_property
    def _holes(self) -> frozenset[LocationName]:
        """Where entrenchments of its own give TEM."""
        return frozenset(
            fort.location
            for fort in self.view.state.fortifications.values()
            if fort.side == self.side and fort.kind in HOLES
        )

    @cached_property
    def _ground(self) -> object:
        """What fire follows from beside who fires and who moves."""
        state = self.view.state
        walls = at_walls(state) if self.view.world.bocage else ()
        sight = smoke(self.view), passing(self.view), state.weather.night, walls
        return sight, self._holes, state.mission.iift

    @property
    def _follows(self) -> object:
        lying = fires(self.view)
        shells = tuple((b.id, b.kind, m.kind, m.location) for b, m in lying)
        return self.foes, tuple(self._residual.items()), self._ground, shells

    @cached_property
    def _fears(self) -> list[tuple[FireSource, list[int], int, dict[Spot, float]]]:
        """How far each is from each hex, how far it fires, and the harm it does."""
        world, name = self.view.world, f"fears of {self.side}"
        fears: dict[FireSource, dict[Spot, float]] = world.lasting(
            name, self._ground, dict
        )
        if len(fears) > REMEMBERED:
            fears.clear()
        far = world.ranges
        return [
            (foe, far(foe.place), reach_of(foe.arms), fears.setdefault(foe, {}))
            for foe in self.foes
        ]

    @cached_property
    def _risks(self) -> dict[Spot, float]:
        return self.view.world.lasting(f"risks of {self.side}", self._follows, dict)

    @cached_property
    def _targets(self) -> list[tuple[FireSource, list[int], dict[Shot, float]]]:
        """Who can be fired at, how far from each hex he is, and what it does to him."""
        world, name = self.view.world, f"hits of {self.side}"
        hits: dict[LocationName, dict[Shot, float]]
        hits = world.lasting(name, self._ground, dict)
        if len(hits) > REMEMBERED:
            hits.clear()
        far, known = world.ranges, [foe for foe in self.foes if foe.known]
        return [(f, far(f.place), hits.setdefault(f.place, {})) for f in known]

    @cached_property
    def _shots(self) -> dict[Shot, float]:
        return self.view.world.lasting(f"shots of {self.side}", self._follows, dict)

    @property
    def danger(self) -> object:
        """What it makes up its mind by: the moment, its aims, where enemies are."""
        state = self.view.state
        places = tuple((foe.place, foe.suspect) for foe in self.foes)
        return state.turn, state.phase, state.side, places, self.aims

    # -- what is to be had ---------------------------------------------------------

    @cached_property
    def goals(self) -> tuple[LocationName, ...]:
        """The VPO Locations that it needs and does not Control.

        None if a victory condition of its own is fulfilled now. Those of a condition
        that cannot be fulfilled any more are not needed.
        """
        view = self.view
        if any(fulfilled(view, aim) for aim in self._victory):
            return ()
        return tuple(at for at in self.wanted if not controls(view, self.side, at))

    @property
    def _victory(self) -> list[VictoryCondition]:
        aims = self.view.state.mission.victory
        return [aim for aim in aims if aim.side == self.side]

    @property
    def wanted(self) -> list[LocationName]:
        """The VPO Locations of the conditions that may still be fulfilled."""
        view = self.view
        found = [
            at
            for aim in self._victory
            if aim.vpo and still_open(view, aim)
            for at in vpo_of(view, aim)
        ]
        return list(dict.fromkeys(found)) or list(vpo(view))

    @property
    def holds(self) -> bool:
        """Whether it has what it wants, and defends it."""
        return not self.goals

    @cached_property
    def aims(self) -> Aims:
        """What it makes for: the goals, or what it holds and must not lose."""
        found, first = self.goals or tuple(self.wanted), self.temper.aim
        return (first,) if first in found else found

    @property
    def turns_left(self) -> int:
        """Game Turns still to be played, this one included."""
        state = self.view.state
        return max(1, state.mission.turns - state.turn + 1)

    def aims_of(self, unit: Unit) -> Aims:
        """What one of its units makes for."""
        goal = self._shares.get(unit.id)
        return (goal,) if goal else self.aims

    @cached_property
    def _shares(self) -> Shares:
        if self.holds or not self.temper.shares or self.temper.aim in self.aims:
            return {}
        return shared_out(self.view, self.side, self.plan)

    def far(self, place: LocationName, aims: Aims | None = None) -> int:
        """Quarters of MF from a Location to the nearest aim, of some or of all."""
        return self.plan.far(place, self.aims if aims is None else aims)

    def spare_turns(self) -> float:
        """Turns to spare for the troops who are farthest from the aims."""
        own = {u.location for u in self._own() if u.good_order and mmc(self.view, u)}
        far = max((self.far(at) for at in own if at), default=0)
        return self.turns_left - far / A_TURN

    def _own(self) -> list[Unit]:
        return [u for u in self.view.state.units.values() if u.side == self.side]

    def hurry(self, place: LocationName, aims: Aims | None = None) -> float:
        """What a MF nearer to the aim is worth from there, in squads."""
        key = place, aims
        found = self._hurries.get(key)
        if found is None:
            spare = self.turns_left - self.far(place, aims) / A_TURN
            hastens = bool(self.goals or self._to_rescue)
            ease = self.temper.spare
            late = min(1.0, max(0.0, (ease - spare) / ease)) * hastens
            worth = LEISURE + late * (HASTE - LEISURE)
            found = self._hurries[key] = self.temper.haste * worth
        return found

    def care(self, units: Sequence[Unit]) -> float:
        """What harm to some counts for: more if they must be safe, and soon.

        A broken unit is not safe, and who breaks in the last turns does not rally in
        time.
        """
        if self.turns_left > LAST_TURNS:
            return 1.0
        return CARE if any(unit.group in self._to_rescue for unit in units) else 1.0

    @cached_property
    def _to_rescue(self) -> frozenset[str]:
        """The groups that it has to bring to safety."""
        asked = (aim for aim in self._victory if not lapsed(self.view, aim))
        return frozenset(aim.rescue.group for aim in asked if aim.rescue)

    @cached_property
    def heavy(self) -> bool:
        """Whether there are vehicles or Guns that it knows of."""
        state = self.view.state
        seen = {
            unit.id: unit
            for unit in state.units.values()
            if unit.side == self.side or not (unit.hidden or unit.concealed)
        }
        return any(unit.vehicle for unit in seen.values()) or any(
            weapon.gun and weapon.owner in seen for weapon in state.weapons.values()
        )

    @cached_property
    def gunners(self) -> frozenset[str]:
        """Who mans a Gun, or watches a SR or FFE of his, and so stays where he is."""
        state = self.view.state
        aimed = {mark.of for mark in state.markers.values() if mark.of}
        radios = {b.weapon for b in state.batteries.values() if b.id in aimed}
        return frozenset(
            weapon.owner
            for weapon in state.weapons.values()
            if weapon.owner and (weapon.gun or weapon.id in radios)
        )

    # -- who is there --------------------------------------------------------------

    @cached_property
    def foes(self) -> tuple[FireSource, ...]:
        """The Locations that fire may come from; a broken unit is no danger."""
        state = self.view.state
        at: dict[LocationName, list[Unit]] = {}
        for unit in state.units.values():
            seen = unit.side != self.side and unit.location and not unit.hidden
            if seen and not (unit.broken or unit.guard or unit.melee):
                at.setdefault(unit.location, []).append(unit)
        found = [self._foe(place, units) for place, units in at.items()]
        if self.side == "FRIENDLY":
            share = SQUAD_OF_SUSPECT * min(5, state.ac_number) / 6
            places = dict.fromkeys(s.location for s in state.suspects_onboard())
            found += [FireSource(at_, UNKNOWN, share, suspect=True) for at_ in places]
        return tuple(found)

    def _foe(self, place: LocationName, units: Sequence[Unit]) -> FireSource:
        known = [unit for unit in units if not unit.concealed]
        arms = arms_of(self.view, known)
        arms += CONCEALED * (len(units) - len(known))
        spent = all(unit.fired for unit in units)
        squads = sum(mmc(self.view, unit) is not None for unit in known)
        return FireSource(place, arms, SPENT if spent else 1.0, squads)

    @cached_property
    def known_enemies(self) -> frozenset[LocationName]:
        """Where it sees enemies to be, broken ones too."""
        return frozenset(
            unit.location
            for unit in self.view.state.units.values()
            if unit.side != self.side and unit.location and not unit.hidden
        )

    @cached_property
    def known_places(self) -> frozenset[LocationName]:
        """Those, and where S? are: they are not walked into."""
        suspects = self.view.state.suspects_onboard()
        return self.known_enemies | {suspect.location for suspect in suspects}

    # -- fire ----------------------------------------------------------------------

    def harm(self, fp: float, drm: int) -> float:
        """The share of a squad that an attack with such FP and DRM should cost."""
        key = int(fp), drm
        found = self._harms.get(key)
        if found is None:
            column = column_of(self.view, Fraction(key[0]))
            rolls = [a + b + drm for a in range(1, 7) for b in range(1, 7)]
            worth = (_worth(read_ift(self.view, column, final)) for final in rolls)
            found = self._harms[key] = sum(worth) / len(rolls)
        return found

    def risk(self, place: LocationName, *, moving: bool = False) -> float:
        """The share of a squad that fire should cost it in a Location."""
        key = place, moving
        found = self._risks.get(key)
        if found is None:
            safe = 1.0 - (self._lingering(place) if moving else 0.0)
            safe *= 1.0 - self._shelled(place, moving)
            hex_ = self.view.world.locate(place).hex
            for foe, hexes, reach, felt in self._fears:
                if hexes[hex_] <= reach and (moving or not foe.suspect):
                    harm = felt.get(key)
                    if harm is None:
                        harm = felt[key] = self._from(foe, place, moving)
                    safe *= 1 - harm
            found = self._risks[key] = 1 - safe
        return self.temper.fear * found

    def arrival(self, place: LocationName) -> float:
        """The same for who comes there to stay: S? that he wakes fire soon after."""
        found = self.risk(place)
        if not self.temper.alert:
            return found
        safe, key, hex_ = 1.0, (place, False), self.view.world.locate(place).hex
        for foe, hexes, reach, felt in self._fears:
            if foe.suspect and hexes[hex_] <= reach:
                if key not in felt:
                    felt[key] = self._from(foe, *key)
                safe *= 1 - felt[key]
        return found + self.temper.alert * (1 - safe)

    def _lingering(self, place: LocationName) -> float:
        """What Residual FP and Fire Lanes do to who enters."""
        ground, at = self.view.world.ground, self.view.world.locate(place)
        drm = ground.tem(at) + (OPEN_DRM if ground.open_ground(at) else OPEN_DRM // 2)
        fp = self._residual.get(place, 0)
        return self.harm(fp, drm) if fp else 0.0

    def _shelled(self, place: LocationName, moving: bool) -> float:
        """What FFE does to who enters, and as FFE:1 to who stays (C1.56, C1.58)."""
        view, safe = self.view, 1.0
        if not place or not view.state.batteries:
            return 0.0
        tem = view.world.ground.tem(view.world.locate(place), indirect=True)
        for battery, mark in falls_on(view, place):
            if explosive(battery) and (moving or mark.kind == "FFE:1"):
                drm = tem + (OPEN_DRM // 2 if moving else 0)
                safe *= 1 - self.harm(ffe_fp(view, battery), drm)
        return 1 - safe

    @cached_property
    def _residual(self) -> dict[LocationName, int]:
        markers = self.view.state.markers.values()
        return {m.location: m.fp for m in markers if m.fp and m.side != self.side}

    def _from(self, foe: FireSource, place: LocationName, moving: bool) -> float:
        view = self.view
        hexes = view.world.range(foe.place, place)
        hindered = hindrance(view, foe.place, place)
        if hindered == BLOCKED:
            return 0.0
        ground, at = view.world.ground, view.world.locate(place)
        dug_in = IN_A_HOLE if place in self._holes and not moving else 0
        drm = hindered + max(dug_in, ground.tem(at))
        if moving:
            exposed = drm <= 0 and ground.open_ground(at)
            drm += OPEN_DRM if exposed else OPEN_DRM // 2
        if foe.suspect and hexes > self._eligible(drm):
            return 0.0
        return foe.weight * self.harm(power(foe.arms, hexes), drm)

    def _eligible(self, drm: int) -> int:
        """Hexes within which a mover makes S? eligible, by the Final IFT DRM ({x1})."""
        if drm not in self._ranges:
            world = self.view.world
            row = world.enemy.table("x1").look_up(
                drm, date=world.date, mover="infantry"
            )
            self._ranges[drm] = int(row.result["range"])
        return max(1, self._ranges[drm])

    def shot(self, arms: Arms, leadership: int, place: LocationName) -> float:
        """The best that such arms could do from a Location to enemies it knows of."""
        key = arms, leadership, place
        best = self._shots.get(key)
        if best is None:
            best, reach = 0.0, reach_of(arms)
            hex_ = self.view.world.locate(place).hex
            for foe, hexes, done in self._targets:
                if hexes[hex_] <= reach:
                    harm = done.get(key)
                    if harm is None:
                        harm = done[key] = self._at(foe.place, arms, leadership, place)
                    best = max(best, foe.known * harm)
            self._shots[key] = best
        return best

    def _at(
        self, aim: LocationName, arms: Arms, leadership: int, place: LocationName
    ) -> float:
        view = self.view
        hindered = hindrance(view, place, aim)
        if hindered == BLOCKED:
            return 0.0
        fp = power(arms, view.world.range(place, aim))
        tem = view.world.ground.tem(view.world.locate(aim))
        return self.harm(fp, hindered + tem + leadership)


def _worth(result: IftResult) -> float:
    match result.kind:
        case "KIA" | "K":
            return KIA if result.kind == "KIA" else K
        case "MC":
            return NMC + PER_MC * result.number
        case "PTC":
            return PTC
    return 0.0
