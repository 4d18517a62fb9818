"""The ENEMY's part of a phase, played to its end by its own rules."""

from collections.abc import Callable, Sequence
from typing import Any

from opfor.core.event import Note
from opfor.core.explain import Decided
from opfor.core.game import Game
from opfor.rules.a_infantry.a03_9_phases import acting
from opfor.rules.sequence import enemy
from opfor.state.events import FortificationAdded, PartEnded, SuspectPlaced, WeaponAdded
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Fortification, Suspect, Unit, Weapon
from opfor.views.text.words import say
from tests.rules.given.phases import phase
from tests.rules.given.world import events

LIMIT = 60
"""Things that the ENEMY does at the most in a part."""


def enemy_part(
    name: str,
    *units: Unit,
    dice: Sequence[str] = (),
    attacker: str = "ENEMY",
    lying: Sequence[Weapon] = (),
    forts: Sequence[Fortification] = (),
    suspects: Sequence[Suspect] = (),
    ends: bool = False,
    before: Callable[[Play], object] | None = None,
    **more: Any,
) -> Game[State]:
    """The game after the ENEMY has done all it does in its part of a phase.

    Args:
        name: the phase.
        units: who is there.
        dice: what falls.
        attacker: whose Player Turn it is.
        lying: Weapons, possessed or not.
        forts: fortifications.
        suspects: S?.
        ends: the phase is ended, too, with what ends by itself.
        before: what is done first.
        more: as for `phase`.
    """
    # The Wind Change DR is made in the first Player Turn, so in the other one's.
    more.setdefault("first", "FRIENDLY" if attacker == "ENEMY" else "ENEMY")

    def set_up(play: Play) -> None:
        if before:
            before(play)
        for weapon in lying:
            play.emit(WeaponAdded(weapon))
        for fort in forts:
            play.emit(FortificationAdded(fort))
        for suspect in suspects:
            play.emit(SuspectPlaced(suspect))

    def act(play: Play) -> None:
        if acting(play.state) != "ENEMY":
            play.emit(PartEnded("FRIENDLY"))
        for _ in range(LIMIT):
            if not enemy.act(play):
                return
        raise AssertionError("the ENEMY's part does not end")

    orders: list[Any] = [set_up, act, *(["ends"] if ends else [])]
    return phase(name, *orders, units=units, dice=dice, attacker=attacker, **more)  # type: ignore[arg-type] # a test's word


def decided(game: Game[State]) -> list[str]:
    """Whom the priority lists chose, in order."""
    return [found.chosen for found in events(game, Decided)]


def why(game: Game[State], number: int = -1) -> list[str]:
    """The lines that decided one of the choices: those that dropped candidates."""
    found = [e.event for e in game.events if isinstance(e.event, Decided)]
    return [r.line for r in found[number].reasons if r.before != r.after]


def told(game: Game[State]) -> str:
    """All notes in one text."""
    return "\n".join(
        say(e.event.fact) for e in game.events if isinstance(e.event, Note)
    )
