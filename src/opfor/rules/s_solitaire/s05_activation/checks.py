"""S5.1 to S5.4: which S? are checked for Activation, in which order, with what.

The text for one moving stack in one Location, in the order of the book: eligible S?
(S3.31, table x1) are checked one after the other (S5.1, S5.2); what a Location
brings attacks at once (S5.3); the next are checked while the movers keep Good Order
(S5.31); then Long Range (S5.32).
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.dice import dice_roll, die_roll
from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.modifier import Mod, total
from opfor.core.priority import PriorityList, least, most, random_dr
from opfor.core.rule import rule
from opfor.rules.a_infantry.a26_victory.control import vpo_locations
from opfor.rules.d_vehicles.d02_movement.bypass_los import stack_seen
from opfor.rules.s_solitaire.s04_human_wave.generation import activate_wave
from opfor.rules.s_solitaire.s05_activation.generation import (
    activate,
    activate_long_range,
)
from opfor.rules.s_solitaire.s05_activation.group import drm
from opfor.rules.s_solitaire.s05_activation.mandatory_attack import (
    Mover,
    mandatory_attack,
    mover_drm,
    mover_kind,
)
from opfor.state.events import AcNumberSet, MoveChanged, SuspectRemoved
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import Play
from opfor.state.units import (
    OFFBOARD,
    LocationName,
    Suspect,
)
from opfor.state.world import World

FACES = 6
"""Chances of a S? that needs no AC (S4.34)."""

ALWAYS, NEVER = 1, 6
"""Original AC dr that Activate, or never do, whatever the drm (S5.1)."""

LONG_RANGE = 16
"""Hexes beyond which nothing Activates by Long Range (S5.32)."""

LONG_RANGE_DRM = -2
"""Final IFT DRM at or below which a mover risks it; D-010 on the printed sign."""

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
    roll = die_roll(play, f"AC of {suspect.id} in {suspect.location}", mods)
    number = play.state.ac_number
    passed = passes(roll.original, total(mods), number)
    if roll.original in (ALWAYS, NEVER):
        how = fact("original", dr=roll.original)
    else:
        how = fact("final_against_ac", dr=roll.final, ac=number)
    why = fact("activated" if passed else "dummy_after_all", how=how)
    play.emit(SuspectRemoved(suspect.id, why))
    return passed


@rule(
    "S3.3",
    "When a S? is checked for Activation",
    cites=("S3.31", "S3.32", "S5.1", "S5.6", "S4.34"),
)
def check_and_generate(play: Play, threat: ActivationThreat) -> list[str]:
    """A S? that has become eligible is checked at once; the units that it brings.

    The S? of a wave needs no AC (S4.34).
    """
    if threat.suspect.human_wave:
        return activate_wave(play, threat.suspect)
    if not activation_check(play, threat):
        return []
    return activate(play, threat.suspect, by=threat.target)


def passes(original: int, drm: int, ac_number: int) -> bool:
    """Whether an AC dr succeeds (S5.1)."""
    if original in (ALWAYS, NEVER):
        return original == ALWAYS
    return original + drm <= ac_number


def chance(drm: int, ac_number: int) -> int:
    """How many of the six faces make an AC succeed."""
    return sum(passes(face, drm, ac_number) for face in range(1, 7))


@rule("S5.11/track", "The AC# changes by events, within its track")
def change_ac_number(play: Play, change: int, why: str) -> bool:
    """Move the AC# marker, not past the ends of its track; whether it moved.

    A Mission's AC# that lies past an end of it stays there.
    """
    track = play.world.enemy.table("AC-track")
    lowest, highest = (int(track.look_up(end=end).result) for end in ENDS)
    now = play.state.ac_number
    number = min(highest, max(lowest, now + change))
    moves = (number - now) * change > 0
    if moves:
        play.emit(AcNumberSet(number, why))
    return moves


@rule("S3.31b", "Proximity of a moving FRIENDLY Target", cites=("S5.1",))
def threats(
    play: Play, target: LocationName, move: Move, *, moving: bool = True
) -> list[ActivationThreat]:
    """The S? that a stack moving into a Location makes eligible, by table x1.

    Vehicles have rows of their own there, and neither FFMO nor FFNAM; the latter is
    so for units that advance or rout, too (`moving` false).
    """

    def make() -> list[ActivationThreat]:
        onboard = play.state.suspects_onboard()
        found = (_threat(play, s, target, move, moving) for s in onboard)
        return [threat for threat in found if threat is not None]

    # Asked before each order and check of a moving stack, and again from afar.
    return play.world.once(play.state, ("threats", target, move, moving), make)


def _threat(
    play: Play, suspect: Suspect, target: LocationName, move: Move, moving: bool
) -> ActivationThreat | None:
    hexes = play.world.range(suspect.location, target)
    if hexes > LONG_RANGE:
        return None
    if not stack_seen(play, suspect.location, target, move.units):
        return None
    mover = mover_kind(play, move)
    mods = tuple(mover_drm(play, suspect.location, target, move, moving=moving))
    case = ac_case(play, suspect.location, target, total(mods), mover)
    if case:
        ac = tuple(ac_drm(play, suspect))
        odds = chance(total(ac), play.state.ac_number)
        odds = FACES if suspect.human_wave else odds
        return ActivationThreat(suspect, case, hexes, mods, ac, odds, target)
    far = ActivationThreat(suspect, "L", hexes, mods, target=target)
    return far if from_afar(play, far, mover) else None


@rule("S3.31e", "Hold: Long Range Activation", cites=("S5.32",))
def from_afar(play: Play, threat: ActivationThreat, mover: Mover) -> bool:
    """Whether the conditions of Long Range Activation are met (S5.32).

    A mover that is no vehicle, a Final IFT DRM of -2 or less, and a range beyond that
    of case A on {x1}, up to 16 hexes.
    Reading: D-010 the DRM.
    """
    if mover == "vehicle" or total(threat.drm) > LONG_RANGE_DRM:
        return False
    return bool(threat.range > _case(play, LONG_RANGE_DRM)["range"])


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
    if play.world.adjacent(suspect, target):
        return "F"
    row = _case(play, final, mover)
    near = play.world.range(suspect, target) <= row["range"]
    return str(row["case"]) if near and row["case"] != "F" else ""


def _case(play: Play, drm: int, mover: Mover = "infantry") -> Mapping[str, Any]:
    return _case_of(play.world, drm, mover)


@lru_cache(maxsize=256)
def _case_of(world: World, drm: int, mover: Mover) -> Mapping[str, Any]:
    row = world.enemy.table("x1").look_up(drm, date=world.date, mover=mover)
    found: Mapping[str, Any] = row.result
    return found


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


@rule(
    "S5.2",
    "Multiple S? Eligible for Activation",
    exc=("S? of one Location are all checked before any fires",),
    cites=("S5.1",),
)
def next_group(play: Play, eligible: list[ActivationThreat]) -> list[ActivationThreat]:
    """The S? checked next: the likeliest, then the closest, else by a Random dr.

    EXC: all eligible S? of one Location are checked before any of them fires.
    Reading: D-007 likeliest is the greatest chance after Original 1 and 6 and the
    AC#; D-008 a Location is finished before the next.
    """
    order = PriorityList(
        (
            most("likeliest to be Activated", lambda threat: threat.chance),
            least("closest to the moving unit", lambda threat: threat.range),
        ),
        tie=random_dr(play, "which S? is checked first"),
    )
    by_chance = sorted(eligible, key=lambda threat: threat.chance)
    likeliest = {threat.suspect.location: threat for threat in by_chance}
    first = decide(
        play,
        order,
        [threat for threat in eligible if threat in likeliest.values()],
        purpose="the S? checked next",
        name=lambda threat: threat.suspect.id,
    )
    here = [t for t in eligible if t.suspect.location == first.suspect.location]
    return sorted(here, key=lambda threat: -threat.chance)


@rule("S5.31", "Continuing Attacks", cites=("S5.2", "S5.3"))
def check_activations(play: Play) -> None:
    """Check all S? that the stack in hand makes eligible where it is now.

    Ends as soon as no unit of the stack is in Good Order any more.
    """
    while eligible := _ordinary(play):
        activated = []
        for threat in next_group(play, eligible):
            activated += check_and_generate(play, threat)
        if activated:
            mandatory_attack(play, activated)
    long_range_activation(play)


def _ordinary(play: Play) -> list[ActivationThreat]:
    return [threat for threat in threats_now(play) if threat.case != "L"]


@rule("S3.31", "S? in Hold Attitude", cites=("S3.31b", "S3.31e"))
def threats_now(play: Play) -> list[ActivationThreat]:
    """What the stack in hand makes eligible where it is: by proximity, or from afar.

    S? in Advance Attitude as well; they are checked too as they move (S3.32).
    """
    move, movers = play.state.move, play.state.movers()
    in_order = [unit for unit in movers if unit.good_order]
    if move is None or not in_order:
        return []
    return threats(play, in_order[0].location, move)


@rule(
    "S5.32",
    "Long Range Activation",
    exc=("a .50 cal HMG on a dr of 1, where the nation has one",),
    cites=("S5.3", "S3.31"),
)
def long_range_activation(play: Play) -> None:
    """One DR a moving stack, in the first Location where a distant S? qualifies.

    An Original 2 Activates the closest; otherwise nothing happens and no S? goes.
    Reading: D-009 after the ordinary checks, while the stack is in Good Order; D-010
    the DRM printed as below -2 is -2 or less.
    """
    move = play.state.move
    eligible = [threat for threat in threats_now(play) if threat.case == "L"]
    if move is None or move.long_range or not eligible:
        return
    play.emit(MoveChanged(replace(move, long_range=True)))
    names = ", ".join(threat.suspect.id for threat in eligible)
    if (
        dice_roll(play, f"Long Range Activation of {names}, on an Original 2").original
        != 2
    ):
        return
    closest = PriorityList(
        (least("closest to the moving unit", lambda threat: threat.range),),
        tie=random_dr(play, "which S? Activates"),
    )
    suspect = decide(
        play,
        closest,
        eligible,
        purpose="the S? that Activates",
        name=lambda threat: threat.suspect.id,
    ).suspect
    play.emit(SuspectRemoved(suspect.id, fact("activated", how=fact("long_range"))))
    mandatory_attack(play, activate_long_range(play, suspect))
