"""A7 in play: fire orders, and attacks on Locations that may hold S?.

Here core ASL and Chapter S meet: S? in an attacked Location are checked for
Activation before the result is applied (S3.31a).
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from opfor.core.dice import Rolled
from opfor.rules.a_infantry.a07_fire.a07_1_prep_offers import (
    attacks,
    enemy_locations,
    groups,
)
from opfor.rules.a_infantry.a07_fire.a07_3_resolution import resolve
from opfor.rules.a_infantry.a07_fire.a07_4_plan import plan_attack
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.choices.offer import Offer
from opfor.rules.choices.orders import Fire
from opfor.rules.s_solitaire.s03_activation.s03_3_hold import unveil_attacked
from opfor.state.play import GameView, Play
from opfor.state.units import Side


def offer_fire(view: GameView, side: Side) -> Iterator[Offer]:
    """Attacks that make sense: at enemy units, and for the FRIENDLY side at S?."""
    targets = enemy_locations(view, side)
    if side == "FRIENDLY":
        targets += [s.location for s in view.state.suspects_onboard()]
    yield from attacks(view, side, tuple(dict.fromkeys(targets)))


def thinkable(view: GameView, side: Side) -> Iterator[Fire]:
    """Attacks at enemy units for a player to choose from; a rule may yet forbid one."""
    for order, _ in groups(view, side, enemy_locations(view, side)):
        yield order


def check_fire(view: GameView, side: Side, order: Fire) -> None:
    """Raise Illegal if an attack breaks a rule."""
    plan_attack(view, side, order)


def do_fire(play: Play, side: Side, order: Fire) -> None:
    """Make the attack that an order plans."""
    attack(play, plan_attack(play, side, order))


def attack(
    play: Play, made: Attack, *, targets: Sequence[str] | None = None
) -> Rolled | None:
    """Resolve an attack on the IFT, whatever its FP come from.

    Args:
        play: the game.
        made: the attack.
        targets: who is attacked, in place of those that it names.

    Returns:
        The IFT DR; None if the player rolled on his table.
    """
    if targets is not None:
        made = replace(made, targets=tuple(targets))
    return resolve(play, made, unveil=unveil_attacked)
