"""A9.8: SW are assembled and dismantled."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a04_movement.a04_4_weapons import (
    free_to_act,
    in_new_hands,
    possessed,
)
from opfor.rules.a_infantry.a04_movement.a04_42_portage import dismantles
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_by
from opfor.rules.choices.orders import Assemble
from opfor.state.events import UnitChanged, WeaponChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Fired, GunState, Phase, Side

MARK: Mapping[Phase, Fired] = MappingProxyType(
    {"PFPh": "prep", "DFPh": "final", "AFPh": "prep"}
)
"""What a unit that assembles or dismantles lies under, as if it had fired (D-092).

Of the AFPh nothing is left in the other side's Player Turn (A3.5).
"""


@rule("A9.8", "Dismantled SW")
def do_assemble(play: Play, _side: Side, order: Assemble) -> None:
    """A unit assembles or dismantles a SW instead of firing in a fire phase (D-092).

    A mortar of up to 82mm that is a Gun too, whose CA and emplacement are gone then.
    Reading: D-362.
    """
    weapon = play.state.weapons[order.weapon]
    lose_by(play, weapon.owner, "other action")
    owner = play.state.units[weapon.owner]
    mark = MARK.get(play.state.phase or "PFPh", "prep")
    done = fact("has_dismantled" if order.dm else "has_assembled", weapon=weapon.id)
    play.emit(UnitChanged(replace(owner, fired=mark), done))
    # C6.4: what was acquired is lost
    if order.dm:
        weapon = in_new_hands(weapon)
    gun = weapon.gun and GunState()
    now = replace(weapon, dm=order.dm, fired=mark, gun=gun)
    play.emit(WeaponChanged(now, fact("dismantled" if order.dm else "assembled")))


def check_assemble(view: GameView, side: Side, order: Assemble) -> None:
    """Raise Illegal if a SW may not be assembled or dismantled now (A9.8)."""
    weapon, owner = possessed(view, side, order.weapon, "A9.8")
    kind = view.world.counter(weapon.counter)
    if not dismantles(kind):
        raise Illegal("A9.8", f"{weapon.id} cannot be dismantled")
    if weapon.dm == order.dm:
        raise Illegal("A9.8", f"{weapon.id} is {'' if weapon.dm else 'not '}dm already")
    free_to_act(owner, "A9.8")
    if owner.fired or weapon.fired:
        raise Illegal("A9.8", f"{owner.id} or {weapon.id} has fired")
    ground = view.world.ground.terrain(view.world.locate(owner.location))
    if weapon.gun and not order.dm and (owner.crest or ground.name == "marsh"):
        raise Illegal("A9.8", f"{weapon.id} can only be dm here")
