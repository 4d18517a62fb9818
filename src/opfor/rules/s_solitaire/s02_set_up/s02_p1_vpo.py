"""S2: the VPO Locations drawn on the boards' cards."""

from itertools import islice

from opfor.core.dice import die_roll
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.s_solitaire.s04_placement.s04_11_eligible import too_near
from opfor.state.events import VpoDrawn
from opfor.state.play import Play
from opfor.state.units import LocationName


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
            nth = die_roll(play, purpose).final - 1
            card = world.cards[board]
            order = (*card[nth:], *card[:nth], *world.spares[board])
            free = (at for at in order if at not in drawn and not too_near(play, at))
            drawn += islice(free, 1)
    if drawn:
        play.emit(VpoDrawn(tuple(drawn)))
