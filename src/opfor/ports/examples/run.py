"""Plays the cases of an example and tells what was missed."""

from functools import partial
from pathlib import Path
from typing import Any

from opfor.core.ask import Asked, Pending
from opfor.core.errors import Illegal, OpforError
from opfor.core.game import Game
from opfor.core.game import Step as GameStep
from opfor.geo.boards.library import Library
from opfor.ports.examples.change import changed
from opfor.ports.examples.form import CaseStep, Change
from opfor.ports.examples.judge import StepOutcome, judge
from opfor.ports.examples.made import Asking
from opfor.ports.examples.pieces import Maker
from opfor.ports.examples.question import QUESTIONS, questions
from opfor.ports.examples.read import CaseTurn, Example, Origin, Playing, Scenario
from opfor.ports.examples.result import CaseResult, Miss, Status
from opfor.ports.examples.scene import Builder, MissingBoard, TableSetUp
from opfor.ports.examples.script import ALONE, Ordered, ScriptedHand, ordered, orders
from opfor.ports.examples.tell import story
from opfor.rules.sequence.s02_turn import program
from opfor.state.play import Play
from opfor.state.state import State

STOPPED = "the game goes on"
BROKEN = "opfor itself broke off"
"""What a mistake of the program is called; it is no fault of the example."""

END, HOLD_FIRE = ALONE["end"], ALONE["hold fire"]


class Runner:
    """Plays cases.

    Args:
        library: the boards that cases may name; None for those that ship.
        packs: folders of the player's own tables.
    """

    def __init__(
        self, library: Library | None = None, packs: tuple[Path, ...] = ()
    ) -> None:
        self._builder = Builder(library or Library(), packs)

    def run(self, example: Example) -> list[CaseResult]:
        """The result of every case."""
        return [self.run_case(case, example.file) for case in example.cases]

    def run_case(self, case: Scenario, file: str) -> CaseResult:
        """The result of one case: of its first row that misses something."""
        told: list[str] = []
        end = partial(CaseResult, case.what, file, case.line)
        if case.fault:
            return end("unreadable", case.fault)
        try:
            misses = self._missed(case, told)
        except MissingBoard as missing:
            return end("skipped", str(missing))
        except OpforError as error:
            return end("unreadable", str(error))
        except Exception as error:
            broken = f"{BROKEN}: {type(error).__name__} {error}"
            misses = [Miss(case.line, "do", STOPPED, broken)]
        status: Status = "failed" if misses else "passed"
        return end(status, misses=tuple(misses), story=tuple(told))

    def _missed(self, case: Scenario, told: list[str]) -> list[Miss]:
        """What the first row that misses something misses; `told` gets the story."""
        for play in case.plays:
            if play.row:
                told.append(f"row {play.row}")
            scene = self._builder.scene(play.givens, play.origin)
            if misses := _played(scene, play, told):
                return misses
        return []


def _played(scene: TableSetUp, play: Playing, told: list[str]) -> list[Miss]:
    """Play the steps up to the first miss; `told` gets the story."""
    session = _Session(scene)
    for turn in play.turns:
        outcome = session.take(turn, told)
        misses = [outcome] if isinstance(outcome, Miss) else []
        if isinstance(outcome, StepOutcome):
            misses = judge(turn.step.expect, outcome, turn.origin)
        if misses:
            return misses
    return []


