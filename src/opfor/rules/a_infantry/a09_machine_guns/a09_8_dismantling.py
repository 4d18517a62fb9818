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
    # D-092: it stands in place of the unit's fire, so also of that of its other SW
    for left in play.state.weapons_of(owner.id):
        if left.id != weapon.id and not left.fired:
            with_it = fact("can_fire_no_more_with_other_work", unit=owner.id)
            play.emit(WeaponChanged(replace(left, fired=mark), with_it))


def check_assemble(view: GameView, side: Side, order: Assemble) -> None:
    """Raise Illegal if a SW may not be assembled or dismantled now (A9.8)."""
    weapon, owner = possessed(view, side, order.weapon, "A9.8")
    kind = view.world.counter(weapon.counter)
    if not dismantles(kind):
        raise Illegal("A9.8", f"{weapon.id} cannot be dismantled")
    if weapon.dm == order.dm:
        raise Illegal("A9.8", f"{weapon.id} is {'' if weapon.dm else 'not '}dm already")
    free_to_act(owner, "A9.8")
    # D-092: one SW fired beside which a squad has its own FP left counts too
    used = [sw.id for sw in view.state.weapons_of(owner.id) if sw.fired or sw.rof]
    if owner.fired or used:
        raise Illegal("A9.8", f"{' and '.join(used) or owner.id} has fired")
    ground = view.world.ground.terrain(view.world.locate(owner.location))
    if weapon.gun and not order.dm and (owner.crest or ground.name == "marsh"):
        raise Illegal("A9.8", f"{weapon.id} can only be dm here")
