"""E7.42: bombs."""

from fractions import Fraction

from opfor.core.ask import Adjudicate, Field
from opfor.core.dice import dice_roll, die_roll
from opfor.core.fact import Fact, fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.a07_3_resolution import Unveil
from opfor.rules.a_infantry.a07_fire.attack import fp_attack
from opfor.rules.a_infantry.on_table import on_table
from opfor.rules.c_ordnance.c01_artillery.c01_2_battery import DICE
from opfor.rules.c_ordnance.c01_artillery.c01_3_spotting import along, named
from opfor.rules.c_ordnance.c01_artillery.c01_5_ffe import indirect, strike
from opfor.rules.c_ordnance.c01_artillery.c01_6_observers import locations
from opfor.rules.e_miscellaneous.e07_41_strafing import attacks_anybody
from opfor.rules.e_miscellaneous.planes import number
from opfor.state.artillery import Aircraft
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName


@rule("E7.42", "Bombs", cites=("C1.5", "C1.54"))
def bomb(
    play: Play, plane: Aircraft, where: LocationName, unveil: Unveil | None = None
) -> None:
    """They attack as OBA does: everybody in the hex, with TEM against Indirect Fire."""
    # E7.42/dr: where they come down
    to = lands(play, plane, where)
    if to == OFFBOARD:
        return
    # C1.5: they attack as OBA does
    fp = number(play, f"bombs {plane.kind}")
    parts = [
        indirect(play, fp_attack(play, plane.side, at, fp, source="OBA", halved=False))
        for at in locations(play, to)
    ]
    strike(play, [part for part in parts if attacks_anybody(play, plane, part)], unveil)


@rule("E7.42/dr", "Where bombs come down", cites=("E7.42",))
def lands(play: Play, plane: Aircraft, where: LocationName) -> LocationName:
    """A DR of 7 or less by a FB, 9 by a DB, hits the hex; else one next to it by a dr.

    OFFBOARD if that is off the map. On his table the player says where.
    """
    most = number(play, f"hits {plane.kind}")
    purpose = fact("bombs", plane=plane.id, at=where, most=most)
    if on_table(play, "artillery"):
        return _ask_where(play, purpose, where)
    if dice_roll(play, purpose, side=plane.side).final <= most:
        return where
    # E7.42/dr: they miss by one hex, over the hexside of a dr
    missed = die_roll(play, fact("which_hexside_they_miss_by"), side=plane.side)
    return along(play, where, missed.final - 1, 1)


def _ask_where(play: Play, purpose: Fact, where: LocationName) -> LocationName:
    form = (
        Field("hit", f"they hit {where}:", "yes"),
        Field("hex", "where they came down, if not there and on the map:"),
    )

    def read(answer: dict[str, object]) -> LocationName:
        said = str(answer["hex"]).strip()
        if answer["hit"]:
            return where
        return named(play, said) if said else OFFBOARD

    return play.ask(Adjudicate(purpose=purpose, side="FRIENDLY", form=form), read)


@rule("E7.42/odds", "The odds of bombs", cites=("E7.42",))
def bomb_odds(view: GameView, plane: Aircraft) -> Fraction:
    """The exact chance that its bombs hit the hex."""
    most = number(view, f"hits {plane.kind}")
    return Fraction(sum(dr <= most for dr in DICE), len(DICE))
