"""S2: the sequence of play, as far as it goes yet: set-up and FRIENDLY MPh.

The ENEMY's own Player Turn, and the other phases, are not here yet; each Game Turn
is one FRIENDLY MPh in which S? are met.
"""

from typing import Any

from opfor.core.ask import Option, Order
from opfor.core.dice import die_roll
from opfor.core.errors import Illegal
from opfor.core.game import Program, Step
from opfor.core.rule import rule
from opfor.geo.chart import MF
from opfor.rules.asl.a04_movement import plan
from opfor.rules.orders import Command, EndMove, EndPhase, MoveTo, read_order
from opfor.rules.s04_placement import place_suspects
from opfor.rules.s05_activation import check_activations
from opfor.rules.s05_party import look_up
from opfor.state.events import (
    AcNumberSet,
    GameEnded,
    Moved,
    MoveEnded,
    PhaseBegan,
    SetUp,
    UnitAdded,
    WeaponAdded,
)
from opfor.state.mission import OB
from opfor.state.play import Play, step
from opfor.state.state import State, fresh_id, stem
from opfor.state.units import Move, Unit, Weapon
from opfor.state.world import World

MPH = "MPh"


def program(world: World) -> Program[State]:
    """The program of a game on a world: its next step, from its state alone."""

    def next_step(state: State) -> Step[State] | None:
        if state.over:
            return None
        if not state.ready:
            return step("set-up", set_up, world)
        name = f"turn {state.turn} {state.side} {state.phase}"
        return step(name, movement, world)

    return next_step


def set_up(play: Play) -> None:
    """The FRIENDLY OB, the starting AC#, S?, and the first turn."""
    for line in play.state.mission.unit:
        _order_of_battle(play, line)
    starting_ac_number(play)
    place_suspects(play)
    play.emit(SetUp())
    play.emit(PhaseBegan(1, "FRIENDLY", MPH))


def _order_of_battle(play: Play, line: OB) -> None:
    nation = play.state.mission.friendly
    weapons = iter(line.weapons)
    for _ in range(line.number):
        kind = play.world.counter_of(nation, line.counter)
        id_ = fresh_id(play.state, stem(kind.name))
        play.emit(UnitAdded(Unit(id=id_, side="FRIENDLY", counter=kind.id)))
        if name := next(weapons, ""):
            sw = play.world.counter_of(nation, name)
            own = fresh_id(play.state, stem(sw.name))
            play.emit(WeaponAdded(Weapon(id=own, counter=sw.id, owner=id_)))


@rule("S5.11", "Marking the AC#")
def starting_ac_number(play: Play) -> None:
    """Put the AC# marker where the Mission says, or where its table's dr does."""
    ac = play.state.mission.ac
    if isinstance(ac, int):
        play.emit(AcNumberSet(ac, "the Mission"))
        return
    column = play.world.fact("AC column")
    row = look_up(play, ac, die_roll(play, "AC# at the start"), column=column)
    play.emit(AcNumberSet(int(row.result), f"table {ac}, column {column}"))


@rule("A3.3", "Movement Phase")
def movement(play: Play) -> None:
    """One order of the player in his MPh, and all that follows from it at once."""
    request = Order(
        purpose=f"turn {play.state.turn}, {MPH}",
        side="FRIENDLY",
        phase=MPH,
        options=tuple(options(play)),
    )
    order = play.ask(request, lambda answer: legal(play, answer))
    match order:
        case MoveTo():
            _move(play, order, plan(play, order))
        case EndMove():
            play.emit(MoveEnded())
        case EndPhase():
            _end_phase(play)


def legal(play: Play, answer: Any) -> Command:
    """The order that an answer means, if the rules allow it now.

    Errors:
        OpforError: it is no order; Illegal names the rule that forbids it.
    """
    order = read_order(answer)
    if isinstance(order, MoveTo):
        plan(play, order)
    if isinstance(order, EndMove) and play.state.move is None:
        raise Illegal("A3.3", "no move is in hand")
    return order


def options(play: Play) -> list[Option]:
    """Every legal order: each stack or unit into each Location it can reach now."""
    found = []
    for units in stacks(play):
        for to in play.world.exits(units[0].location):
            order = MoveTo(tuple(unit.id for unit in units), to)
            cost = _cost(play, order)
            if cost is not None:
                label = f"{' + '.join(order.units)} to {to} ({cost / MF:g} MF)"
                found.append(Option(f"move {','.join(order.units)} {to}", label, (to,)))
    if play.state.move:
        found.append(Option("halt", "end the move in hand"))
    found.append(Option("end", "end the MPh"))
    return found


def stacks(play: Play) -> list[list[Unit]]:
    """Who may move now: the stack in hand, else each unit and each whole stack."""
    ready = [
        unit
        for unit in play.state.units.values()
        if unit.side == "FRIENDLY" and not (unit.moved or unit.broken or unit.pinned)
    ]
    in_hand = play.state.move.units if play.state.move else ()
    if moving := [unit for unit in ready if unit.id in in_hand]:
        return [moving]
    together: dict[str, list[Unit]] = {}
    for unit in ready:
        together.setdefault(unit.location or unit.id, []).append(unit)
    whole = [stack for stack in together.values() if len(stack) > 1]
    return [*whole, *([unit] for unit in ready)]


def _cost(play: Play, order: MoveTo) -> int | None:
    """What an order costs in quarters of MF; None if it is illegal."""
    try:
        return plan(play, order).here
    except Illegal:
        return None


def _move(play: Play, order: MoveTo, move: Move) -> None:
    if play.state.move and not set(move.units) <= set(play.state.move.units):
        play.emit(MoveEnded())
    play.emit(Moved(order.to, move))
    check_activations(play)
    if not any(_may_go_on(unit) for unit in play.state.movers()):
        play.emit(MoveEnded())


def _may_go_on(unit: Unit) -> bool:
    return unit.good_order and not unit.pinned


def _end_phase(play: Play) -> None:
    if play.state.move:
        play.emit(MoveEnded())
    turn = play.state.turn + 1
    if turn > play.state.mission.turns:
        play.emit(GameEnded(f"{play.state.mission.turns} turns are over"))
    else:
        play.emit(PhaseBegan(turn, "FRIENDLY", MPH))
