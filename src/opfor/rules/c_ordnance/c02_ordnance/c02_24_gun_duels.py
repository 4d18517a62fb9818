"""C2.24: Gun Duels: a vehicle that moves answers a shot before it is fired."""

from collections.abc import Sequence

from opfor.core.ask import Choose, Option
from opfor.core.errors import Illegal
from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.modifier import Mod, total
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import known_to_other_side
from opfor.rules.a_infantry.on_table import on_table
from opfor.rules.c_ordnance.c03_to_hit.c03_3_to_hit_resolution import (
    announce,
    follow_up,
    to_hit,
)
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.c_ordnance.c03_to_hit.c03_74_hits import Unveil
from opfor.rules.c_ordnance.c03_to_hit.to_hit import ToHit
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import main_armament, state_of
from opfor.state.play import GameView, Play
from opfor.state.units import NO_CA

OF_THE_FIRER = ("C5.", "A4.51", "A7.7", "C9.3", "D3.44", "D5.34", "A15.24", "C6.5")
"""Where the DRM of a duel come from: the firer, and what he has acquired."""

IN_MOTION = "C5.34"
"""Case C4, which a duel leaves out."""

ANSWERS = (Option("duel", "fire first, or at the same time"), Option("no", "do not"))


@rule("C2.24", "Gun duels", cites=("D3.3", "C5", "C6.5"))
def answer(play: Play, shot: ToHit) -> ToHit | None:
    """The shot by which a vehicle's Main Armament may answer First Fire at it.

    By Bounding First Fire at a Known firer, without a change of CA, if its DRM are not
    higher: those of the firer and of an acquired target, but for Case C4. Its player
    may forgo it; the ENEMY does not.
    Reading: D-360.
    """
    reply = reply_to(play, shot)
    if reply is None:
        return None
    if reply.side == "FRIENDLY":
        question = f"{shot.unit} fires at {shot.at}: a Gun Duel?"
        asked = Choose(purpose=question, side="FRIENDLY", options=ANSWERS)
        if play.ask(asked) != "duel":
            return None
    mine, theirs = duel_drm(reply), duel_drm(shot)
    what = fact(
        "gun_duel", answers=shot.at, drm=mine, firer=shot.unit, other_drm=theirs
    )
    play.emit(Note(what))
    return reply


def reply_to(view: GameView, shot: ToHit) -> ToHit | None:
    """That shot, whether or not it is made; None if there can be none."""
    unit, firer = view.state.units.get(shot.at), view.state.units[shot.unit]
    first = view.state.phase == "MPh" and view.state.side != shot.side
    if unit is None or not first or not shot.piece.id or on_table(view, "to hit"):
        return None
    main = main_armament(view, unit)
    if main is None or not known_to_other_side(firer) or not state_of(unit).trail:
        return None
    at = firer.id if firer.vehicle else ""
    try:
        reply = plan_shot(view, unit.side, Fire((main.id,), shot.start, at=at))
    except Illegal:
        return None
    turned = reply.ca != NO_CA or reply.type == "area"
    return None if turned or duel_drm(reply) > duel_drm(shot) else reply


def duel_drm(shot: ToHit) -> int:
    """The sum of the DRM that count for a duel."""
    mods: Sequence[Mod] = [*shot.mods, *(m for aim in shot.aims for m in aim.mods)]
    return total([mod for mod in dict.fromkeys(mods) if _counts(mod)])


def _counts(mod: Mod) -> bool:
    return mod.rule.startswith(OF_THE_FIRER) and mod.rule != IN_MOTION


def goes_first(reply: ToHit, shot: ToHit) -> bool:
    """Whether the vehicle fires before the DEFENDER does: with lower DRM."""
    return duel_drm(reply) < duel_drm(shot)


@rule("C2.24/tie", "A Gun Duel with equal DRM", cites=("C2.24",))
def duel(
    play: Play, reply: ToHit, shot: ToHit, *, unveil: Unveil | None = None
) -> None:
    """The lower Final To Hit DR fires first, and with it may undo the other shot.

    It does by eliminating, breaking, Stunning or Shocking who fires it; with equal
    Final DR both shots count.
    """
    # C3.3: both To Hit DR
    announce(play, reply)
    first = reply, *to_hit(play, reply)
    announce(play, shot)
    second = shot, *to_hit(play, shot)
    # C2.24/tie: the lower Final DR comes first, equal ones together
    tie = first[1].final == second[1].final
    if second[1].final < first[1].final:
        first, second = second, first
    follow_up(play, *first, unveil)
    if tie or able_still(play, second[0]):
        follow_up(play, *second, unveil)
    else:
        play.emit(Note(fact("does_not_fire_any_more", unit=second[0].unit)))


def able_still(view: GameView, shot: ToHit) -> bool:
    """Whether who is to fire is neither gone, broken, Stunned nor Shocked."""
    unit = view.state.units.get(shot.unit)
    if unit is None or unit.broken:
        return False
    return unit.vehicle is None or not (unit.vehicle.stunned or unit.vehicle.shock)
