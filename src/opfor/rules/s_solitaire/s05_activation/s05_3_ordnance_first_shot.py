"""S5.3: what just-Activated ordnance fires."""

from fractions import Fraction

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.choices.orders import Fire
from opfor.rules.s_solitaire.s08_fire.s08_p3_infantry_pf_atr_and_mg import light_shots
from opfor.rules.s_solitaire.s08_fire.s08_p3_kill_chance import chances
from opfor.rules.s_solitaire.s09_vehicles.s09_34_ammunition import shots_at_vehicles
from opfor.state.play import GameView
from opfor.state.units import LocationName


@rule("S5.3/ordnance", "What just-Activated ordnance fires", cites=("S5.3", "S9.34"))
def first_shot(view: GameView, thing: str, at: LocationName) -> Fire:
    """The shot of what was just Activated: at the vehicle that moves.

    With what is most likely to eliminate it; else as at Infantry.
    """

    def rated(order: Fire) -> tuple[Fraction, Fraction]:
        try:
            found = chances(view, order, activated=True)
        except Illegal:
            return Fraction(0), Fraction(0)
        return (found.kill, found.effect) if found else (Fraction(0), Fraction(0))

    orders = [*shots_at_vehicles(view, thing, at), *light_shots(view, thing, at)]
    best = max(orders, key=rated, default=None)
    return best if best and rated(best)[1] else Fire((thing,), at)
