"""B28: A-P minefields: where they are, and the attack that they make."""

from collections.abc import Sequence
from fractions import Fraction

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a07_fire.attack import Attack, fp_attack
from opfor.state.play import GameView
from opfor.state.units import Fortification, LocationName, Side


def minefield(view: GameView, location: LocationName) -> Fortification | None:
    """The A-P minefield of a Location; only the ground level has one."""
    forts = view.state.fortifications_at(location) if view.state.fortifications else ()
    return next((f for f in forts if f.kind == "minefield" and f.fp), None)


@rule("B28.4", "A-P mine attack", exc=("deep snow halves them",), cites=("B28.41",))
def mine_attack(
    view: GameView, field: Fortification, ids: Sequence[str], side: Side
) -> Attack:
    """What a minefield does to units of a side that enter or leave it: 6, 8 or 12 FP.

    No TEM, neither FFMO nor FFNAM; concealed units meet it in full; only those who
    move are attacked, all of a stack by one attack.
    EXC: deep snow halves them, and adds one to the DR.
    """
    deep = view.state.weather.ground == "deep snow"
    return fp_attack(
        view,
        other(side),
        field.location,
        Fraction(field.fp, 2 if deep else 1),
        source="mines",
        mods=(Mod("mines in deep snow", 1, "B28.4"),) if deep else (),
        tem=False,
        targets=ids,
        halved=False,
    )
