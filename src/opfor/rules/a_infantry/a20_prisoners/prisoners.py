"""A20: surrender, Guards, and what prisoners may do."""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.ask import Choose, Option
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_units import (
    adjacent,
    armed,
    infantry,
    known_to_other_side,
    mmc,
    smc,
    us_number,
)
from opfor.rules.a_infantry.a19_elr import gives_up
from opfor.rules.a_infantry.a26_victory.victory_points import casualty, escaped
from opfor.state.counter_lists import unlisted
from opfor.state.events import (
    LossesChanged,
    MoveChanged,
    UnitChanged,
    UnitReplaced,
    WeaponChanged,
)
from opfor.state.id_stems import stem
from opfor.state.play import GameView, Play
from opfor.state.state import fresh_id
from opfor.state.units import Side, Unit

CAPACITY = 5
"""Times his own US# that a Guard can hold."""


# -- surrender ---------------------------------------------------------------------


@rule(
    "A20.21",
    "Who surrenders in the RtPh",
    exc=(
        "Japanese, partisans, Gurkhas, commissars and Fanatics never do",
        "nobody does to a side that gives No Quarter",
        "SS do not to Russians",
    ),
    cites=("A20.3", "A25"),
)
def may_surrender(view: GameView, unit: Unit) -> bool:
    """Whether a broken unit is one that surrenders; packs say who never do.

    EXC: Japanese, partisans, Gurkhas, commissars, Fanatic units; SS to Russians. EXC:
    no unit does once the other side gives No Quarter.
    """
    if not unit.broken or unit.fanatic or unit.guard or unit.melee:
        return False
    found = smc(view, unit)
    if found and found.kind == "commissar":
        return False
    return not view.state.toll(unit.side).no_quarter and gives_up(view, unit)


def captors(view: GameView, unit: Unit) -> list[Unit]:
    """The enemies to whom a unit may surrender: ADJACENT Known armed GO Infantry.

    Those who can hold it, the strongest first.
    """
    found = [
        enemy
        for enemy in view.state.units.values()
        if enemy.side != unit.side
        and enemy.location
        and enemy.good_order
        and infantry(enemy)
        and armed(enemy)
        and known_to_other_side(enemy)
        and view.world.range(unit.location, enemy.location) <= 1
        and adjacent(view, unit.location, enemy.location)
        and room(view, enemy) >= us_number(view, [unit])
    ]
    return sorted(found, key=lambda enemy: -us_number(view, [enemy]))


@rule("A20.3", "No Quarter", cites=("A20.21",))
def surrender(play: Play, id_: str, to: str) -> bool:
    """A unit surrenders; its captor may turn it down. Whether it is a prisoner now.

    He who does gives No Quarter: no unit of that side surrenders any more.
    """
    unit, captor = play.state.units[id_], play.state.units[to]
    taken = play.ask(
        Choose(
            purpose=f"{id_} surrenders to {to}",
            side=captor.side,
            why="discretion",
            policy="A20.3 prisoners",
            options=(
                Option("take", f"take {id_} prisoner", (captor.location,)),
                Option("no quarter", "give No Quarter"),
            ),
        )
    )
    if taken == "take":
        capture(play, id_, to)
        return True
    no_quarter(play, unit.side)
    return False


def no_quarter(play: Play, side: Side) -> None:
    """No unit of a side surrenders any more (A20.3)."""
    toll = play.state.toll(side)
    if not toll.no_quarter:
        after = replace(toll, no_quarter=True)
        play.emit(LossesChanged(side, after, fact("no_quarter_for_the", side=side)))


@rule("A20.2", "Capture", cites=("A20.5", "A21.2"))
def capture(play: Play, id_: str, to: str) -> None:
    """A unit becomes the prisoner of another one, which is its Guard from now on.

    It is put beneath it, disarmed; what it possessed stays where it was.
    """
    captor = play.state.units[to]
    unit = play.state.units[id_]
    _out_of_move(play, id_)
    # A20.2: disarmed
    for weapon in play.state.weapons_of(id_):
        left = replace(weapon, owner="", location=unit.location)
        play.emit(WeaponChanged(left, fact("left_by", by=id_)))
    # A20.54: its own prisoners are free
    free(play, id_)
    # A26.22: CVP, doubled
    casualty(play, unit, captor.side, captured=True)
    # A20.5: beneath its Guard
    taken = Unit(
        id=id_,
        side=unit.side,
        counter=unit.counter,
        location=captor.location,
        wounded=unit.wounded,
        unarmed=True,
        guard=to,
        moved=unit.moved,
    )
    play.emit(UnitChanged(taken, fact("prisoner_of", guard=to)))


# -- Guards ------------------------------------------------------------------------


def prisoners(view: GameView, guard: str) -> list[Unit]:
    """The prisoners of a Guard."""
    return [unit for unit in view.state.units.values() if unit.guard == guard]


@rule("A20.5", "Guards", exc=("a Guard of as many as himself fires as any unit",))
def bound(view: GameView, unit: Unit) -> bool:
    """Whether a Guard is too busy to fire elsewhere or use SW.

    EXC: not while his US# is no less than that of his prisoners.
    """
    held = captives(view).get(unit.id, [])
    return bool(held) and us_number(view, [unit]) < us_number(view, held)


def captives(view: GameView) -> dict[str, list[Unit]]:
    """All prisoners by their Guards; worked out once for a state."""
    return view.world.once(view.state, "captives", lambda: _captives(view))


def _captives(view: GameView) -> dict[str, list[Unit]]:
    found: dict[str, list[Unit]] = {}
    for unit in view.state.units.values():
        if unit.guard:
            found.setdefault(unit.guard, []).append(unit)
    return found


def room(view: GameView, unit: Unit) -> int:
    """The US# that a Guard can still take: five times his own in all (A20.5)."""
    held = us_number(view, prisoners(view, unit.id))
    return CAPACITY * us_number(view, [unit]) - held


@rule("A20.5/heirs", "Prisoners of a Guard that is several units now")
def share_out(play: Play, guards: Sequence[str]) -> None:
    """Prisoners beyond what a Guard holds go to the others; left over, they are free.

    So it is when a Guard Deploys, and when it is Reduced (D-221).
    """
    for guard in guards:
        for held in prisoners(play, guard):
            if room(play, play.state.units[guard]) >= 0:
                break
            need = us_number(play, [held])
            spare = (g for g in guards if room(play, play.state.units[g]) >= need)
            if taker := next(spare, ""):
                play.emit(
                    UnitChanged(replace(held, guard=taker), fact("goes_to", to=taker))
                )
            else:
                _let_go(play, held)


@rule("A20.54", "Prisoners without a Guard are free")
def free(play: Play, guard: str) -> None:
    """Let the prisoners of a Guard go: unarmed units of their side again."""
    for held in prisoners(play, guard):
        _let_go(play, held)


def _let_go(play: Play, held: Unit) -> None:
    escaped(play, held)
    play.emit(UnitChanged(replace(held, guard="", unarmed=True), fact("free")))
    _out_of_move(play, held.id)


def _out_of_move(play: Play, id_: str) -> None:
    """A unit that changes hands goes no further with those who move."""
    move = play.state.move
    if move is None or not any(id_ in part.units for part in move.parts):
        return
    first, *rest = (
        replace(part, units=tuple(other for other in part.units if other != id_))
        for part in move.parts
    )
    play.emit(MoveChanged(replace(first, behind=tuple(rest))))


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
