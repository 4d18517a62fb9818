"""S8: Ordnance fires at vehicles before Infantry."""

from opfor.core.rule import rule
from opfor.rules.s_solitaire.s08_fire.planned_attack import planned
from opfor.rules.s_solitaire.s08_fire.rated_attack import RatedAttack
from opfor.rules.s_solitaire.s08_fire.s08_p9_ife import at_personnel
from opfor.rules.s_solitaire.s09_vehicles.s09_34_ammunition import shots_at_vehicles
from opfor.state.play import GameView
from opfor.state.units import LocationName


def shot_alone(view: GameView, thing: str, target: LocationName) -> RatedAttack | None:
    """The attack of one thing by itself, worked out once."""
    key = ("alone", thing, target)
    return view.world.once(view.state, key, lambda: _by_one(view, thing, target))


@rule("S8.p3/armor", "Ordnance at vehicles before Infantry", cites=("S9.34", "S8.p3"))
def _by_one(view: GameView, thing: str, target: LocationName) -> RatedAttack | None:
    """The attack of one thing by itself: at a vehicle if it could harm it (D-341).

    With the ammunition that is most likely to eliminate it.
    """
    orders = shots_at_vehicles(view, thing, target)
    shots = [shot for order in orders if (shot := planned(view, order)) and shot.effect]
    best = max(shots, key=lambda shot: (shot.chance, shot.effect), default=None)
    return best or at_personnel(view, thing, target)
