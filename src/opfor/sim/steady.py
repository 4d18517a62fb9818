"""A FRIENDLY player that is a program: steady, no genius, and fair.

It orders what is legal, and sees what its side sees: of concealed ENEMY units only
where they are, of hidden ones nothing, of S? what everybody knows. Its judgement is in
`judgement.py`, moves in `movement.py`, fire in `fire.py`, advances and CC in
`close_combat.py`, routs in `rout.py`, set-up in `set_up.py`; vehicles in `vehicles.py`,
ordnance in `ordnance.py`; OBA in `artillery.py`, air support in `aircraft.py`.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import to_builtins

from opfor.core.ask import Adjudicate, Asked, Choose, Context, Order, Place
from opfor.core.errors import OpforError
from opfor.ports.program_players import Random
from opfor.rules.choices.offer import Offer
from opfor.rules.choices.orders import (
    ClaimWall,
    CloseCombat,
    Command,
    DropWeapon,
    EndMove,
    EndPhase,
    Fire,
    HoldFire,
    Rally,
    Recover,
    Repair,
    Rout,
)
from opfor.rules.d_vehicles.d05_crews import d05_341_way_home
from opfor.rules.orders.fire import a07_fire
from opfor.rules.sequence import legal_orders
from opfor.sim import close_combat, ordnance, rout, set_up
from opfor.sim.aircraft import sent
from opfor.sim.arms import allowed
from opfor.sim.artillery import Advice, directed
from opfor.sim.assault import charge, grenades
from opfor.sim.fire import FAIR, GOOD, SOME, Shooting
from opfor.sim.ground_plan import plan_of
from opfor.sim.judgement import Assessment
from opfor.sim.movement import Commitments, SideMoves, in_hand
from opfor.sim.temper import EVEN, Temper
from opfor.sim.vehicles import Armor, Memory
from opfor.state.play import FrozenView, GameView
from opfor.state.units import LocationName, Side
from opfor.state.world import World

LATE = 1.5
"""Turns to spare below which only a better shot is worth a move."""

VERY_GOOD = 2 / 3
"""p(NMC+) of such a shot."""

IDLE = (ClaimWall, DropWeapon)
"""What can be ordered without end, or again, and brings no part to its end."""


class Steady:
    """Advances by cover toward what is to be taken, or holds it; fires where it pays.

    Args:
        world: what the game is played on.
        seed: what its few arbitrary choices follow from.
        side: whose player it is.
        temper: how it weighs what it sees.
        roomy: of ways about equal it takes one that Overstacks nothing (A5.1).

    Attributes:
        why: the reason of its last answer, where it gives one.
    """

    human = False

    def __init__(
        self,
        world: World,
        seed: int | str,
        *,
        side: Side = "FRIENDLY",
        temper: Temper = EVEN,
        roomy: bool = False,
    ) -> None:
        self._world, self._side, self._temper = world, side, temper
        self._roomy = roomy
        self._chance = Random(world, seed)
        self._routes: Memory = {}
        self._mind = Commitments()
        self.why = ""

    def answer(self, asked: Asked, context: Context) -> Any:
        """An order, or an answer to a question."""
        request, self.why = asked.request, ""
        view = FrozenView.of(context.state, self._world)
        match request:
            case Order():
                return to_builtins(self._order(view))
            case Choose(options=options):
                return options[0].key
            case Place(things=things, places=places):
                return set_up.places(view, things, [str(at) for at in places])
            case Adjudicate():
                return self._chance.answer(asked, context)
        raise OpforError(f"a player cannot answer {asked}")

    def way(self, ids: Sequence[str]) -> Sequence[LocationName]:
        """Where a stack that it has made set out goes, from its start to its end."""
        return self._mind.ways.get(tuple(ids), ())

    def _order(self, view: GameView) -> Command:
        judge = Assessment(view, self._side, plan_of(view.world), self._temper)
        state = view.state
        if state.window and state.window.asked:
            return self._fire_at_movers(judge)
        if advice := self._support(judge):
            self.why = advice.why
            return advice.order
        found: Command | None = None
        match state.phase:
            case "RPh":
                found = self._first(view, (Rally, Repair, Recover))
            case "PFPh":
                found = self._fire(judge, self._prep_fire(judge))
            case "MPh":
                found = self._move(judge)
            case "DFPh" | "AFPh":
                found = self._fire(judge, SOME)
            case "RtPh":
                found = rout.rout(judge, self._offers(view, Rout))
            case "APh":
                found = close_combat.advance(judge)
            case "CCPh":
                found = close_combat.combat(judge, self._offers(view, CloseCombat))
        return found or self._done(view)

    def _done(self, view: GameView) -> Command:
        """The end of the part, or what must be done before it."""
        if allowed(view, self._side, EndPhase()):
            return EndPhase()
        if homeward := d05_341_way_home.due(view, self._side):
            return homeward
        idle: Command | None = None
        for offer in self._offers(view):
            if not isinstance(offer.order, IDLE):
                return offer.order
            idle = idle or offer.order
        assert idle is not None  # noqa: S101 - who has nothing to order is not asked
        return idle

    def _offers(self, view: GameView, *only: type[Command]) -> Iterator[Offer]:
        return legal_orders.legal(view, self._side, *only)

    def _first(self, view: GameView, kinds: Sequence[type[Any]]) -> Command | None:
        """The first order of the first of some kinds; leaders rally first."""
        found = [offer.order for offer in self._offers(view, *kinds)]
        found.sort(key=lambda order: (kinds.index(type(order)), _alone(order)))
        return found[0] if found else None

    def _support(self, judge: Assessment) -> Advice | None:
        """What OBA and aircraft do, ahead of the other fire of the phase."""
        state = judge.view.state
        if state.phase not in ("PFPh", "DFPh"):
            return None
        found = directed(judge) if state.batteries else None
        return found or (sent(judge) if state.planes else None)

    # -- fire ----------------------------------------------------------------------

    def _prep_fire(self, judge: Assessment) -> float:
        """How good a shot must be to be better than a move."""
        if self._temper.prep is not None:
            return self._temper.prep
        if judge.holds:
            return SOME
        return VERY_GOOD if judge.spare_turns() < LATE else GOOD

    def _fire(self, judge: Assessment, least: float) -> Command | None:
        if not judge.known_enemies:
            return None
        if judge.heavy and (shot := ordnance.best(judge, least=least)):
            return shot
        found = Shooting(judge, self._thinkable(judge.view)).best(least=least)
        return found if found and allowed(judge.view, self._side, found) else None

    def _thinkable(self, view: GameView) -> Iterator[Fire]:
        """Fire to choose from: of all that is legal most would only be looked at."""
        if not view.state.window:
            return a07_fire.thinkable(view, self._side)
        offers = self._offers(view, Fire)
        return (o.order for o in offers if isinstance(o.order, Fire))

    def _fire_at_movers(self, judge: Assessment) -> Command:
        """A fair shot; any at all where fire is mandatory."""
        if found := self._fire(judge, FAIR):
            return found
        hold = HoldFire()
        if allowed(judge.view, self._side, hold):
            return hold
        return self._fire(judge, 0.0) or self._done(judge.view)

    # -- movement ------------------------------------------------------------------

    def _move(self, judge: Assessment) -> Command | None:
        """The next step of the move in hand, or a new one."""
        march, view = SideMoves(judge, self._mind, roomy=self._roomy), judge.view
        armor = Armor(judge, self._routes)
        if armor.in_hand():
            return armor.order() or self._halt(view)
        if view.state.move is not None:
            movers = in_hand(judge)
            found = movers and (charge(judge, movers) or march.step(movers))
            if found:
                return found
            return self._halt(view)
        for stack in march.stacks():
            if placed := charge(judge, stack):
                return placed
            if step := march.step(stack):
                return grenades(judge, stack, step) or step
        return armor.order()

    def _halt(self, view: GameView) -> EndMove | None:
        return EndMove() if allowed(view, self._side, EndMove()) else None


def _alone(order: Any) -> bool:
    return not getattr(order, "leader", "")
