"""S2: a game from its set-up to its end, phase by phase.

A step is one order and all that follows from it, or the change from one phase to the
next. Whose order it is, and what there is to order, follow from the state alone.
"""

from typing import Any

from opfor.core.ask import Order
from opfor.core.fact import fact
from opfor.core.game import Program, Step
from opfor.core.rule import part_of_rule, rule
from opfor.rules.a_infantry.a03_9_phases import PHASES, acting, other, tidy
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import end_all
from opfor.rules.a_infantry.a12_concealment.a12_11_concealment import setup_concealment
from opfor.rules.a_infantry.a14_snipers.a14_2_snipers import sniper_attacks
from opfor.rules.a_infantry.a26_victory.a26_1_control import take_as_they_come
from opfor.rules.a_infantry.a26_victory.a26_3_victory import verdict
from opfor.rules.b_terrain.b09_walls.b09_3_walls import settle_walls
from opfor.rules.choices.orders import Command, EndPhase, read_order
from opfor.rules.choices.switches import tell_switches
from opfor.rules.orders.fire import a08_first_fire
from opfor.rules.orders.fire.s02_p3_air_support import set_up_air
from opfor.rules.s_solitaire.s02_set_up.a02_9_set_up import set_up_friendly
from opfor.rules.s_solitaire.s02_set_up.s02_p1_vpo import draw_vpo
from opfor.rules.s_solitaire.s02_set_up.s02_p2_artillery import set_up_batteries
from opfor.rules.s_solitaire.s04_placement.s04_1_placement import place_suspects
from opfor.rules.s_solitaire.s05_activation.s05_1_activation_check import (
    starting_ac_number,
)
from opfor.rules.s_solitaire.s09_vehicles.s09_361_secret_bog import friendly_bog
from opfor.rules.sequence import enemy, legal_orders
from opfor.rules.sequence.player_turn import AFTER_EACH, OF_PHASE
from opfor.state.events import (
    GameEnded,
    LossesChanged,
    PartEnded,
    PhaseBegan,
    SetUp,
    WeatherChanged,
)
from opfor.state.in_progress import (
    SideLosses,
    Weather,
)
from opfor.state.play import GameView, Play, step
from opfor.state.state import State
from opfor.state.units import (
    Phase,
    Side,
)
from opfor.state.world import World


def program(world: World) -> Program[State]:
    """The program of a game on a world: its next step, from its state alone."""

    def next_step(state: State) -> Step[State] | None:
        if state.over:
            return None
        if not state.ready:
            return step("set-up", set_up, world)
        name = f"turn {state.turn} {state.side} {state.phase}"
        if acting(state) is None:
            return step(f"{name} ends", next_phase, world)
        return step(name, act, world)

    return next_step


# -- set-up ------------------------------------------------------------------------


def set_up(play: Play) -> None:
    """The OB, the starting AC#, S?, and the first turn."""
    mission = play.state.mission
    tell_switches(play)
    if mission.weather != Weather():
        with part_of_rule("E3.1"):
            play.emit(WeatherChanged(mission.weather, fact("as_the_mission_says")))
    nations: dict[Side, str] = {"FRIENDLY": mission.friendly, "ENEMY": mission.enemy}
    for side, nation in nations.items():
        san = mission.san.get(side, play.world.national(nation, "SAN"))
        with part_of_rule("A14.1"):
            play.emit(LossesChanged(side, SideLosses(san=san), fact("san", san=san)))
    draw_vpo(play)
    set_up_friendly(play)
    set_up_batteries(play)
    set_up_air(play)
    starting_ac_number(play)
    place_suspects(play)
    setup_concealment(play)
    settle_walls(play)
    play.emit(SetUp())
    with part_of_rule("A3"):
        begin_phase(play, 1, mission.first, PHASES[0])


# -- play --------------------------------------------------------------------------


def act(play: Play) -> None:
    """One order of the side whose part it is, and all that follows from it at once.

    A side that has nothing to order is not asked.
    """
    side, state = acting(play.state), play.state
    assert side is not None  # noqa: S101 - as the program found
    if side == "ENEMY" and state.mission.enemy_by == "rules":
        if enemy.act(play):
            # A14.3: whom fire alerted that no order made, as of who is Activated
            sniper_attacks(play)
        else:
            end_part(play, side)
        return
    if not legal_orders.has_choice(play, side):
        end_part(play, side)
        return
    request = Order(
        purpose=f"turn {state.turn}, {state.phase} of the {state.side}",
        side=side,
        phase=state.phase,
    )
    order = play.ask(request, lambda answer: read_legal(play, side, answer))
    if isinstance(order, EndPhase):
        end_part(play, side)
    else:
        legal_orders.carry_out(play, side, order)


def read_legal(view: GameView, side: Side, answer: Any) -> Command:
    """The order that an answer means, if the rules allow it now.

    Errors:
        OpforError: it is no order; Illegal names the rule that forbids it.
    """
    order = read_order(answer)
    legal_orders.check(view, side, order)
    return order


def end_part(play: Play, side: Side) -> None:
    """A side is done with its part of the phase; a move in hand ends with it."""
    window = play.state.window
    if window and window.asked:
        a08_first_fire.over(play)
        take_as_they_come(play)
        return
    if side == play.state.side:
        end_all(play)
        friendly_bog(play)
    play.emit(PartEnded(side))


@rule("A3", "Sequence of play")
def next_phase(play: Play) -> None:
    """End the phase, and begin the next one; the last one ends the game."""
    state = play.state
    assert state.phase  # noqa: S101 - play has begun
    for automatic in (*OF_PHASE[state.phase].ends, *AFTER_EACH):
        automatic(play)
        if play.state.over:
            return
    # A3.9: counters that last no longer are removed
    tidy(play)
    after = PHASES.index(state.phase) + 1
    if after < len(PHASES):
        begin_phase(play, state.turn, state.side, PHASES[after])
    elif state.side == state.mission.first:
        begin_phase(play, state.turn, other(state.side), PHASES[0])
    elif state.turn < state.mission.turns:
        begin_phase(play, state.turn + 1, state.mission.first, PHASES[0])
    else:
        play.emit(GameEnded(verdict(play)))


def begin_phase(play: Play, turn: int, side: Side, phase: Phase) -> None:
    """Begin a phase, and do what happens in it by itself."""
    play.emit(PhaseBegan(turn, side, phase))
    for automatic in OF_PHASE[phase].begins:
        automatic(play)
