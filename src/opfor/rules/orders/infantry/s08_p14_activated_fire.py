"""S8: Activated Locations fire before S? are checked."""

from opfor.core.rule import rule
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import end_move_if_done
from opfor.rules.a_infantry.a08_first_fire.a08_1_window import (
    could_open,
    open_window,
    residual_attack,
)
from opfor.rules.s_solitaire.s05_activation.s05_31_continuing_attacks import (
    check_activations,
)
from opfor.state.play import Play
from opfor.state.units import Side


@rule(
    "S8.p14/order",
    "Activated Locations fire before S? are checked",
    cites=("S5.2", "S5.32"),
)
def fired_at(play: Play, side: Side, *, entered: bool = True) -> None:
    """Residual FP, the DEFENDER's fire, and the Activation of S?, in order.

    Residual FP and Fire Lanes attack before all. Where something Activated could fire,
    it goes next, and S? are checked when it has done so; otherwise S? are checked at
    once. `entered`: the MF or MP were spent to enter the Location, not within it.
    """
    # A8.2, S5.32 EX: Residual FP attacks before a S? is checked, and before any fire
    residual_attack(play)
    first = side == "FRIENDLY" and could_open(play, entered=entered)
    if side == "FRIENDLY" and not first:
        check_activations(play)
    # A8.1: the DEFENDER may fire at what moves
    if not open_window(play, entered=entered, suspects=first) and first:
        check_activations(play)


def spent_in_place(play: Play, side: Side) -> None:
    """Infantry has spent MF where it is: it moves as much as who enters (S3.31b)."""
    fired_at(play, side, entered=False)
    end_move_if_done(play)
