"""C3: the shots by ordnance that `legal` shows."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from opfor.core.errors import Illegal
from opfor.rules.asl.a01_units import onboard
from opfor.rules.asl.a03_sequence import other
from opfor.rules.asl.a08_first_fire import target_of_window
from opfor.rules.asl.c02_ordnance import ordnance, working
from opfor.rules.asl.c03_plan import plan_shot
from opfor.rules.asl.c03_to_hit import ToHit, to_hit_odds
from opfor.rules.doing import Offer
from opfor.rules.orders import Fire
from opfor.state.play import Look
from opfor.state.units import LocationName, Side, Unit, Weapon


def shots(look: Look, side: Side) -> Iterator[Offer]:
    """Every shot that ordnance of a side can make now at what it can hit there."""
    guns = _ready(look, side)
    if not guns:
        return
    places = list(_places(look, side))
    for unit, weapon in guns:
        for target in places:
            yield from _offers(look, side, unit, weapon, target)


def _ready(look: Look, side: Side) -> list[tuple[Unit, Weapon]]:
    found = []
    for weapon in look.state.weapons.values():
        unit = look.state.units.get(weapon.owner)
        if unit is None or unit.side != side or unit.broken or not working(weapon):
            continue
        if ordnance(look, weapon) is not None:
            found.append((unit, weapon))
    return found


def _places(look: Look, side: Side) -> Iterable[LocationName]:
    """Where there is something to fire at: units and S?; in the MPh what moves."""
    if look.state.phase == "MPh":
        return [target_of_window(look)]
    found = dict.fromkeys(
        unit.location for unit in onboard(look, other(side)) if not unit.hidden
    )
    if side == "FRIENDLY":
        found |= dict.fromkeys(s.location for s in look.state.suspects.values())
    return [place for place in found if place]


def _offers(
    look: Look, side: Side, unit: Unit, weapon: Weapon, target: LocationName
) -> Iterator[Offer]:
    piece = ordnance(look, weapon)
    if piece is None:
        return
    smokes = [ammo for ammo in ("smoke", "WP") if ammo in piece.ammo]
    for ammo in ("", *smokes):
        order = Fire((weapon.id,), target, ammo=ammo)  # type: ignore[arg-type] # words of the order
        try:
            shot = plan_shot(look, side, order)
        except Illegal:
            continue
        if not (shot.aims or shot.type == "area"):
            continue
        yield Offer(order, label_of(unit, shot), (target, unit.location))


def label_of(unit: Unit, shot: ToHit) -> str:
    """What a shot is, in a few words, with its chance."""
    hit = max(to_hit_odds(shot).hit.values(), default=Fraction(0))
    name = f"{shot.piece.name} {shot.ammo}" if shot.smoke else shot.piece.name
    return f"{name} of {unit.id} at {shot.target} ({float(hit):.0%} to hit)"
