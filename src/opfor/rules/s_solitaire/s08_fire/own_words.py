"""S6.23: a clause of a Fire Command in own words: the player says what it means."""

from collections.abc import Sequence

from opfor.core.ask import Option
from opfor.core.priority import Line
from opfor.rules.choices.discretion import ask_policy
from opfor.rules.s_solitaire.s08_fire.s08_p2_targets import Aiming, Narrowing, Target
from opfor.state.play import Play

PASS_OVER = Option("pass over", "it finds none of them: the next clause decides")


def asked(words: str) -> Narrowing:
    """The line of a list that asks which of the Targets left some words mean.

    Reading: D-630, nobody guesses; asked once for the same Targets.
    """

    def narrowing(aiming: Aiming, text: str) -> Line[Target]:
        said: dict[tuple[str, ...], str] = {}

        def narrow(targets: Sequence[Target]) -> Sequence[Target]:
            left = tuple(target.where for target in targets)
            if left not in said:
                said[left] = _which(aiming, words, targets)
            return [target for target in targets if target.where == said[left]]

        return Line(text, narrow)

    return narrowing


def _which(aiming: Aiming, words: str, targets: Sequence[Target]) -> str:
    play = aiming.view
    assert isinstance(play, Play)  # noqa: S101 - a Command is carried out in play only
    options = [Option(t.where, t.where, (t.where,)) for t in targets]
    return ask_policy(
        play,
        policy="S6.23 own words",
        purpose=f"{aiming.here} fires by its Command, {words!r}: at which Target?",
        options=[PASS_OVER, *options],
    )