class _Session:
    """One game, step by step."""

    def __init__(self, scene: TableSetUp) -> None:
        self.world = scene.world
        self.hand = ScriptedHand(scene.world)
        self.steps: int | None = None
        self.until = ""
        self.program = program(scene.world)
        self.game = self._game(scene.state)

    def _game(self, state: State) -> Game[State]:
        return Game(state, self._next_step, self.hand)

    def _next_step(self, state: State) -> GameStep[State] | None:
        """The game's next step; none once an order or a run has come to its end."""
        if self.until and self.until == state.phase:
            return None
        if self.steps is not None:
            if not self.steps:
                return None
            self.steps -= 1
        return self.program(state)

    def take(self, turn: CaseTurn, told: list[str]) -> StepOutcome | Miss:
        """Play one step: what came of it, or the miss that stopped it."""
        state = self.game.state
        ids = {*state.suspects, *state.units, *state.weapons}
        self.hand.take(turn.step, turn.origin, ids)
        if turn.step.change != Change():
            self._change(turn)
        asked = questions(turn.step)
        _one_question(turn.step, asked, turn.origin)
        game = self.game
        if asked:
            # A rule alone must not write into the journal of a waiting game.
            game = self._game(game.state)
        start = len(game.events)
        result: Any = None
        refused: Illegal | None = None
        try:
            if asked:
                result = _asked(Play(game, self.world), turn, asked[0])
            else:
                refused = self._orders(turn.step, turn.origin)
        except _Halt as halt:
            told += story(self.world, game.events[start:])
            return halt.miss
        events = list(game.events[start:])
        told += story(self.world, events)
        if refused is not None:
            told.append(f"      refused    {refused}")
        if asked:
            self.game = self._game(game.state)
        play = Play(self.game, self.world)
        return StepOutcome(play, events, result, refused, tuple(self.hand.left()))

    def _change(self, turn: CaseTurn) -> None:
        """Set what the step changes another way; who is asked is asked anew."""
        nation = self.game.state.mission.friendly
        maker = Maker(self.world, nation, turn.origin)
        state = changed(self.game.state, turn.step.change, maker)
        self.game = self._game(state)

    def _orders(self, step: CaseStep, origin: Origin) -> Illegal | None:
        """Give the orders; why the last one was refused, if it was."""
        lines = orders(step.do)
        for number, text in enumerate(lines):
            where = origin.at("do", number)
            line = origin.line("do", number)
            given = ordered(text, self.world, where)
            try:
                self._give(given, str(text))
            except Illegal as error:
                if number == len(lines) - 1:
                    return error
                raise _Halt(Miss(line, "do", f"{text} is legal", str(error))) from None
            except OpforError as error:
                raise _Halt(Miss(line, "do", STOPPED, str(error))) from None
        return None

    def _give(self, given: Ordered, text: str) -> None:
        """Give an order when its side is asked; the other side does nothing."""
        self.steps, self.until = None, given.until
        if self.game.pending is None:
            self.game.run()
        if given.until:
            self._run_on(given.until)
            return
        if given.answer is None:
            return
        while (asked := self.game.pending) and asked.request.side != given.side:
            self._nothing(asked)
        if asked is None:
            raise OpforError(f"the game is over, nobody asks for {text!r}")
        self.steps = 1
        self.game.answer(asked.number, given.answer)

    def _run_on(self, until: str) -> None:
        """Play on until a phase begins; whoever is asked does nothing."""
        while asked := self.game.pending:
            self._nothing(asked)
        if self.game.state.phase != until:
            raise OpforError(f"the game is over before its {until}")

    def _nothing(self, asked: Asked) -> None:
        nothing = END if self.game.state.window is None else HOLD_FIRE
        self.game.answer(asked.number, nothing)


def _asked(play: Play, turn: CaseTurn, key: str) -> Any:
    """The answer to the question of a step."""
    ask = QUESTIONS[key](Asking(play, turn.origin, key), getattr(turn.step, key))
    try:
        return ask()
    except Pending as waiting:
        got = f"it asks {waiting.asked}"
    except OpforError as error:
        got = str(error)
    except Exception as error:
        got = f"the rule cannot work with this: {type(error).__name__} {error}"
    raise _Halt(Miss(turn.origin.line(key), key, STOPPED, got))


def _one_question(step: CaseStep, asked: list[str], origin: Origin) -> None:
    """A step does something or asks one thing."""
    if asked and (step.do or len(asked) > 1):
        other = "do" if step.do else asked[0]
        do = "write two steps"
        raise OpforError(f"{other} stands beside {asked[-1]}", origin.at(other), do)


class _Halt(Exception):  # noqa: N818 - ends a case, it is no error of the program
    """A step could not be played to its end."""

    def __init__(self, miss: Miss) -> None:
        super().__init__(miss.key)
        self.miss = miss
