"""A10: what MC do to units: they break, are pinned, reduced, replaced, or excel.

Where `losses` is given, a leader's loss is only noted there; the caller makes the
checks for it (A10.2) once the whole attack is resolved (D-090).
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.dice import Rolled
from opfor.core.fact import Fact, fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_23_morale_level import morale_level
from opfor.rules.a_infantry.a01_personnel.a01_24_units import (
    dummy,
    leader,
    mmc,
    out_of_panic,
    piece,
    smc,
)
from opfor.rules.a_infantry.a07_fire.a07_8_pin import pin
from opfor.rules.a_infantry.a10_morale.a10_1_check_dr import (
    FATE,
    HEAT,
    Check,
    make_check,
)
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import (
    modifier,
    together,
    unbreakable,
    unpinnable,
)
from opfor.rules.a_infantry.a10_morale.g01_12_step_reduction import step_reduction
from opfor.rules.a_infantry.a12_concealment.a12_11_concealment import vanish
from opfor.rules.a_infantry.a15_heat_of_battle.a15_1_heat_of_battle import (
    heat_of_battle,
)
from opfor.rules.a_infantry.a17_wounds import survives, wound
from opfor.rules.a_infantry.a19_unit_substitution.a19_1_elr import (
    beyond_elr,
    demote,
    disrupts,
    exchange,
)
from opfor.rules.a_infantry.a20_prisoners.a20_3_no_quarter import surrender
from opfor.rules.a_infantry.a20_prisoners.a20_5_guards import free, share_out
from opfor.rules.a_infantry.a20_prisoners.a20_21_who_surrenders import captors
from opfor.rules.a_infantry.a26_victory.a26_2_victory_points import casualty, reduced
from opfor.state.counters import MMC, SMC
from opfor.state.events import UnitChanged, UnitRemoved
from opfor.state.play import GameView, Play
from opfor.state.units import Unit


class Loss(Struct, frozen=True):
    """A leader who is eliminated, or who breaks.

    Args:
        leader: he as he was.
        level: his Morale Level before.
        broken: he only breaks.
    """

    leader: Unit
    level: int
    broken: bool = False


Losses = list[Loss] | None
"""Where losses are noted; None: their checks are made at once."""

ELIMINATED = fact("eliminated")
"""Why a unit is gone of which there is no more to say."""


def morale_check(
    play: Play,
    id_: str,
    drm: Sequence[Mod] = (),
    *,
    task: bool = False,
    cause: Fact | None = None,
    dice: tuple[int, ...] = (),
    losses: Losses = None,
) -> Check:
    """Make a unit's MC, or its TC, which only tells whether it is passed (A10.1).

    A MC has its effects at once: pin, breaking, ELR, Casualty Reduction, Heat of
    Battle. `dice` that have fallen already count in place of a DR (A8.31).
    EXC: a dummy makes none: it goes (A12.11).
    """
    unit = play.state.units[id_]
    # A12.11: a dummy goes
    if dummy(unit):
        vanish(play, unit, cause or fact("a_mc"))
        return Check(id_, Rolled(()), 0, task)
    check = make_check(play, unit, drm, task=task, cause=cause, dice=dice)
    if not task:
        _after(play, check, losses=losses)
    return check


def _after(play: Play, check: Check, *, losses: Losses) -> None:
    """What a MC does, in the order of the book."""
    unit = play.state.units[check.unit]
    # A10.31: an Original 12
    if check.rolled.original == FATE:
        fate(play, unit, check, losses=losses)
    # A10.3: failed
    elif not check.passed:
        fail(play, unit, check, losses=losses)
    # A7.8: passed by the highest DR that does: pinned
    elif check.margin == 0:
        pin(play, unit.id)
    # A15.1: an Original 2
    if check.rolled.original == HEAT and unit.id in play.state.units:
        heat(play, unit.id)


def heat(play: Play, id_: str) -> None:
    """Heat of Battle, and the surrender that it can end in (A15.1, A15.5).

    Who surrenders breaks and is Disrupted; an ADJACENT captor takes him at once.
    """
    if heat_of_battle(play, id_) != "surrender":
        return
    # A15.5: it breaks, is Disrupted, and surrenders if it can
    if not play.state.units[id_].broken:
        break_unit(play, id_)
    disrupt(play, (id_,))
    unit = play.state.units.get(id_)
    if unit is not None and (found := captors(play, unit)):
        surrender(play, id_, found[0].id)


@rule("A10.3", "Failing a MC", cites=("A7.302", "A19.11", "A19.12"))
def fail(play: Play, unit: Unit, check: Check, *, losses: Losses = None) -> None:
    """A unit breaks, after its replacement if it failed by more than its ELR.

    One that cannot break suffers Casualty Reduction.
    """
    # A7.302: what cannot break
    if unbreakable(play, unit):
        casualty_reduction(play, unit.id, losses=losses)
        return
    # A19.11: more than its ELR: replaced first
    left, disrupted = _by_elr(play, unit, check)
    # A10.4: it breaks
    for id_ in left:
        break_unit(play, id_, losses=losses)
    # A19.12: nothing lower: Disrupted
    if disrupted:
        disrupt(play, left)


@rule("A10.31", "Original 12 on a MC", cites=("A7.302", "A19.11"))
def fate(play: Play, unit: Unit, check: Check, *, losses: Losses = None) -> None:
    """An unbroken unit suffers Casualty Reduction and breaks; a broken one dies.

    A failed ELR replaces it first.
    """
    # A10.31: broken already: eliminated
    if unit.broken:
        eliminate(play, unit.id, fact("original_12_while_broken"), losses=losses)
        return
    if unbreakable(play, unit):
        casualty_reduction(play, unit.id, losses=losses)
        return
    # A19.11: ELR before Casualty Reduction
    left, disrupted = _by_elr(play, unit, check)
    # A7.302: Casualty Reduction
    left = casualty_reduction(play, left[-1], losses=losses) + left[:-1]
    # A10.4: what is left breaks
    for id_ in left:
        break_unit(play, id_, losses=losses)
    if disrupted:
        disrupt(play, left)


def _by_elr(play: Play, unit: Unit, check: Check) -> tuple[tuple[str, ...], bool]:
    """What a failed ELR leaves of a unit, and whether that is Disrupted."""
    if not beyond_elr(play, unit, check):
        return (unit.id,), False
    left = demote(play, unit)
    return left, left == (unit.id,) and disrupts(play, unit)


def disrupt(play: Play, ids: Iterable[str]) -> None:
    """Mark broken units as Disrupted (A19.12)."""
    for id_ in ids:
        unit = play.state.units.get(id_)
        if unit is not None and unit.broken and not unit.disrupted:
            play.emit(UnitChanged(replace(unit, disrupted=True), fact("disrupted")))


@rule("A10.4", "Breaking", cites=("A10.62", "A4.51", "A12.14"))
def break_unit(play: Play, id_: str, *, losses: Losses = None) -> None:
    """Break a unit, under DM; one that cannot break suffers Casualty Reduction.

    A Japanese squad or crew is Step Reduced instead.
    """
    unit = play.state.units[id_]
    if dummy(unit):
        vanish(play, unit, fact("broken"))
        return
    if unbreakable(play, unit):
        casualty_reduction(play, id_, losses=losses)
        return
    # G1.12: the Japanese lose a step instead
    found = mmc(play, unit)
    if found is not None and found.reduced:
        step_reduction(play, unit, found)
        return
    level = morale_level(play, unit)
    # A10.62: under DM; A12.14: Known; S6.211: Panic, CX and the like end; B24.8: labor
    broken = replace(
        out_of_panic(unit),
        broken=True,
        dm=True,
        pinned=False,
        cx=False,
        concealed=False,
        hidden=False,
        wall=False,
        labor=0,
        wave="",
    )
    play.emit(UnitChanged(broken, fact("broken")))
    # A10.2: a LLTC for those with him
    if leader(play, unit) is not None:
        _note(play, Loss(unit, level, broken=True), losses)


def make_dm(play: Play, id_: str) -> None:
    """Put a broken unit under DM (A10.62)."""
    unit = play.state.units[id_]
    if unit.broken and not unit.dm:
        play.emit(UnitChanged(replace(unit, dm=True), fact("under_dm")))


@rule("A7.302", "Casualty Reduction", cites=("A17.1",))
def casualty_reduction(
    play: Play, id_: str, *, losses: Losses = None
) -> tuple[str, ...]:
    """A squad becomes a HS of the same status, a HS or crew dies, a SMC is wounded.

    A crew that has a step to lose loses it. Gives the ids of what is left.
    """
    unit = play.state.units[id_]
    found = piece(play, unit)
    # A17.1: a SMC is wounded, or dies of it
    if isinstance(found, SMC):
        if survives(play, unit):
            wound(play, unit)
            return (id_,)
    # A7.302: a squad becomes a HS
    elif isinstance(found, MMC) and found.size == "squad" and found.half_squad:
        heirs = exchange(play, unit, (found.half_squad,), fact("casualty_reduced"))
        # A26.22: CVP of the HS that is lost
        for half in heirs:
            reduced(play, unit, play.state.units[half])
        share_out(play, heirs)
        return heirs
    elif isinstance(found, MMC) and found.reduced:
        return exchange(play, unit, (found.reduced,), fact("casualty_reduced"))
    # A7.302: a HS or crew dies
    eliminate(play, id_, fact("eliminated_by_casualty_reduction"), losses=losses)
    return ()


def eliminate(
    play: Play, id_: str, why: Fact = ELIMINATED, *, losses: Losses = None
) -> None:
    """Take a unit out of play: VP for the other side, its prisoners are free (A26.2).

    What it possessed stays in its Location. A leader's loss is felt (A10.21).
    """
    unit = play.state.units[id_]
    level = morale_level(play, unit)
    # A26.22: CVP
    casualty(play, unit)
    # A20.54: its prisoners are free
    free(play, id_)
    play.emit(UnitRemoved(id_, why))
    # A10.21: LLMC
    if leader(play, unit) is not None and not unit.broken:
        _note(play, Loss(unit, level), losses)


# -- the loss of a leader ----------------------------------------------------------


def _note(play: Play, loss: Loss, losses: Losses) -> None:
    if losses is None:
        leader_loss(play, loss)
    else:
        losses.append(loss)


@rule(
    "A10.2",
    "Leader loss",
    exc=("units that are broken, unarmed, or of no lower Morale Level",),
    cites=("A10.21", "A10.22"),
)
def leader_loss(play: Play, loss: Loss) -> None:
    """LLMC for the units with a leader who is eliminated, LLTC if he only breaks.

    His negative DRM counts against them; who fails a LLTC is pinned.

    EXC: units that are broken, unarmed, or of no lower Morale Level.
    """
    lost, task = loss.leader, loss.broken
    # A10.2: his negative DRM counts against them
    drm = -min(0, modifier(play, lost))
    mods = [Mod(f"loss of {lost.id}", drm, "A10.2")] if drm else []
    cause = fact("the_leader_breaks" if task else "the_leader_is_lost", leader=lost.id)
    for id_ in by_leadership(play, _bereft(play, loss)):
        unit = play.state.units.get(id_)
        if unit is None or unit.broken or dummy(unit):
            continue
        if task and unpinnable(play, unit):
            continue
        check = morale_check(play, id_, mods, task=task, cause=cause)
        # A10.22: who fails a LLTC is pinned
        if task and not check.passed:
            pin(play, id_)


def _bereft(view: GameView, loss: Loss) -> list[str]:
    lost = loss.leader
    return [
        unit.id
        for unit in view.state.units_at(lost.location, lost.side)
        if unit.id != lost.id
        and not (unit.broken or unit.unarmed or unit.guard or unit.vehicle)
        and morale_level(view, unit) < loss.level
        and together(view, unit, lost)
    ]


def by_leadership(view: GameView, ids: Iterable[str]) -> list[str]:
    """Units in the order of their checks: leaders first, the best of them first."""

    def order(id_: str) -> tuple[int, int]:
        unit = view.state.units[id_]
        if leader(view, unit) is None:
            return int(smc(view, unit) is None), 0
        return -1, modifier(view, unit) * 100 - morale_level(view, unit)

    return sorted(ids, key=order)
