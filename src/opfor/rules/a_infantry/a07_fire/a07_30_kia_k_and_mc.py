"""A7.301 to A7.305: KIA, K, MC and PTC by fire."""

from collections.abc import Sequence

from opfor.core.dice import random_selection
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.a07_8_pin import pin
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import (
    Losses,
    break_unit,
    by_leadership,
    casualty_reduction,
    eliminate,
    morale_check,
)
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import unpinnable
from opfor.state.play import Play


@rule("A7.301", "KIA", cites=("A10.4", "A7.302"))
def kia(play: Play, ids: Sequence[str], number: int, losses: Losses = None) -> None:
    """Random Selection of so many units: they die; all others break.

    Those that cannot break suffer Casualty Reduction.
    """
    # A7.301: so many die
    dead = random_selection(
        play, ids, number=number, purpose=fact("kia", number=number)
    )
    for id_ in dead:
        eliminate(play, id_, fact("eliminated_by_a_kia"), losses=losses)
    # A7.301: all others break
    for id_ in ids:
        if id_ not in dead:
            break_unit(play, id_, losses=losses)


@rule("A7.303", "K of the IFT", cites=("A7.302", "A7.304"))
def casualties(
    play: Play,
    ids: Sequence[str],
    number: int,
    drm: Sequence[Mod] = (),
    losses: Losses = None,
) -> None:
    """Random Selection of one unit for Casualty Reduction; then all make a MC."""
    # A7.303: one suffers Casualty Reduction
    hit = random_selection(play, ids, purpose=fact("k", number=number))
    left: list[str] = []
    for id_ in ids:
        left += casualty_reduction(play, id_, losses=losses) if id_ in hit else (id_,)
    # A7.303: all that are left make a MC, a new HS too
    checks(play, by_leadership(play, left), number, drm, losses)


@rule("A7.304", "MC by fire")
def checks(
    play: Play,
    ids: Sequence[str],
    number: int,
    drm: Sequence[Mod] = (),
    losses: Losses = None,
) -> None:
    """A MC of each unit, with the number of the result as DRM."""
    own = [Mod(f"{number}MC", number, "A7.304")] if number else []
    for id_ in ids:
        if id_ in play.state.units:
            morale_check(play, id_, [*own, *drm], losses=losses)


@rule("A7.305", "PTC", exc=("units that are broken, pinned or never pinned",))
def pin_checks(play: Play, ids: Sequence[str]) -> None:
    """A TC of each unit; who fails it is pinned.

    EXC: units that are broken, pinned already, or are never pinned.
    """
    for id_ in ids:
        unit = play.state.units[id_]
        if unit.pinned or unpinnable(play, unit):
            continue
        # A7.8: who fails is pinned
        if not morale_check(play, id_, task=True, cause=fact("ptc")).passed:
            pin(play, id_)
