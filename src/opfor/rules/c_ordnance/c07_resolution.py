"""C7 in play: a shot has hit a vehicle.

Reading: D-306, what no source confirms.
"""

from collections.abc import Sequence
from typing import NamedTuple

from opfor.core.ask import Adjudicate, Field, Option
from opfor.core.dice import DR, Rolled, dice_roll, die_roll
from opfor.core.event import Note
from opfor.core.modifier import breakdown
from opfor.core.rule import rule
from opfor.rules.a_infantry.a12_concealment.concealment import lose_by
from opfor.rules.c_ordnance.c03_to_hit.numbers import (
    ToHit,
    Verdict,
    hits_turret,
    to_kill_drs,
)
from opfor.rules.c_ordnance.c07_to_kill import Fate, Hit, Kill, fate_of, said, to_kill
from opfor.rules.d_vehicles.d01_vehicles import Facing, facing
from opfor.rules.d_vehicles.d04_hull_down import hull_down
from opfor.rules.d_vehicles.d05_crew_fates import suffer
from opfor.state.play import GameView, Play
from opfor.state.units import Side

HARM: tuple[Fate, ...] = (
    "none",
    "possible shock",
    "stun",
    "immobilized",
    "shock",
    "eliminated",
    "burn",
)
"""What becomes of a vehicle, the worst for it last."""

HARMLESS: tuple[Fate, ...] = ("none", "possible shock", "stun")
"""What does nothing to what a vehicle moves on."""

TABLE_FATES = (
    Option("none", "a miss, or no effect"),
    *(Option(fate, said(fate)) for fate in HARM[1:]),
)


class Struck(NamedTuple):
    """A hit on a vehicle that came to a To Kill DR.

    Args:
        rolled: that DR, the best one of several.
        turret: it was a turret hit.
        critical: it was a CH.
    """

    rolled: Rolled
    turret: bool
    critical: bool


@rule("C3.4", "A hit on a vehicle", cites=("C3.9", "C7.1", "D4.2", "C5.7"))
def strike_vehicle(
    play: Play, shot: ToHit, verdict: Verdict, dice: DR
) -> Struck | None:
    """Where a shot has hit a vehicle, and the To Kill DR that follows.

    A hull hit on a hull down vehicle is a miss. A Gun of 15 to 40mm with Original
    doubles makes two To Kill DR, and uses the better one; so does what its counter says
    makes several.

    Returns:
        The hit; None if there was no To Kill DR.
    """
    unit = play.state.units.get(shot.at)
    if verdict == "miss" or unit is None:
        return None
    turret = hits_turret(dice) and not tracks(shot)
    if not turret and hull_down(play, unit, shot.start):
        play.emit(Note(f"the hull of {unit.id} is hidden: a miss"))
        return None
    lose_by(play, unit.id, "hit")
    hit = read_hit(play, shot, turret=turret, critical=critical(shot, verdict))
    kill = to_kill(play, hit, unit)
    if not kill.possible:
        play.emit(Note(f"{shot.piece.name} can do nothing to {unit.id}"))
        return None
    times = range(to_kill_drs(shot, dice))
    found = [_to_kill_dr(play, shot, kill) for _ in times]
    suffer(play, unit.id, worst_of(shot, [fate for _, fate in found]), by=shot.side)
    best = min((rolled for rolled, _ in found), key=lambda rolled: rolled.original)
    return Struck(best, turret, hit.critical)


def critical(shot: ToHit, verdict: Verdict) -> bool:
    """Whether it is a CH, which a MG never makes (A9.61)."""
    return verdict == "critical" and shot.piece.kind != "MG"


def tracks(shot: ToHit) -> bool:
    """Whether it is Deliberate Immobilization (C5.7)."""
    return any(mod.rule == "C5.7" for mod in shot.mods)


def _to_kill_dr(play: Play, shot: ToHit, kill: Kill) -> tuple[Rolled, Fate]:
    where = "turret" if kill.turret else "hull"
    purpose = f"To Kill {shot.at}, {where}: {kill.number} ({breakdown(kill.numbers)})"
    rolled = dice_roll(play, purpose, kill.mods, side=shot.side)
    fate = fate_of(play, kill, rolled.original)
    play.emit(Note(f"{shot.at}: {said(fate)}"))
    return rolled, fate


def read_hit(play: Play, shot: ToHit, *, turret: bool, critical: bool) -> Hit:
    """What has hit: the facing by where from, by a dr within a hex."""
    unit = play.state.units[shot.at]
    hexes = play.world.range(shot.start, shot.target)
    side: Facing = (
        facing(play, unit, shot.start, turret=turret)
        if hexes
        else _within_hex(play, shot)
    )
    return hit_on(play, shot, side, turret=turret, critical=critical)


def hit_on(
    view: GameView, shot: ToHit, side: Facing, *, turret: bool, critical: bool
) -> Hit:
    """What has hit, on a Target Facing that is known."""
    return Hit(
        piece=shot.piece,
        ammo=shot.ammo,
        hexes=view.world.range(shot.start, shot.target),
        side=side,
        turret=turret,
        critical=critical,
    )


def worst_of(shot: ToHit, fates: Sequence[Fate]) -> Fate:
    """What becomes of the vehicle by the To Kill DR of one hit.

    Deliberate Immobilization immobilizes or does nothing (C5.7): what would Stun, or
    perhaps Shock, its crew leaves the tracks whole.
    """
    worst = max(fates, key=HARM.index)
    if not tracks(shot):
        return worst
    return "none" if worst in HARMLESS else "immobilized"


@rule("C3.91", "Target Facing within a hex")
def _within_hex(play: Play, shot: ToHit) -> Facing:
    """By a dr: rear, side or front."""
    rolled = die_roll(play, f"Target Facing of {shot.at}", side=shot.side)
    table = play.world.enemy.table("C7-facing")
    return table.look_up(rolled.final).result  # type: ignore[no-any-return] # the table has only facings


def reported_strike(play: Play, shot: ToHit, told: str) -> None:
    """The player rolls To Hit and To Kill on his table, and says what came of it."""
    report_fate(play, shot.at, told, shot.side)


def report_fate(play: Play, id_: str, told: str, by: Side, *, cc: bool = False) -> None:
    """The player says what became of a vehicle on his table."""
    field = Field("result", f"{id_}:", "option", TABLE_FATES)
    asked = Adjudicate(purpose=told, side="FRIENDLY", form=(field,))
    fate = play.ask(asked)["result"]
    if fate != "none":
        lose_by(play, id_, "hit")
        suffer(play, id_, fate, by=by, in_cc=cc)
