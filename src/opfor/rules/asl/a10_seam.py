"""What rout and CC do to units, until the rules of morale and losses are here.

Each function has the name and the parameters of its counterpart there.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.dice import dice_roll, die_roll
from opfor.core.modifier import Mod
from opfor.rules.asl.a01_units import piece
from opfor.rules.asl.a26_victory import casualty, escaped
from opfor.state.counters import MMC, SMC
from opfor.state.events import UnitChanged, UnitRemoved, UnitReplaced
from opfor.state.play import Play
from opfor.state.state import fresh_id, stem
from opfor.state.units import Unit

KILLED = 5
"""Original Wound Severity dr from which a wounded SMC dies; one less if wounded."""


class Check(Struct, frozen=True):
    """A MC or TC: by how much it was passed, less than 0 if it was not."""

    margin: int

    @property
    def passed(self) -> bool:
        """Whether it was passed."""
        return self.margin >= 0


def morale_check(
    play: Play,
    id_: str,
    drm: Sequence[Mod] = (),
    *,
    task: bool = False,
    cause: str = "",
) -> Check:
    """A MC of a unit, or its TC, on the side of its counter that shows."""
    unit = play.state.units[id_]
    counter = piece(play, unit)
    level = 0
    if isinstance(counter, MMC | SMC):
        level = (counter.broken or 0) if unit.broken else counter.morale
    what = "TC" if task else "MC"
    roll = dice_roll(play, f"{what} of {id_} ({cause})", tuple(drm))
    if not task and roll.final > level:
        casualty_reduction(play, id_)
    elif not task and roll.final == level:
        pin(play, id_)
    return Check(level - roll.final)


def pin(play: Play, id_: str) -> None:
    """Pin a unit."""
    unit = play.state.units[id_]
    if not unit.broken:
        play.emit(UnitChanged(replace(unit, pinned=True), "pinned"))


def casualty_reduction(play: Play, id_: str) -> tuple[str, ...]:
    """A squad becomes a HS, a HS or crew is lost, a SMC is wounded."""
    unit = play.state.units[id_]
    counter = piece(play, unit)
    if isinstance(counter, MMC) and counter.size == "squad" and counter.half_squad:
        half = play.world.counter_of(counter.nation, counter.half_squad)
        id_ = fresh_id(play.state, _stem(unit, half.name))
        new = replace(unit, id=id_, counter=half.id)
        play.emit(UnitReplaced(unit.id, (new,), "Casualty Reduction"))
        return (id_,)
    if isinstance(counter, SMC):
        roll = die_roll(play, f"Wound Severity of {id_}")
        if roll.original < KILLED - unit.wounded:
            play.emit(UnitChanged(replace(unit, wounded=True), "wounded"))
            return (id_,)
    eliminate(play, id_, "Casualty Reduction")
    return ()


def _stem(unit: Unit, name: str) -> str:
    return ("" if unit.side == "FRIENDLY" else "e") + stem(name)


def eliminate(play: Play, id_: str, why: str) -> None:
    """Remove a unit; its prisoners are free."""
    for held in play.state.units.values():
        if held.guard == id_:
            escaped(play, held)
            play.emit(UnitChanged(replace(held, guard="", unarmed=True), "free"))
    casualty(play, play.state.units[id_])
    play.emit(UnitRemoved(id_, why))
