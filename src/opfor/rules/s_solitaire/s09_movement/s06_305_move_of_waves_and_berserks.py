"""S6.301, S6.305 in play: berserk units charge, then Human Waves move by impulses.

A wave is one move in hand with a part for each of its S? and units, so that the State
knows what each has spent; each impulse takes every part one Location on.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a04_movement.a04_1_who_may_move import movable
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import (
    end_all,
    end_move_if_done,
)
from opfor.rules.a_infantry.a08_first_fire.a08_1_window import (
    open_window,
    residual_attack,
)
from opfor.rules.a_infantry.a15_heat_of_battle.a15_43_berserk_charge import (
    charge_steps,
    charging,
)
from opfor.rules.choices.give_order import allowed, order
from opfor.rules.choices.orders import MoveTo
from opfor.rules.s_solitaire.s03_323_prohibited import friendly_vpo
from opfor.rules.s_solitaire.s03_activation.s03_32_advance import suspect_moved
from opfor.rules.s_solitaire.s04_human_wave.s04_3_human_wave import Runner
from opfor.rules.s_solitaire.s04_human_wave.s04_32_movement import (
    ALLOTMENT,
    WaveMove,
    WaveStep,
    runners,
    shut_in,
    wave_move,
)
from opfor.rules.s_solitaire.s04_human_wave.s04_33_release import release
from opfor.rules.s_solitaire.s06_actions.s06_30_automatic_moves import charge_target
from opfor.rules.s_solitaire.s09_movement.s09_4_leaving_the_map import suspect_exits
from opfor.state.events import MoveChanged, MoveEnded, SuspectChanged
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import GameView, Play
from opfor.state.units import (
    OFFBOARD,
)


def charge(play: Play) -> bool:
    """The next step that a berserk unit must take; before all others (S9.1).

    Of several equally near it makes for the one that S6.301 says.
    """
    for unit in charging(play, "ENEMY"):
        steps = charge_steps(play, unit)
        ways = [MoveTo((unit.id,), to) for to in dict.fromkeys(steps.values())]
        legal = [way for way in ways if allowed(play, "ENEMY", way)]
        if not legal:
            continue
        # S6.301: which of several Targets equally near.
        going = legal[0]
        if len(legal) > 1:
            going = MoveTo(going.units, steps[charge_target(play, unit)])
        order(play, "ENEMY", going)
        return True
    return False


@rule(
    "S6.305/move",
    "Human Waves move, impulse by impulse",
    cites=("S4.321", "S4.324", "S9.1"),
)
def wave(play: Play) -> bool:
    """The next Location that a S? or unit of a wave enters; False if all are done.

    Of several waves the one nearest the FBE makes its whole MPh before the next.
    """
    in_hand = _wave_in_hand(play)
    if play.state.course or (play.state.move and not in_hand):
        return False
    # S4.324: the wave that has begun, else the nearest that can.
    able = runners(play, in_hand)
    waiting = [runner for runner in able if not _moved(play, runner.id)]
    waves = [in_hand] if in_hand else dict.fromkeys(r.wave for r in waiting)
    return any(
        _impulse(play, [runner for runner in waiting if runner.wave == wave])
        for wave in waves
    )


def _impulse(play: Play, waiting: Sequence[Runner]) -> bool:
    """The next step of a wave, or the end of its move; False if it cannot begin.

    In each impulse each enters one Location, north to south.
    """
    # S4.33: an obstacle releases those whom it stops.
    goals = friendly_vpo(play)
    stopped = [wave_move(play, runner) for runner in shut_in(play, waiting, goals)]
    out = release(play, stopped)
    for id_ in out:
        if suspect := play.state.suspects.get(id_):
            done = replace(suspect, moved=True)
            play.emit(SuspectChanged(done, fact("its_mph_is_over")))
    # S4.321: of the others each enters one Location an impulse.
    going = [runner for runner in waiting if runner.id not in out]
    if play.state.move:
        on = _going_on(play)
        going = [runner for runner in going if runner.id in on]
    first = next(_able(play, going), None)
    if first is None:
        return _end(play)
    if play.state.move is None:
        _begin(play, going)
    _step(play, first)
    return True


def _able(play: Play, waiting: Sequence[Runner]) -> Iterator[WaveMove]:
    """Those of a wave who can enter a Location, who has taken fewest steps first."""
    spent = {id_: part.spent for part in _parts(play) for id_ in part.units}
    steps = {id_: part.steps for part in _parts(play) for id_ in part.units}
    controlled = friendly_vpo(play)
    for runner in sorted(waiting, key=lambda runner: steps.get(runner.id, 0)):
        used = spent.get(runner.id, 0)
        move = wave_move(play, runner, spent=used, controlled=controlled)
        if move.standing == "moves":
            yield move


def _parts(view: GameView) -> Sequence[Move]:
    return view.state.move.parts if view.state.move else ()


def _wave_in_hand(view: GameView) -> str:
    """The Human Wave whose move is in hand; empty if none is."""
    runners: Mapping[str, Runner] = {**view.state.units, **view.state.suspects}
    ids = [id_ for part in _parts(view) for id_ in part.units]
    waves = (runners[id_].wave for id_ in ids if id_ in runners)
    return next(filter(None, waves), "")


def _going_on(view: GameView) -> set[str]:
    """Who is on the move with the wave in hand and has not stopped."""
    return {id_ for part in _parts(view) for id_ in part.units if not part.stopped}


def _moved(view: GameView, id_: str) -> bool:
    unit, suspect = view.state.units.get(id_), view.state.suspects.get(id_)
    if unit is not None:
        return unit.moved or not unit.good_order or unit.pinned or unit.ti
    return suspect is None or suspect.moved


def _end(play: Play) -> bool:
    """The wave has moved, if one was on the move."""
    moved = play.state.move is not None
    end_all(play)
    return moved


def _begin(play: Play, going: Sequence[Runner]) -> None:
    """All parts of the wave are in hand together, who is held up as yet too."""
    parts = [Move(units=(r.id,), charge=True, allotment=ALLOTMENT) for r in going]
    play.emit(MoveChanged(replace(parts[0], behind=tuple(parts[1:]))))


def _step(play: Play, move: WaveMove) -> None:
    """One S? or unit of the wave enters its next Location."""
    parts = _parts(play)
    mine = next(part for part in parts if move.id in part.units)
    rest = [replace(part, behind=()) for part in parts if part is not mine]
    # S4.34: those that came as one S? go on each by itself.
    units = (play.state.units.get(id_) for id_ in mine.units if id_ != move.id)
    if mates := tuple(unit.id for unit in units if unit and movable(play, unit)):
        rest = [replace(mine, units=mates, behind=()), *rest]
    front = replace(mine, units=(move.id,), behind=tuple(rest))
    way = move.ways[0]
    if move.id in play.state.suspects:
        _suspect(play, move.id, way, front)
        return
    play.emit(MoveChanged(front))
    command = MoveTo((move.id,), way.to)
    if allowed(play, "ENEMY", command):
        order(play, "ENEMY", command)
    else:
        play.emit(MoveEnded())


def _suspect(play: Play, id_: str, way: WaveStep, part: Move) -> None:
    """A S? of the wave enters a Location; what it brings goes on in the wave.

    There it is fired at as the one stack that it came as (A8.1).
    """
    suspect = play.state.suspects[id_]
    side = play.world.side_between(way.to, suspect.location)
    after = replace(
        part,
        spent=part.spent + way.cost,
        here=way.cost,
        steps=part.steps + 1,
        road=False,
        entry_side=side,
    )
    play.emit(MoveChanged(after))
    if way.to == OFFBOARD:
        suspect_exits(play, suspect)
        return
    there = replace(suspect, location=way.to, enters=OFFBOARD, crest=())
    play.emit(SuspectChanged(there, fact("moves")))
    if units := suspect_moved(play, id_):
        play.emit(MoveChanged(replace(after, units=tuple(units))))
        # A8.2: what it brought has entered Residual FP (D-819)
        residual_attack(play)
    open_window(play)
    end_move_if_done(play)
