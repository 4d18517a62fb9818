"""S2: the VPO Locations drawn on the boards' cards."""

from itertools import islice

from opfor.core.dice import die_roll
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.s_solitaire.s04_placement.s04_11_eligible import too_near
from opfor.state.events import VpoDrawn
from opfor.state.play import Play
from opfor.state.units import LocationName

DIE = 6


@rule("S2.p1", "VPO Locations drawn on the boards' cards", cites=("S4.11",))
def draw_vpo(play: Play) -> None:
    """Draw as many VPO Locations a board as the Mission says, each by a dr.

    If it was drawn already, or if no S? may be set up there, the next one on the card
    is taken. Reading: D-190, which of a hex's Locations, and why not rolled again;
    D-700, what stands in where a card has too few.
    """
    world, drawn = play.world, list[LocationName]()
    wanted = zip(play.state.mission.vpo_draw, world.boards_from_fbe, strict=False)
    for number, board in wanted:
        short = world.map.boards[board].board.short
        purpose = fact("vpo_location_on_board", board=short)
        for _ in range(number):
            found = [_drawn(play, board, nth, drawn) for nth in range(DIE)]
            means = [at[0] if at else "none" for at in found]
            drawn += found[die_roll(play, purpose, means=means).final - 1]
    if drawn:
        play.emit(VpoDrawn(tuple(drawn)))


def _drawn(
    play: Play, board: int, nth: int, before: list[LocationName]
) -> list[LocationName]:
    """What a number of a board's card, from 0 on, draws after others; at most one."""
    card = play.world.cards[board]
    order = (*card[nth:], *card[:nth], *play.world.spares[board])
    free = (at for at in order if at not in before and not too_near(play, at))
    return list(islice(free, 1))
