"""S5.1: the Activation Check: its cases and drm, and the AC#."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from opfor.core.dice import die_roll
from opfor.core.fact import Fact, fact
from opfor.core.modifier import Mod, total
from opfor.core.rule import rule
from opfor.rules.a_infantry.a26_victory.a26_1_control import vpo_locations
from opfor.rules.s_solitaire.s05_activation.group import drm, look_up
from opfor.rules.s_solitaire.s05_activation.s05_3_mandatory_attack import Mover
from opfor.state.events import AcNumberSet, SuspectRemoved
from opfor.state.play import Play
from opfor.state.units import OFFBOARD, LocationName, Suspect

ALWAYS, NEVER = 1, 6
"""Original AC dr that Activate, or never do, whatever the drm (S5.1)."""


ENDS = ("lowest", "highest")
"""The ends of the AC# Track."""


NEAR = 2
"""Hexes within which an Activated ENEMY unit makes Activation likelier (x1)."""


class ActivationThreat(Struct, frozen=True):
    """A S? that a moving stack makes eligible for Activation.

    Args:
        suspect: the S?.
        case: the case of table x1, A to F; L for Long Range.
        range: hexes to the moving stack.
        drm: what makes the Final IFT DRM of an attack from the S?.
        ac: the AC drm.
        chance: of the six faces, how many Activate it.
        target: where the FRIENDLY unit is that makes it eligible.
    """

    suspect: Suspect
    case: str
    range: int
    drm: tuple[Mod, ...]
    ac: tuple[Mod, ...] = ()
    chance: int = 0
    target: LocationName = OFFBOARD

    def __str__(self) -> str:
        return self.suspect.id


@rule(
    "S5.1",
    "Activation Check",
    exc=(
        "a Human Wave S? generates by 4.34",
        "an Original 1 succeeds, an Original 6 fails",
        "a Long Range Activation generates by 5.32",
    ),
)
def activation_check(play: Play, threat: ActivationThreat) -> bool:
    """Check one S?: Activated on a Final dr of the AC# or less, else removed.

    EXC: an Original 1 succeeds and an Original 6 fails, whatever the drm. A Human
    Wave S? has no AC (S4.34), one of Long Range Activation a DR of its own (S5.32).
    """
    suspect = threat.suspect
    # Those of the moment: a S? Activated just before in this Location counts (x1).
    mods = ac_drm(play, suspect)
    # S5.1: the AC dr
    purpose = fact("ac_of", suspect=suspect.id, where=suspect.location)
    roll = die_roll(play, purpose, mods)
    number = play.state.ac_number
    # S5.1: the AC# or less; an Original 1 always, an Original 6 never
    passed = passes(roll.original, total(mods), number)
    if roll.original in (ALWAYS, NEVER):
        how = fact("original", dr=roll.original)
    else:
        how = fact("final_against_ac", dr=roll.final, ac=number)
    why = fact("activated" if passed else "dummy_after_all", how=how)
    # S5.1: Activated or a dummy, the S? leaves the map
    play.emit(SuspectRemoved(suspect.id, why))
    return passed


def passes(original: int, drm: int, ac_number: int) -> bool:
    """Whether an AC dr succeeds (S5.1)."""
    if original in (ALWAYS, NEVER):
        return original == ALWAYS
    return original + drm <= ac_number


def chance(drm: int, ac_number: int) -> int:
    """How many of the six faces make an AC succeed."""
    return sum(passes(face, drm, ac_number) for face in range(1, 7))


@rule("S5.11/track", "The AC# changes by events, within its track")
def change_ac_number(play: Play, change: int, why: Fact) -> bool:
    """Move the AC# marker, not past the ends of its track; whether it moved.

    A Mission's AC# that lies past an end of it stays there.
    """
    track = play.world.enemy.table("AC-track")
    lowest, highest = (int(track.look_up(end=end).result) for end in ENDS)
    now = play.state.ac_number
    # S5.11: the marker stays on its track
    number = min(highest, max(lowest, now + change))
    moves = (number - now) * change > 0
    if moves:
        play.emit(AcNumberSet(number, why))
    return moves


def ac_case(
    play: Play,
    suspect: LocationName,
    target: LocationName,
    final: int,
    mover: Mover = "infantry",
) -> str:
    """The case of {x1} that makes a S? eligible, or an empty text.

    F needs ADJACENT and no DRM; the others a range by the Final IFT DRM.
    """
    # {x1}: case F by being ADJACENT
    if play.world.adjacent(suspect, target):
        return "F"
    # {x1}: the other cases by range, for the Final IFT DRM
    row = ac_row(play, final, mover)
    near = play.world.range(suspect, target) <= row["range"]
    return str(row["case"]) if near and row["case"] != "F" else ""


def ac_row(play: Play, drm: int, mover: Mover = "infantry") -> Mapping[str, Any]:
    """The row of {x1} for a Final IFT DRM."""
    world = play.world
    # Kept by the world itself, and gone with it: a world is some MB.
    known: dict[tuple[int, Mover], Mapping[str, Any]] = world.lasting("x1", (), dict)
    if (drm, mover) not in known:
        row = world.enemy.table("x1").look_up(drm, date=world.date, mover=mover)
        known[drm, mover] = row.result
    return known[drm, mover]


@rule("S5.1/drm", "AC drm")
def ac_drm(play: Play, suspect: Suspect) -> list[Mod]:
    """The drm of table x1 that apply to a S?, all cumulative.

    EXC: a Village or City board counts only in Hold Attitude.
    """
    world, where = play.world, suspect.location
    hold = suspect.attitude == "Hold"
    counts = {
        "VPO": any(
            where == vpo or world.adjacent(where, vpo) for vpo in vpo_locations(play)
        ),
        "stone building": _in_stone(play, where),
        "level": max(0, world.locate(where).level),
        "Activated neighbour": _activated_near(play, where),
        "village board": hold and world.board_class(where) == "v",
        "city board": hold and world.board_class(where) == "c",
    }
    return [
        Mod(cause, drm(play, "AC-drm", "S5.1", cause).value * int(count), "S5.1")
        for cause, count in counts.items()
        if count
    ]


def _in_stone(play: Play, where: LocationName) -> bool:
    terrain = play.world.ground.terrain(play.world.locate(where))
    return terrain.name == "stone building"


def _activated_near(play: Play, where: LocationName) -> bool:
    """An Activated ENEMY unit within two hexes of the S? or in its building (x1)."""
    world, building = play.world, play.world.building(where)
    return any(
        world.range(unit.location, where) <= NEAR
        or (building is not None and world.building(unit.location) == building)
        for unit in play.state.units.values()
        if unit.side == "ENEMY" and unit.location
    )


@rule("S5.11", "Marking the AC#")
def starting_ac_number(play: Play) -> None:
    """Put the AC# marker where the Mission says, or where its table's dr does.

    The option `ac_shift` moves a rolled one along its track.
    """
    ac = play.state.mission.ac
    if isinstance(ac, int):
        play.emit(AcNumberSet(ac, fact("the_mission")))
        return
    column = play.world.fact("AC column")
    row = look_up(play, ac, die_roll(play, fact("ac_at_the_start")), column=column)
    track = play.world.enemy.table("AC-track")
    low, high = (track.look_up(end=end).result for end in ("lowest", "highest"))
    shift = play.state.mission.ac_shift
    number = max(low, min(high, row.result + shift))
    kind = "ac_from_table_shifted" if shift else "ac_from_table"
    why = Fact(kind, {"table": ac, "column": column, "shift": shift})
    play.emit(AcNumberSet(number, why))
