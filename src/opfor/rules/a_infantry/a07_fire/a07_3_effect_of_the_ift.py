"""A7.3: what a result of the IFT does."""

from collections.abc import Sequence

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.a07_30_kia_k_and_mc import (
    casualties,
    checks,
    kia,
    pin_checks,
)
from opfor.rules.a_infantry.a07_fire.a07_ift import IftResult
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import (
    Loss,
    by_leadership,
    leader_loss,
)
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
