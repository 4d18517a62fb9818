"""A21: Weapons in the hands of the other side."""

from msgspec import Struct

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import piece
from opfor.state.play import GameView
from opfor.state.units import Unit, Weapon

BREAKDOWN, ROF = -2, -1


class Captured(Struct, frozen=True):
    """How a Weapon fires for a user: its B#, X# and ROF then."""

    breakdown: int
    removal: int
    rof: int


@rule("A21.1", "Captured Weapons", exc=("not by a nation that shares its counters",))
def captured(view: GameView, weapon: Weapon, user: Unit) -> bool:
    """Whether a Weapon is captured equipment to a user.

    EXC: not if the user's nation takes its counters from the Weapon's, or both from
    one base, nor if the nation that his side is played as was given such Weapons.
    """
    if weapon.side:
        return weapon.side != user.side
    made, mission = view.world.counter(weapon.counter).nation, view.state.mission
    own = mission.enemy if user.side == "ENEMY" else mission.friendly
    if made == view.world.national(own, "equipment"):
        return False
    return view.world.root(made) != view.world.root(piece(view, user).nation)


@rule("A21.11", "How captured Weapons fire", cites=("A9.7",))
def in_use(view: GameView, weapon: Weapon, user: Unit) -> Captured:
    """The B#, X# and ROF of a Weapon for a user.

    Captured: B# or X# two lower, where the old B# acts as X#, and ROF one lower.
    """
    counter = view.world.counter(weapon.counter)
    now = Captured(
        getattr(counter, "breakdown", 0),
        getattr(counter, "removal", 0),
        getattr(counter, "rof", 0),
    )
    if not captured(view, weapon, user):
        return now
    if now.removal:
        return Captured(0, now.removal + BREAKDOWN, max(0, now.rof + ROF))
    return Captured(now.breakdown + BREAKDOWN, now.breakdown, max(0, now.rof + ROF))
