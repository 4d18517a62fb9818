"""S2.2: Random Events: when one happens, which, and what it does.

The table {RE} says what happens in clauses; `CLAUSES` knows what each does. The table
and its clauses are the project's own (docs/rules-of-ours.md).
"""

from opfor.core.dice import dice_roll
from opfor.core.event import Note
from opfor.core.explain import consult
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.core.table import Row
from opfor.rules.b_terrain.b25_fire.b25_65_wind_change import wind_change
from opfor.rules.choices.switches import way
from opfor.rules.s_solitaire.s12_random_events.s12_p3_event_clauses import CLAUSES
from opfor.state.events import RandomEvent
from opfor.state.play import GameView, Play

TWICE = ("Human Wave",)
"""Events that happen twice a Mission at the most."""

INSTEAD = 7
"""The DR of {RE} whose event takes the place of an impossible one."""


def wind_and_events(play: Play) -> None:
    """The Wind Change DR, and the Random Event that it may bring (S2.2)."""
    rolled = wind_change(play)
    if rolled.original == play.state.mission.re:
        random_event(play)


@rule(
    "S2.2", "A Wind Change DR on the RE# brings a Random Event", cites=("B25.65", "S12")
)
def random_event(play: Play) -> None:
    """A DR on {RE} of its own, in the column of the Prevailing Attitude.

    An event that cannot be, or had its times, is that of row 7; one of a row that
    does not count in the Mission is none.
    """
    # S2.2: the DR on {RE}
    number = dice_roll(play, fact("random_event")).final
    # S2.2: a row that does not count in the Mission
    rows = play.state.mission.re_rows
    if rows and number not in rows:
        play.emit(Note(fact("random_event_does_not_count", number=number)))
        return
    # S2.2: the event, in the column of the Attitude
    row = _row(play, number)
    words = str(row.result["event"])
    # S2.2: row 7 instead of what cannot be
    if _spent(play, row) or not _happens(play, words):
        play.emit(Note(fact("a_sniper_instead", event=words)))
        words = str(_row(play, INSTEAD).result["event"])
        _happens(play, words)
    play.emit(RandomEvent(words))


def _row(play: Play, number: int) -> Row:
    column = play.state.mission.attitude
    return consult(play, play.world.enemy.table("RE"), number, column=column)


def _spent(view: GameView, row: Row) -> bool:
    """Whether an event has happened as often as it may."""
    words = str(row.result["event"])
    waves = {"once": 1, "any": 0}.get(way(view, "S12.p6 number"), 2)
    limit = 1 if row.result["once"] else waves if words in TWICE else 0
    return 0 < limit <= view.state.had.get(words, 0)


def _happens(play: Play, words: str) -> bool:
    """Make an event's clauses happen; it is impossible if the first one is."""
    first, *rest = words.split("; ")
    if not CLAUSES[first](play):
        return False
    for clause in rest:
        CLAUSES[clause](play)
    return True
