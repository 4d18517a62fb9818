"""A7.3: what a result of the IFT does."""

from collections.abc import Iterable, Sequence

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
    Losses,
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
    losses: Losses = None,
) -> None:
    """Do to units of one Location what a result of the IFT says, or ask (D-201).

    Args:
        play: the game.
        result: what the IFT gives.
        units: ids of the units attacked.
        drm: more DRM of their MC, such as those of WP.
        leaders_first: leaders check first, the best first; otherwise as given.
        losses: where losses of leaders are noted, if more of the attack is to come;
            None: LLMC and LLTC follow at once.
    """
    ids = [id_ for id_ in units if id_ in play.state.units]
    # A10.2: leaders check first, the best of them first
    if leaders_first:
        ids = by_leadership(play, ids)
    if on_table(play, "morale"):
        report_units(play, ids, f"a {result} on {', '.join(ids)}")
        return
    noted = [] if losses is None else losses
    match result.kind:
        case "KIA":
            kia(play, ids, result.number, noted)
        case "K":
            casualties(play, ids, result.number, drm, noted)
        case "MC":
            checks(play, ids, result.number, drm, noted)
        case "PTC":
            pin_checks(play, ids)
    if losses is None:
        leaders_lost(play, noted)


def leaders_lost(play: Play, losses: Iterable[Loss]) -> None:
    """LLMC and LLTC, once all have checked (A10.2)."""
    for loss in losses:
        leader_loss(play, loss)
