"""S5.73: generation of leaders."""

from collections.abc import Sequence

from opfor.core.dice import dice_roll, die_roll
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.s_solitaire.s04_human_wave.s04_3_human_wave import leader_drm
from opfor.rules.s_solitaire.s05_activation.group import (
    ActivatedGroup,
    add_unit,
    date_mods,
    drm,
    look_up,
    type_of,
)
from opfor.rules.s_solitaire.s05_activation.s05_7_countermix import until_available
from opfor.rules.s_solitaire.s12_random_events.s12_p10_effects import lasts
from opfor.state.counters import MMC, SMC
from opfor.state.play import Play


@rule("S5.73", "Leader Generation", cites=("S5.32",))
def leader(play: Play, party: ActivatedGroup) -> list[str]:
    """A leader by {x3}, or none; before 10/42 a Russian one may be a Commissar."""
    name = until_available(play, lambda: leader_type(play, party, ()) or "none")
    if name in ("", "none"):
        return []
    return [add_unit(play, party, play.world.enemy.counter(name))]


def leader_type(play: Play, party: ActivatedGroup, more: Sequence[Mod]) -> str:
    """The type of a leader, by table and DRM."""
    # S5.73: DRM for who comes with him, and of a wave (S4.35)
    company = [*_company(play, party), *leader_drm(play, party.suspect.wave)]
    mods = [*date_mods(play, "x3-drm", "S5.73"), *company, *more]
    # S12.22: fresh troops have better leaders
    if lasts(play, "better leaders"):
        mods.append(Mod("fresh troops", -1, "S12.22"))
    # S5.73: a DR on {x3}
    roll = dice_roll(play, fact("leader"), mods)
    row = look_up(play, "x3", roll, column="leader")
    name = "" if row.result == "none" else str(row.result)
    # S5.73: he may be a Commissar
    return _commissar(play, name) if name else ""


def _company(play: Play, party: ActivatedGroup) -> list[Mod]:
    """The DRM of {x3} for the MMC that come with the leader."""
    types = [type_of(play, unit) for unit in party.units]
    qualities = [mmc.quality for mmc in types if isinstance(mmc, MMC)]
    mods = []
    if "elite" in qualities:
        mods.append(drm(play, "x3-cumulative", "S5.73", "elite MMC"))
    if qualities and set(qualities) <= {"green", "conscript"}:
        mods.append(drm(play, "x3-cumulative", "S5.73", "no better than conscript"))
    return mods


def _commissar(play: Play, name: str) -> str:
    """The leader, or the Commissar whom a subsequent dr puts in his place."""
    if not play.world.fact("commissars"):
        return name
    grade = play.world.enemy.counter(name)
    better = isinstance(grade, SMC) and grade.morale >= 8 and grade.modifier < 0
    column = "8-1 or better" if better else "8-0 or worse"
    roll = die_roll(play, fact("commissar"))
    row = look_up(play, "commissar", roll, leader=column)
    return name if row.result == "none" else str(row.result)
