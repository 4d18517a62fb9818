"""A20.5: Guards, and their prisoners."""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import us_number
from opfor.rules.a_infantry.a26_victory.a26_2_victory_points import escaped
from opfor.state.events import MoveChanged, UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Side, Unit

CAPACITY = 5
"""Times his own US# that a Guard can hold."""


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


@rule("A20.5/fire", "A prisoner is hit together with his Guard", cites=("A7.4",))
def shot_as(view: GameView, unit: Unit) -> Side:
    """The side as whose unit it is fired at: a prisoner as his Guard, others as such.

    Reading: D-859.
    """
    return view.state.units[unit.guard].side if unit.guard else unit.side


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
    out_of_move(play, held.id)


def out_of_move(play: Play, id_: str) -> None:
    """A unit that changes hands goes no further with those who move."""
    move = play.state.move
    if move is None or not any(id_ in part.units for part in move.parts):
        return
    first, *rest = (
        replace(part, units=tuple(other for other in part.units if other != id_))
        for part in move.parts
    )
    play.emit(MoveChanged(replace(first, behind=tuple(rest))))
