"""A7.3: what a result of the IFT does to the units of a Location."""

from collections.abc import Sequence

from opfor.core.dice import random_selection
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.ift import IftResult
from opfor.rules.a_infantry.a07_fire.pin import pin
from opfor.rules.a_infantry.a10_morale.effects import (
    Loss,
    Losses,
    break_unit,
    by_leadership,
    casualty_reduction,
    eliminate,
    leader_loss,
    morale_check,
)
from opfor.rules.a_infantry.a10_morale.levels import unpinnable
from opfor.rules.a_infantry.on_table import on_table, report_units
from opfor.state.play import Play


@rule("A7.3/effect", "Results of the IFT", cites=("A10.2",))
def apply_result(
    play: Play,
    result: IftResult,
    units: Sequence[str],
    *,
    drm: Sequence[Mod] = (),
    leaders_first: bool = True,
) -> None:
    """Do to units of one Location what a result of the IFT says, or ask (D-201).

    Args:
        play: the game.
        result: what the IFT gives.
        units: ids of the units attacked.
        drm: more DRM of their MC, such as those of WP.
        leaders_first: leaders check first, the best first; otherwise as given.
    """
    ids = [id_ for id_ in units if id_ in play.state.units]
    # A10.2: leaders check first, the best of them first
    if leaders_first:
        ids = by_leadership(play, ids)
    if on_table(play, "morale"):
        report_units(play, ids, f"a {result} on {', '.join(ids)}")
        return
    losses: list[Loss] = []
    match result.kind:
        case "KIA":
            kia(play, ids, result.number, losses)
        case "K":
            casualties(play, ids, result.number, drm, losses)
        case "MC":
            checks(play, ids, result.number, drm, losses)
        case "PTC":
            pin_checks(play, ids)
    # A10.2: LLMC and LLTC once all have checked
    for loss in losses:
        leader_loss(play, loss)


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
