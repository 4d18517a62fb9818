"""A FRIENDLY player that is a program: steady, no genius, and fair.

It orders what is legal, and sees what its side sees: of concealed ENEMY units only
where they are, of hidden ones nothing, of S? what everybody knows.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

from msgspec import to_builtins

from opfor.core.ask import Adjudicate, Asked, Choose, Context, Order, Place
from opfor.core.errors import OpforError
from opfor.ports.players import Random
from opfor.rules import doings
from opfor.rules.asl.a01_units import mmc, smc
from opfor.rules.asl.a06_los import sees
from opfor.rules.asl.a07_plan import plan_attack
from opfor.rules.asl.a26_control import controls
from opfor.rules.doing import Offer
from opfor.rules.orders import (
    Advance,
    ClaimWall,
    CloseCombat,
    Command,
    EndMove,
    EndPhase,
    Fire,
    HoldFire,
    MoveTo,
    Rally,
    Recover,
    Repair,
    Rout,
)
from opfor.rules.s01_terms import p_nmc
from opfor.sim.ground_plan import GroundPlan
from opfor.state.play import Look, Scene
from opfor.state.units import OFFBOARD, LocationName, Side, Unit
from opfor.state.world import World

SHOTS = 24
"""Attacks that are looked at before one is chosen."""

NEAR = 8
"""Hexes within which an enemy who sees a Location makes it dangerous."""

TOGETHER = 2
"""Squads that move as one stack."""

GOOD = Fraction(5, 12)
"""p(NMC+) for which a unit that could move stays and fires."""
FAIR = Fraction(1, 4)
"""p(NMC+) for which fire at what moves is given."""
SOME = Fraction(1, 12)
"""p(NMC+) below which nobody fires."""
TO_HIT = Fraction(1, 3)
"""What a shot of ordnance counts for, which is not looked at more closely."""

UNDER_FIRE = 12
"""Quarters of MF that a step counts for more for each enemy who sees it."""


class Steady:
    """Advances by cover toward what is to be taken, or holds it; fires where it pays.

    Args:
        world: what the game is played on.
        seed: what its few arbitrary choices follow from.
        side: whose player it is.
    """

    human = False

    def __init__(self, world: World, seed: int | str, *, side: Side = "FRIENDLY"):
        self._world, self._side = world, side
        self._plan = GroundPlan(world)
        self._chance = Random(world, seed)

    def answer(self, asked: Asked, context: Context) -> Any:
        """An order, or an answer to a question."""
        request = asked.request
        look = Scene(context.state, self._world)
        match request:
            case Order():
                return to_builtins(self._order(look))
            case Choose(options=options):
                return options[0].key
            case Place(things=things, places=places):
                return self._places(look, things, places)
            case Adjudicate():
                return self._chance.answer(asked, context)
        raise OpforError(f"a player cannot answer {asked}")

    def _order(self, look: Look) -> Command:
        state = look.state
        if state.window and state.window.asked:
            return self._best_shot(look, FAIR) or HoldFire()
        found: Command | None = None
        match state.phase:
            case "RPh":
                found = self._first(look, (Rally, Repair, Recover))
            case "PFPh":
                found = self._best_shot(look, SOME if self._holds(look) else GOOD)
            case "MPh":
                found = self._move(look)
            case "DFPh" | "AFPh":
                found = self._best_shot(look, SOME)
            case "RtPh":
                found = self._rout(look)
            case "APh":
                found = self._advance(look)
            case "CCPh":
                found = self._combat(look)
        return found or self._done(look)

    def _done(self, look: Look) -> Command:
        """The end of the part, or what must be done before it."""
        if _allowed(look, self._side, EndPhase()):
            return EndPhase()
        orders = [offer.order for offer in self._offers(look)]
        telling = (order for order in orders if not isinstance(order, ClaimWall))
        return next(telling, orders[0])  # a wall could be claimed for ever

    def _offers(self, look: Look) -> Iterator[Offer]:
        return doings.legal(look, self._side)

    def _first(self, look: Look, kinds: Sequence[type[Any]]) -> Command | None:
        """The first order of the first of some kinds; leaders rally first."""
        found = [
            o.order for o in self._offers(look) if isinstance(o.order, tuple(kinds))
        ]
        found.sort(key=lambda order: (kinds.index(type(order)), _alone(order)))
        return found[0] if found else None

    # -- what it wants -------------------------------------------------------------

    def _goals(self, look: Look) -> tuple[LocationName, ...]:
        """The VPO Locations that it does not Control."""
        state = look.state
        return tuple(at for at in state.vpo if not controls(look, self._side, at))

    def _holds(self, look: Look) -> bool:
        """Whether it has what it wants, and defends it."""
        return not self._goals(look)

    def _enemies(self, look: Look) -> list[Unit]:
        """The enemies it knows of; a broken one is no danger."""
        return [
            unit
            for unit in look.state.units.values()
            if unit.side != self._side and unit.location and not unit.hidden
            if not (unit.broken or unit.guard)
        ]

    def _danger(self, look: Look, place: LocationName) -> int:
        """How many Locations with enemies within reach see a Location."""
        spots = {unit.location for unit in self._enemies(look)}
        world = look.world
        near = [at for at in spots if world.range(at, place) <= NEAR]
        return sum(sees(look, place, at) for at in near)

    def _places(
        self, look: Look, things: Sequence[str], places: Sequence[LocationName | str]
    ) -> dict[str, str]:
        """A set-up near what is to be held: one squad a Location, the best cover."""
        world = look.world
        goals = look.state.vpo or tuple(LocationName(at) for at in places[:1])

        def worth(name: str) -> tuple[int, int, str]:
            at = world.locate(LocationName(name))
            covered = world.ground.concealment_terrain(at)
            far = min(world.range(LocationName(name), goal) for goal in goals)
            return far - 3 * covered, far, name

        best = sorted(places, key=worth)
        troops = [id_ for id_ in things if id_ in look.state.units]
        squads = [id_ for id_ in troops if mmc(look, look.state.units[id_])]
        found = {id_: str(best[nth % len(best)]) for nth, id_ in enumerate(squads)}
        rest = [id_ for id_ in things if id_ not in found]
        return found | {id_: str(best[nth % len(best)]) for nth, id_ in enumerate(rest)}

    # -- fire ----------------------------------------------------------------------

    def _best_shot(self, look: Look, least: Fraction) -> Fire | None:
        """The attack with the best p(NMC+), if that is good enough."""
        shots = (o.order for o in self._offers(look) if isinstance(o.order, Fire))
        best: tuple[Fraction, Fire] | None = None
        for order in islice(shots, SHOTS):
            chance = self._chance_of(look, order)
            if chance >= least and (best is None or chance > best[0]):
                best = chance, order
        return best[1] if best else None

    def _chance_of(self, look: Look, order: Fire) -> Fraction:
        if order.ammo in ("smoke", "WP"):
            return Fraction(0)
        try:
            return p_nmc(look, plan_attack(look, self._side, order))
        except OpforError:
            return TO_HIT

    # -- movement ------------------------------------------------------------------

    def _move(self, look: Look) -> Command | None:
        """The next step of the move in hand, or a new one."""
        state, goals = look.state, self._goals(look)
        if state.move is not None:
            movers = [unit for unit in state.movers() if not unit.broken]
            ids = tuple(unit.id for unit in movers)
            if ids and goals and not state.move.stopped and not state.move.assault:
                step = self._step(look, ids, movers[0].location, goals)
                if step is not None:
                    return step
            return EndMove() if _allowed(look, self._side, EndMove()) else None
        for stack in self._stacks(look):
            aims = goals or (look.state.vpo if not stack[0].location else ())
            ids = tuple(unit.id for unit in stack)
            step = self._step(look, ids, stack[0].location, aims)
            if step is not None:
                return step
        return None

    def _stacks(self, look: Look) -> Iterator[tuple[Unit, ...]]:
        """Who could move together: two squads with a leader, nearest to the ENEMY."""
        by_place: dict[LocationName, list[Unit]] = {}
        for unit in look.state.units.values():
            mine = unit.side == self._side and unit.good_order and not unit.moved
            if mine and not (unit.pinned or unit.ti or unit.fired):
                by_place.setdefault(unit.location, []).append(unit)
        for units in by_place.values():
            leaders = [unit for unit in units if smc(look, unit)]
            squads = [unit for unit in units if not smc(look, unit)]
            for start in range(0, len(squads), TOGETHER):
                yield (*squads[start : start + TOGETHER], *leaders[:1])
                leaders = leaders[1:]
            yield from ((leader,) for leader in leaders)

    def _step(
        self,
        look: Look,
        ids: tuple[str, ...],
        here: LocationName,
        goals: Sequence[LocationName],
    ) -> MoveTo | None:
        """The step that leads on best, if it is better than to stay."""
        if not goals:
            return None
        stay = self._worth(look, here, goals) if here else None
        ways = [to for to, _ in look.world.ways(here)]
        ranked = sorted((self._worth(look, to, goals), to) for to in ways)
        for worth, to in ranked[: 12 if here == OFFBOARD else 4]:
            if stay is not None and worth >= stay:
                return None
            careful = bool(here) and self._danger(look, to) > 0 and not look.state.move
            for assault in (True, False) if careful else (False,):
                order = MoveTo(units=ids, to=to, assault=assault)
                if _allowed(look, self._side, order):
                    return order
        return None

    def _worth(
        self, look: Look, place: LocationName, goals: Sequence[LocationName]
    ) -> int:
        """What is left to go from a Location, more if it is crowded or in sight."""
        crowd = len(look.state.units_at(place, self._side))
        return (
            self._plan.far(place, goals)
            + UNDER_FIRE * self._danger(look, place)
            + (4 * crowd if crowd > TOGETHER else 0)
        )

    # -- RtPh, APh, CCPh -----------------------------------------------------------

    def _rout(self, look: Look) -> Command | None:
        """The rout into the Location that fewest enemies see."""
        ways = [o.order for o in self._offers(look) if isinstance(o.order, Rout)]
        return min(
            ways,
            key=lambda order: (self._danger(look, order.to), order.low_crawl, order.to),
            default=None,
        )

    def _advance(self, look: Look) -> Command | None:
        """An advance toward the goal, or against enemies whom it outnumbers."""
        goals = self._goals(look)
        best: tuple[int, Advance] | None = None
        for offer in self._offers(look):
            order = offer.order
            if not isinstance(order, Advance) or order.inside:
                continue
            gain = self._gain(look, order, goals)
            if gain > 0 and (best is None or gain > best[0]):
                best = gain, order
        return best[1] if best else None

    def _gain(self, look: Look, order: Advance, goals: Sequence[LocationName]) -> int:
        units = [look.state.units[id_] for id_ in order.units]
        here = units[0].location
        foes = [u for u in self._enemies(look) if u.location == order.to]
        if foes and len(units) <= len(foes):
            return 0
        if not goals:
            return 0
        if not any(mmc(look, unit) for unit in units):
            return 0
        before, after = (self._worth(look, at, goals) for at in (here, order.to))
        return before - after + (len(units) if foes else 0)

    def _combat(self, look: Look) -> Command | None:
        """The attack of most against all."""
        attacks = [
            o.order for o in self._offers(look) if isinstance(o.order, CloseCombat)
        ]
        return max(
            attacks,
            key=lambda order: (len(order.attackers), -len(order.defenders)),
            default=None,
        )


def _alone(order: Any) -> bool:
    return not getattr(order, "leader", "")


def _allowed(look: Look, side: Side, order: Command) -> bool:
    try:
        doings.check(look, side, order)
    except OpforError:
        return False
    return True
