"""Small fire fights for tests: units in words, a phase, and a look at the plan."""

from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from opfor.core.game import Game
from opfor.rules.a_infantry.a07_fire.a07_4_plan import plan_attack
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.choices.orders import Fire
from opfor.rules.orders.fire.a07_3_attacks import do_fire
from opfor.state.events import PhaseBegan, UnitChanged, WeaponAdded
from opfor.state.play import FrozenView, Play
from opfor.state.state import State
from opfor.state.units import LocationName, Phase, Side, Unit, Weapon
from tests.rules.given.world import MISSION, game, world

BOARD = """
board: t
size: 24x10
woods: H5 N7
stone building 1: F2+F3
wooden building: F7
grain: J5
hedge: L5/5
level 1: P2 P3 Q2 Q3 R2 R3
level 2: W8
marsh: T5
"""
SCENERY = world(BOARD, MISSION)


def unit(id_: str, counter: str, at: str, **states: Any) -> Unit:
    """A unit; ids of the ENEMY begin with e."""
    side: Side = "ENEMY" if id_.startswith("e") else "FRIENDLY"
    where = LocationName(at)
    return Unit(id=id_, side=side, counter=counter, location=where, **states)


def sw(id_: str, counter: str, owner: str, **states: Any) -> Weapon:
    """A SW in somebody's possession."""
    return Weapon(id=id_, counter=counter, owner=owner, **states)


def scene(*things: Unit | Weapon, phase: Phase = "PFPh", **state: Any) -> FrozenView:
    """A moment of a game, FRIENDLY being the ATTACKER unless said."""
    return FrozenView(
        State(
            mission=MISSION,
            ready=True,
            turn=1,
            phase=phase,
            units={t.id: t for t in things if isinstance(t, Unit)},
            weapons={t.id: t for t in things if isinstance(t, Weapon)},
            **state,
        ),
        SCENERY,
    )


def planned(
    view: FrozenView, firers: str, target: str, leaders: str = "", **order: Any
) -> Attack:
    """The attack of some firers, ids apart by spaces, by whoever they are."""
    side: Side = "ENEMY" if firers.startswith("e") else "FRIENDLY"
    ids = tuple(firers.split()), tuple(leaders.split())
    return plan_attack(view, side, Fire(ids[0], LocationName(target), ids[1], **order))


def fp(attack: Attack) -> Fraction:
    """Its FP, written short."""
    return attack.fp


def drm(attack: Attack) -> dict[str, int]:
    """Its DRM by name."""
    return {mod.name: mod.value for mod in attack.drm}


def fought(
    *dice: str,
    things: tuple[Unit | Weapon, ...],
    orders: tuple[Fire, ...],
    phase: Phase = "PFPh",
    side: Side = "FRIENDLY",
    board: str = BOARD,
    **more: Any,
) -> Game[State]:
    """A phase in which a side gives some Fire orders, with scripted dice."""
    units = {t.id: t for t in things if isinstance(t, Unit)}
    weapons = [t for t in things if isinstance(t, Weapon)]

    def run(play: Play) -> None:
        play.emit(PhaseBegan(1, side, phase))
        for new in units.values():
            play.emit(UnitChanged(new, "as it is"))
        for weapon in weapons:
            play.emit(WeaponAdded(weapon))
        firing: Side = side if phase in ("PFPh", "AFPh") else _other(side)
        for order in orders:
            do_fire(play, firing, order)

    named = {u.id: (u.counter, u.location) for u in units.values()}
    friends = {i: (c, str(at)) for i, (c, at) in named.items() if i[0] != "e"}
    enemies = {i: (c, str(at)) for i, (c, at) in named.items() if i[0] == "e"}
    return game(*dice, board=board, units=friends, enemies=enemies, run=run, **more)


def _other(side: Side) -> Side:
    return "ENEMY" if side == "FRIENDLY" else "FRIENDLY"


def shoot(firers: str, target: str, leaders: str = "", **order: Any) -> Fire:
    """A Fire order, ids apart by spaces."""
    ids = tuple(firers.split()), tuple(leaders.split())
    return Fire(ids[0], LocationName(target), ids[1], **order)


def marked(thing: Unit, **states: Any) -> Unit:
    """A unit with more states."""
    return replace(thing, **states)
