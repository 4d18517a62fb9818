"""S6.301, S6.305 in play: berserk units charge, then Human Waves move by impulses.

A wave is one move in hand with a part for each of its S? and units, so that the State
knows what each has spent; each impulse takes every part one Location on.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a04_movement.steps import end_move_if_done
from opfor.rules.a_infantry.a08_first_fire.window import open_window
from opfor.rules.a_infantry.a15_berserk_charge import charge_steps, charging
from opfor.rules.choices.give_order import allowed, order
from opfor.rules.choices.orders import MoveTo
from opfor.rules.s_solitaire.s03_activation.advance import suspect_moved
from opfor.rules.s_solitaire.s03_prohibited import friendly_vpo
from opfor.rules.s_solitaire.s04_human_wave.movement import (
    ALLOTMENT,
    WaveMove,
    WaveStep,
    release,
    runners,
    shut_in,
    wave_move,
)
from opfor.rules.s_solitaire.s04_human_wave.wave import Runner
from opfor.rules.s_solitaire.s06_actions.automatic_moves import charge_target
from opfor.rules.s_solitaire.s09_movement.exit_vp import suspect_exits
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


@rule("S6.305/move", "Human Waves move, impulse by impulse", cites=("S4.321", "S9.1"))
def wave(play: Play) -> bool:
    """The next Location that a S? or unit of a wave enters; False if all are done.

    In each impulse each enters one Location, in the order of S4.321 and S4.324.
    """
    if play.state.course or (play.state.move and not is_wave_moving(play)):
        return False
    waiting = [runner for runner in runners(play) if not _moved(play, runner.id)]
    # S4.33: an obstacle releases those whom it stops.
    stopped = [wave_move(play, runner) for runner in waiting if shut_in(play, runner)]
    released = release(play, stopped)
    for id_ in released:
        if suspect := play.state.suspects.get(id_):
            done = replace(suspect, moved=True)
            play.emit(SuspectChanged(done, fact("its_mph_is_over")))
    out = {*released, *_held(play)}
    # S4.321: of the others each enters one Location an impulse.
    able = _able(play, [runner for runner in waiting if runner.id not in out])
    if play.state.move is None:
        whole = list(able)
        able = iter(whole)
        if whole:
            _begin(play, whole)
    first = next(able, None)
    if first is None:
        return _end(play)
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


def is_wave_moving(view: GameView) -> bool:
    """Whether the move in hand is that of a Human Wave."""
    ids = [id_ for part in _parts(view) for id_ in part.units]
    units = [view.state.units[id_] for id_ in ids if id_ in view.state.units]
    suspects = [view.state.suspects[id_] for id_ in ids if id_ in view.state.suspects]
    return any(unit.wave for unit in units) or any(s.wave for s in suspects)


def _held(view: GameView) -> set[str]:
    """Who can do nothing more, or did not begin to move with the wave."""
    known = {id_ for part in _parts(view) for id_ in part.units if not part.stopped}
    everyone = {*view.state.units, *view.state.suspects}
    return everyone - known if known else set()


def _moved(view: GameView, id_: str) -> bool:
    unit, suspect = view.state.units.get(id_), view.state.suspects.get(id_)
    if unit is not None:
        return unit.moved or not unit.good_order or unit.pinned or unit.ti
    return suspect is None or suspect.moved


def _end(play: Play) -> bool:
    """The wave has moved, if one was on the move."""
    if not is_wave_moving(play):
        return False
    while play.state.move:
        play.emit(MoveEnded())
    return True


def _begin(play: Play, able: Sequence[WaveMove]) -> None:
    """All parts of the wave are in hand together."""
    parts = [Move(units=(m.id,), charge=True, allotment=ALLOTMENT) for m in able]
    play.emit(MoveChanged(replace(parts[0], behind=tuple(parts[1:]))))


def _step(play: Play, move: WaveMove) -> None:
    """One part of the wave enters its next Location."""
    parts = _parts(play)
    mine = next(part for part in parts if move.id in part.units)
    rest = tuple(replace(part, behind=()) for part in parts if part is not mine)
    front = replace(mine, behind=rest)
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
    """A S? of the wave enters a Location; what it brings goes on in the wave."""
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
        own = [replace(after, units=(unit,), behind=()) for unit in units]
        parts = (*own[1:], *after.behind)
        play.emit(MoveChanged(replace(own[0], behind=parts)))
    open_window(play)
    end_move_if_done(play)
