"""A20.55: Escape."""

from msgspec.structs import replace

from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import morale_check
from opfor.state.counter_lists import unlisted
from opfor.state.events import UnitChanged, UnitReplaced
from opfor.state.id_stems import stem
from opfor.state.in_progress import CloseCombatAttack
from opfor.state.play import GameView, Play
from opfor.state.state import fresh_id
from opfor.state.units import Unit


@rule(
    "A20.55",
    "Escape",
    exc=("not from a Good Order Guard outside Melee",),
)
def may_escape(view: GameView, prisoner: Unit) -> bool:
    """Whether a prisoner may attack its Guard in the CCPh.

    EXC: not while its Guard is unbroken, unless there is a Melee in the Location.
    """
    guard = view.state.units.get(prisoner.guard)
    if guard is None:
        return False
    there = view.state.units_at(prisoner.location)
    return guard.broken or any(unit.melee for unit in there)


@rule(
    "A20.551",
    "Unarmed units are rearmed",
    exc=("a SMC needs no other counter",),
)
def rearm(play: Play, id_: str) -> None:
    """An unarmed unit that eliminated an armed one takes its arms.

    A MMC comes back as the Green or Conscript one of its size. EXC: a SMC as himself.
    """
    unit = play.state.units[id_]
    own = mmc(play, unit)
    after = replace(unit, unarmed=False, guard="")
    poorer = None
    if own:
        poorer = next(
            (
                found
                for found in unlisted(play.world.enemy.counters).values()
                if found.nation == own.nation
                and getattr(found, "size", "") == own.size
                and getattr(found, "quality", "") in ("green", "conscript")
            ),
            None,
        )
    if poorer is None or poorer.id == unit.counter:
        play.emit(UnitChanged(after, fact("rearmed")))
        return
    prefix = "" if unit.side == "FRIENDLY" else "e"
    new = fresh_id(play.state, prefix + stem(poorer))
    heir = replace(after, id=new, counter=poorer.id)
    play.emit(UnitReplaced(id_, (heir,), fact("rearmed")))


@rule("A20.552", "The NTC of those who escape", cites=("A20.55",))
def breaks_out(play: Play, clash: CloseCombatAttack) -> bool:
    """Whether attackers may attack: prisoners only if one of them passes a NTC."""
    units = [play.state.units.get(id_) for id_ in clash.attackers]
    held = [unit for unit in units if unit and unit.guard]
    # who has been captured since does not escape by an attack meant before
    if not (held and clash.escape):
        return True
    check = morale_check(play, held[0].id, task=True, cause=fact("escape"))
    if not check.passed:
        play.emit(Note(fact("do_not_escape", units=[unit.id for unit in held])))
    return check.passed
