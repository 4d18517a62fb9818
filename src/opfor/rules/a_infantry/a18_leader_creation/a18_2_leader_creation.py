"""A18: leaders that are made in play."""

from collections.abc import Sequence

from opfor.core.dice import die_roll
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import army, mmc, national, piece
from opfor.rules.a_infantry.a19_unit_substitution.a19_1_elr import fresh
from opfor.state.events import UnitAdded
from opfor.state.play import GameView, Play
from opfor.state.units import Unit

GRADES = ((1, "8-1"), (3, "8-0"), (5, "7-0"), (6, "6+1"))
"""The grade of a new leader by the highest Final dr that gives it (A18.2)."""

GOOD, POOR = 8, 6
"""Morale Levels that help, and that hinder, a leader to come forth (A18.2)."""


@rule(
    "A18.2",
    "Leader creation dr",
    exc=("Finns and Japanese create none",),
    cites=("A18.11", "A18.12"),
)
def create_leader(play: Play, unit: Unit, drm: Sequence[Mod] = ()) -> str:
    """The dr for a leader whom a MMC brings forth; his id, or empty for none.

    By an Original 2 on its Self-Rally DR, or on a DR in CC, which brings drm of its
    own (A18.12).
    EXC: nations that create none.
    """
    if national(play, unit, "leader creation") == "none":
        return ""
    mods = [*creation_drm(play, unit), *drm]
    purpose = fact("leader_creation_by", unit=unit.id)
    final = die_roll(play, purpose, mods, side=unit.side).final
    grade = next((name for most, name in GRADES if final <= most), "")
    if not grade:
        return ""
    return beside(play, unit, grade)


def beside(play: Play, unit: Unit, name: str) -> str:
    """A SMC of a unit's nation appears where it is, of its Attitude; his id."""
    kind = play.world.counter_of(piece(play, unit).nation, name)
    moving = play.state.move.units if play.state.move else ()
    found = Unit(
        id=fresh(play, unit.side, kind),
        side=unit.side,
        counter=kind.id,
        location=unit.location,
        inside=unit.inside,
        moved=unit.moved or unit.id in moving,
        melee=unit.melee,
        attitude=unit.attitude,
    )
    play.emit(UnitAdded(found))
    return found.id


def creation_drm(view: GameView, unit: Unit) -> list[Mod]:
    """The drm of the unit and of its nation (A18.2)."""
    found = mmc(view, unit)
    morale = found.morale if found else 0
    drm = {
        army(view, unit): int(national(view, unit, "leader creation")),
        f"morale {morale}": int(morale <= POOR) - int(morale >= GOOD),
        "broken": int(unit.broken),
    }
    return [Mod(name, value, "A18.2") for name, value in drm.items() if value]
