"""S3.3 and S3.31: when S? are checked, and what Activates those in Hold Attitude."""

from collections.abc import Sequence

from opfor.core.fact import fact
from opfor.core.modifier import total
from opfor.core.rule import rule
from opfor.rules.a_infantry.a06_los import BLOCKED
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.a_infantry.a07_fire.targets import reached_suspects
from opfor.rules.d_vehicles.d02_movement.d02_3_los_in_bypass import (
    stack_hindrance,
    stack_seen,
)
from opfor.rules.s_solitaire.s04_human_wave.s04_34_generation import activate_wave
from opfor.rules.s_solitaire.s05_activation.s05_1_activation_check import (
    ActivationThreat,
    ac_case,
    ac_drm,
    ac_row,
    activation_check,
    chance,
)
from opfor.rules.s_solitaire.s05_activation.s05_3_mandatory_attack import (
    Mover,
    mandatory_attack,
    mover_drm,
    mover_kind,
)
from opfor.rules.s_solitaire.s05_activation.s05_5_defensive_fire import (
    by_defensive_fire,
)
from opfor.rules.s_solitaire.s05_activation.s05_6_activation_procedure import activate
from opfor.state.events import SuspectRemoved
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.units import OFFBOARD, LocationName, Suspect

FACES = 6
"""Chances of a S? that needs no AC (S4.34)."""


LONG_RANGE = 16
"""Hexes beyond which nothing Activates by Long Range (S5.32)."""


LONG_RANGE_DRM = -2
"""Final IFT DRM at or below which a mover risks it; D-010 on the printed sign."""


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
    # A6.7: AFV and wrecks may make the Hindrance too great
    if stack_hindrance(play, suspect.location, target, move.units) == BLOCKED:
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
    return bool(threat.range > ac_row(play, LONG_RANGE_DRM)["range"])


@rule("S3.31", "S? in Hold Attitude", cites=("S3.31b", "S3.31e"))
def threats_now(play: Play) -> list[ActivationThreat]:
    """What the stack in hand makes eligible where it is: by proximity, or from afar.

    S? in Advance Attitude as well; they are checked too as they move (S3.32). A
    berserk stack makes them eligible as one in Good Order does (S5.31).
    """
    move, movers = play.state.move, play.state.movers()
    going_on = [unit for unit in movers if unit.good_order_or_berserk]
    if move is None or not going_on:
        return []
    return threats(play, going_on[0].location, move)


@rule(
    "S3.31a",
    "Hold: an attack that would cost concealment",
    exc=("a S? is no target of a sniper",),
    cites=("S5.1", "S5.5"),
)
def attacked(
    play: Play, where: LocationName, *, by: LocationName, sniper: bool = False
) -> list[str]:
    """Check the S? of a Location attacked with a concealment-loss result.

    What is Activated then suffers that result, with the TEM of its fortification.
    EXC: a S? is never the target of a sniper.
    """
    if sniper:
        return []
    units = _check(play, reached_suspects(play, where), by)
    if play.state.side == "ENEMY":
        by_defensive_fire(play, units)
    return units


@rule("S3.31c", "Hold: its Location is Searched or Mopped Up", cites=("S5.1", "S5.3"))
def searched(play: Play, where: LocationName, *, by: LocationName) -> list[str]:
    """Check the S? of a Location successfully Searched or Mopped Up.

    In the FRIENDLY MPh what is Activated fires at the stack that moves (S5.3).
    """
    units = check_location(play, where, by)
    if units and (play.state.side, play.state.phase) == ("FRIENDLY", "MPh"):
        mandatory_attack(play, units)
    return units


@rule("S3.31d", "Hold: a Flame in its Location", cites=("S5.1",))
def flame(play: Play, where: LocationName, *, blaze: bool = False) -> list[str]:
    """Check the S? of a Location in which a Flame appears; a Blaze eliminates them."""
    if not blaze:
        return check_location(play, where, OFFBOARD)
    for suspect in play.state.suspects_at(where):
        play.emit(SuspectRemoved(suspect.id, fact("eliminated_by_a_blaze")))
    return []


def check_location(play: Play, where: LocationName, by: LocationName) -> list[str]:
    """An AC for each S? of a Location, the likeliest first; the units they bring."""
    return _check(play, play.state.suspects_at(where), by)


def _check(play: Play, suspects: Sequence[Suspect], by: LocationName) -> list[str]:
    found = [threat_by(play, suspect, by) for suspect in suspects]
    units: list[str] = []
    for threat in sorted(found, key=lambda threat: -threat.chance):
        units += check_and_generate(play, threat)
    return units


def threat_by(play: Play, suspect: Suspect, by: LocationName) -> ActivationThreat:
    """How likely a S? is Activated by something other than a stack that moves."""
    ac = tuple(ac_drm(play, suspect))
    hexes = play.world.range(suspect.location, by) if by else 0
    odds = chance(total(ac), play.state.ac_number)
    return ActivationThreat(suspect, "", hexes, (), ac, odds, by)


def unveil_attacked(play: Play, made: Attack) -> None:
    """S? in the Location are checked; what they bring suffers the result (S3.31a).

    Not by First Fire, which attacks only what moves.
    """
    if made.side == "FRIENDLY" and not made.targets:
        by = made.froms[0] if made.froms else made.target
        attacked(play, made.target, by=by)
