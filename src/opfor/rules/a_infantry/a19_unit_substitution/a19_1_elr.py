"""A19: ELR, the replacement of units by worse or better ones, and Disruption."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from opfor.core.fact import Fact, fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc, national, piece, smc
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a10_morale.a10_1_check_dr import Check
from opfor.state.counter_lists import unlisted
from opfor.state.counters import MMC, SMC, Counter, Piece
from opfor.state.events import UnitReplaced
from opfor.state.id_stems import stem
from opfor.state.play import GameView, Play
from opfor.state.state import fresh_id
from opfor.state.units import Side, Unit

HIGHEST_ELR = 5
"""The ELR that no side exceeds."""

UNDERLINED_ELR = 5
"""ELR of units whose Morale Level is underlined (A19.132)."""


@rule("A19.1", "Experience Level Rating", cites=("A19.132",))
def elr(view: GameView, unit: Unit) -> int:
    """The ELR of a unit: its side's, or 5 if its Morale Level is underlined.

    EXC: where an SSR says that its side's ELR is 4 or less. What a Mission gives its
    side as a matter of course is no such SSR (D-493).
    """
    side = side_elr(view, unit.side)
    found = mmc(view, unit)
    ssr = unit.side in view.state.mission.elr_for_all
    underlined = found is not None and found.underlined_morale
    return UNDERLINED_ELR if underlined and not ssr else side


def side_elr(view: GameView, side: Side) -> int:
    """The ELR that the Mission gives a side, or its nation's on that date.

    One more, to 5 at the most, once its prisoners were massacred (A20.4).
    """
    mission = view.state.mission
    nation = mission.friendly if side == "FRIENDLY" else mission.enemy
    given = mission.elr.get(side)
    own = int(view.world.national(nation, "ELR")) if given is None else given
    more = view.state.toll(side).elr
    return max(own, min(HIGHEST_ELR, own + more))


@rule("A19.11", "Failing by more than the ELR")
def beyond_elr(view: GameView, unit: Unit, check: Check) -> bool:
    """Whether a failed MC replaces an unbroken unit: failed by more than its ELR.

    Not crews, commissars, heroes, berserk or unarmed units.
    """
    found = piece(view, unit)
    if unit.broken or unit.berserk or unit.unarmed or unit.guard or unit.heroic:
        return False
    if isinstance(found, MMC) and found.size == "crew":
        return False
    if isinstance(found, SMC) and found.kind != "leader":
        return False
    return check.margin > elr(view, unit)


@rule("A19.13", "Replacement by a lower class", cites=("A19.131", "A19.132"))
def demote(play: Play, unit: Unit) -> tuple[str, ...]:
    """Put the next lower class in a unit's place; the ids of what stands there now.

    A squad with underlined Morale Level becomes two HS. The same unit if there is
    nothing lower.
    """
    names = _names(play, unit, "replaced_by")
    return exchange(play, unit, names, fact("replaced_by_elr")) if names else (unit.id,)


def _names(view: GameView, unit: Unit, field: str) -> tuple[str, ...]:
    found = getattr(piece(view, unit), field, ())
    return tuple(found)


def exchange(
    play: Play, unit: Unit, names: Sequence[str], what: Fact
) -> tuple[str, ...]:
    """Put counters of its nation in a unit's place; they keep all its states."""
    nation = piece(play, unit).nation
    units: list[Unit] = []
    for name in names:
        kind = play.world.counter_of(nation, name)
        units.append(replace(unit, id=_fresh(play, unit, kind, units), counter=kind.id))
    play.emit(UnitReplaced(unit.id, tuple(units), what))
    return tuple(new.id for new in units)


def _fresh(view: GameView, unit: Unit, kind: Piece, taken: Sequence[Unit]) -> str:
    """A new id for a counter, also beside others that the same event brings."""
    begin = ("" if unit.side == "FRIENDLY" else "e") + stem(kind)
    state = view.state
    used = sum(new.id.startswith(begin) for new in taken)
    named = state.named | {begin: state.named.get(begin, 0) + used}
    return fresh_id(replace(state, named=named), begin)


def fresh(view: GameView, side: Side, kind: Piece) -> str:
    """A new id for a counter of a side."""
    return fresh_id(view.state, ("" if side == "FRIENDLY" else "e") + stem(kind))


@rule("A19.12", "Who is Disrupted", exc=("nations and units that never are",))
def disrupts(view: GameView, unit: Unit) -> bool:
    """Whether a failed ELR with nothing lower Disrupts a unit.

    EXC: Fanatic units, commissars, nations whose pack says so, and SS against
    Russians.
    """
    found = smc(view, unit)
    if unit.fanatic or (found and found.kind == "commissar"):
        return False
    return bool(national(view, unit, "disrupts")) and gives_up(view, unit)


def gives_up(view: GameView, unit: Unit) -> bool:
    """Whether its nation surrenders to the other side's at all (A20.21)."""
    may = national(view, unit, "surrenders")
    if may == "not to Russians":
        mission = view.state.mission
        side = other(unit.side)
        enemy = mission.friendly if side == "FRIENDLY" else mission.enemy
        return not enemy.startswith("russian")
    return bool(may)


def better(view: GameView, unit: Unit) -> str:
    """The name of the next better counter of its kind; empty if it is the best."""
    return better_of(view.world.enemy.counters, piece(view, unit), view.world.date)


def better_of(types: Mapping[str, Counter], own: Piece, date: str) -> str:
    """The name of the next better counter than one, in use in a month.

    That which a failed ELR would turn into it (D-929); of several the one of the
    nearest class, then that whose values are surest, then the one that comes first.
    """
    found = [
        kind
        for kind in unlisted(types).values()
        if isinstance(kind, MMC | SMC)
        and kind.nation == own.nation
        and kind.replaced_by == (own.name,)
        and kind.since <= date
    ]
    best = min(found, key=_rank, default=None)
    return best.name if best else ""


CLASSES = ("conscript", "green", "second", "first", "elite")
SURE = ("high", "medium", "low")


def _rank(kind: MMC | SMC) -> tuple[int, int]:
    step = CLASSES.index(kind.quality) if isinstance(kind, MMC) else 0
    return step, SURE.index(kind.confidence)
