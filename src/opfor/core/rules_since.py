"""What the rules of today would decide otherwise in a game of another release.

The game goes on by its snapshots, whatever is found here: what happened has happened.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import asdict

from opfor.core.errors import Divergence, OpforError
from opfor.core.event import Emitted, Note
from opfor.core.fact import Fact
from opfor.core.saved_game import GameType, Saved


def decided_otherwise(kind: GameType[Any], saved: Saved) -> str:
    """The first point of a saved game that is now decided otherwise, in a sentence.

    The answers that the last release took are played again. Words do not count, nor
    what was only told: two games are alike that ask the same and come to the same.

    Args:
        kind: the kind of game.
        saved: the game, of another release.

    Returns:
        The sentence; empty if nothing is decided otherwise.

    Errors:
        OpforError: a state in the save cannot be read by this release.
    """
    wrote, found = saved.versions[-1], ""
    at_floor = [s for s in saved.snapshots if s.answers == wrote.since]
    game = kind.again(saved, at_floor if wrote.since else ())
    start = game.mark.events
    try:
        game.run()
    except Divergence as error:
        found = f"answer {error.number} was for {error.expected}, now for {error.got}"
    except OpforError as error:
        found = f"{error} (after answer {game.mark.answers})"
    then = _changes(kind.events(saved)[start:])
    pairs = zip(then, _changes(game.events[start:]), strict=False)
    otherwise = next((was for was, now in pairs if _came(was) != _came(now)), None)
    if otherwise is not None:  # it comes before what is asked otherwise
        found = f"what {otherwise.rule} brought about at event {otherwise.number}"
        found += " now comes out otherwise"
    since = f"The rules were mended since opfor {wrote.name} played this game"
    return f"{since}: {found}." if found else ""


def _changes(events: Iterable[Emitted]) -> Iterator[Emitted]:
    """What changed the state, and is known to this release."""
    return (each for each in events if not isinstance(each.event, Note))


def _came(emitted: Emitted) -> tuple[type, dict[str, Any]]:
    """What an event did, without the words that it was told with."""
    fields = asdict(emitted.event)
    told = {name: value for name, value in fields.items() if isinstance(value, Fact)}
    return type(emitted.event), {n: v for n, v in fields.items() if n not in told}
