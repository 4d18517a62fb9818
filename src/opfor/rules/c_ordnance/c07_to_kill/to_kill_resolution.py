"""C7 in play: a shot has hit a vehicle.

Reading: D-306, what no source confirms.
"""

from collections.abc import Sequence

from opfor.core.ask import Adjudicate, Field, Option
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_by
from opfor.rules.c_ordnance.c03_to_hit.c03_91_target_facing import facing_within_hex
from opfor.rules.c_ordnance.c03_to_hit.to_hit import ToHit
from opfor.rules.c_ordnance.c07_to_kill.c07_1_to_kill import Fate, Hit
from opfor.rules.c_ordnance.c07_to_kill.c07_7_afv_destruction import said
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import Facing
from opfor.rules.d_vehicles.d03_fire.d03_2_target_facing import facing
from opfor.rules.d_vehicles.d05_crews.d05_34_crew_fates import suffer
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


def tracks(shot: ToHit) -> bool:
    """Whether it is Deliberate Immobilization (C5.7)."""
    return any(mod.rule == "C5.7" for mod in shot.mods)


def read_hit(play: Play, shot: ToHit, *, turret: bool, critical: bool) -> Hit:
    """What has hit: the facing by where from, by a dr within a hex."""
    unit = play.state.units[shot.at]
    hexes = play.world.range(shot.start, shot.target)
    side: Facing = (
        facing(play, unit, shot.start, turret=turret)
        if hexes
        else facing_within_hex(play, shot)
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


def ask_strike(play: Play, shot: ToHit, question: str) -> None:
    """The player rolls To Hit and To Kill on his table, and says what came of it."""
    report_fate(play, shot.at, question, shot.side)


def report_fate(
    play: Play, id_: str, question: str, by: Side, *, cc: bool = False
) -> None:
    """The player says what became of a vehicle on his table."""
    field = Field("result", f"{id_}:", "option", TABLE_FATES)
    asked = Adjudicate(purpose=question, side="FRIENDLY", form=(field,))
    fate = play.ask(asked)["result"]
    if fate != "none":
        lose_by(play, id_, "hit")
        suffer(play, id_, fate, by=by, in_cc=cc)
