"""How the ENEMY makes up an attack on a Target it has chosen (S8.p8, p9, p11, p12).

Who of a Location fires with what, who directs it, and which Locations join. Nothing is
asked and nothing changes: what is best follows from the state, and is kept as long as
the state lasts.
"""

from collections.abc import Iterable

from opfor.rules.s_solitaire.s08_fire.planned_attack import apart, by_itself, planned
from opfor.rules.s_solitaire.s08_fire.rated_attack import RatedAttack
from opfor.rules.s_solitaire.s08_fire.s08_p3_armor_by_ordnance import shot_alone
from opfor.rules.s_solitaire.s08_fire.s08_p3_infantry_pf_atr_and_mg import light_shots
from opfor.rules.s_solitaire.s08_fire.s08_p8_leaders import directed
from opfor.rules.s_solitaire.s08_fire.s08_p9_use_of_sw import weapons_used
from opfor.rules.s_solitaire.s09_vehicles.s09_34_ammunition import (
    known_vehicles,
)
from opfor.state.play import GameView
from opfor.state.units import LocationName

# -- one attack --------------------------------------------------------------------


def best_attack(
    view: GameView, things: tuple[str, ...], target: LocationName
) -> RatedAttack | None:
    """The best attack on a Target by the things of one Location; None if there is none.

    Args:
        view: the game.
        things: ids of the units and Weapons that may take part.
        target: the Location attacked.
    """
    key = ("volley", things, target)
    return view.world.once(view.state, key, lambda: _best_attack(view, things, target))


def _best_attack(
    view: GameView, things: tuple[str, ...], target: LocationName
) -> RatedAttack | None:
    # S8.p4: ordnance, FT and DC fire first, each by itself.
    alone = [thing for thing in things if by_itself(view, thing)]
    shots = [shot for thing in alone if (shot := shot_alone(view, thing, target))]
    best = max(shots, key=lambda shot: shot.chance, default=None)
    if best is not None and best.effect:
        return best
    rest = tuple(thing for thing in things if thing not in alone)
    # S8.p9: what each unit fires; S8.p8: who directs.
    parts = (weapons_used(view, part, target) for part in apart(view, rest))
    groups = [made for part in parts if part and (made := directed(view, part, target))]
    group = max(groups, key=lambda made: (made.chance, made.effect), default=None)
    # S8.p3: a PF, ATR or MG at a vehicle, if that is better.
    shot = at_armor(view, rest, target)
    if shot and (group is None or not group.effect or shot.chance > group.chance):
        return shot
    return group


def at_armor(
    view: GameView, things: Iterable[str], target: LocationName
) -> RatedAttack | None:
    """The best shot of PF, ATR or MG at a vehicle of a Location; None without one."""
    if not known_vehicles(view, target):
        return None
    orders = [order for thing in things for order in light_shots(view, thing, target)]
    shots = [shot for order in orders if (shot := planned(view, order)) and shot.effect]
    return max(shots, key=lambda shot: (shot.chance, shot.effect), default=None)
