"""S3.321, S9.41: how S? in Advance Attitude move, and leave the map.

The text of S3 is not known beyond what other rules and public digests say; how they
move is the project's own (D-075). The ENEMY's MPh moves each in its turn (S9.1).
"""

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import end_move_if_done
from opfor.rules.a_infantry.a08_first_fire.a08_1_window import (
    open_window,
    residual_attack,
)
from opfor.rules.s_solitaire.s03_323_prohibited import friendly_vpo
from opfor.rules.s_solitaire.s03_activation.s03_32_advance import suspect_moved
from opfor.rules.s_solitaire.s05_activation.s05_74_s2_smoke import place_owed_smoke
from opfor.rules.s_solitaire.s09_movement.command_clauses import way_out
from opfor.rules.s_solitaire.s09_movement.movers import Mover
from opfor.rules.s_solitaire.s09_movement.next_step import after
from opfor.rules.s_solitaire.s09_movement.s09_2_route import route
from opfor.rules.s_solitaire.s09_movement.s09_4_leaving_the_map import suspect_exits
from opfor.state.events import (
    MoveChanged,
    SuspectChanged,
)
from opfor.state.in_progress import (
    MovePlan,
)
from opfor.state.play import GameView, Play
from opfor.state.units import (
    OFFBOARD,
    LocationName,
)


def unseen_course(view: GameView, mover: Mover) -> MovePlan:
    """The course of a S? that nobody sees, by the safest route.

    Toward the closest FRIENDLY Controlled VPO Location; if there is none, the edge
    opposite to the one that it entered by (D-075, S9.4). One that enters the map goes
    on from there with the MF it has left.
    """
    held = friendly_vpo(view)
    way = route(view, mover, held or way_out(view, mover))
    if not mover.location:
        way = (mover.enters, *way)
    return MovePlan(
        movers=mover.ids, how="route", goal=way[-1:], way=way, leaves=not held
    )


@rule("S3.321", "How Advance S? move", cites=("S3.323", "S3.32", "S9.1", "S9.4"))
def suspect_steps(
    play: Play, mover: Mover, to: LocationName, *, assault: bool = False
) -> None:
    """Move a S? into a Location, and check it for Activation (S3.32).

    As Infantry of four MF; the FRIENDLY side may fire at it. What it turns out to be
    moves no farther.
    """
    move = after(play, mover, to, assault=assault)
    suspect = play.state.suspects[mover.ids[0]]
    assert move is not None  # noqa: S101 - as next_location found
    play.emit(MoveChanged(move))
    # S9.41: off the map
    if to == OFFBOARD:
        suspect_exits(play, suspect)
        return
    there = replace(suspect, location=to, enters=OFFBOARD, crest=())
    play.emit(SuspectChanged(there, fact("moves")))
    # S3.32: it is checked for Activation where it comes
    if units := suspect_moved(play, suspect.id, assault=move.assault):
        play.emit(MoveChanged(replace(move, units=tuple(units), stopped=True)))
        # A8.2: what it brought has entered Residual FP (D-819)
        residual_attack(play)
    # A8.1: the FRIENDLY side may fire at it
    if units or suspect.id in play.state.suspects:
        open_window(play)
    # S5.74: SMOKE of what it brought, if nobody could fire
    place_owed_smoke(play)
    end_move_if_done(play)
