"""His board is right, in a game: it stands in the save, and undo takes it back."""

from pathlib import Path

from opfor.core.ask import Order
from opfor.ports.session import Session, resume
from opfor.rules.a_infantry.a06_los import clear_by_word, los_drm, no_los
from tests.ports.playing import Terminal, session


def to_order(game: Session) -> None:
    """Play on to the player's first order."""
    asked = game.game.run()
    while asked is not None and not isinstance(asked.request, Order):
        asked = game.game.answer(asked.number, game.usual())


def seen(game: Session) -> int:
    """LOS between two hexes of the board, as the rules have it."""
    return game.world.hindrance("o1R10", "o1R8")


def test_saved_and_undone(tmp_path: Path) -> None:
    """A save has it, a game that is taken up again too, and undo takes it back."""
    game = session(tmp_path / "g.opfor")
    terminal = Terminal(game)
    to_order(game)
    before = seen(game)
    terminal.type("adjust los r10 r8 hindrance 4")
    assert (before, seen(game)) == (-1, 4)
    assert "hindered +4, by your word" in terminal.type("los r8 r10")
    game.close()
    again = resume(tmp_path / "g.opfor")
    again.game.run()
    assert seen(again) == 4
    again.game.undo()
    again.game.run()
    assert seen(again) == before
    again.close()


def test_told_where_it_decides(tmp_path: Path) -> None:
    """DRM and refusals say whose word it is; where nobody said anything they do not."""
    game = session(tmp_path / "g.opfor")
    to_order(game)
    one, two = "o1R10", "o1R8"
    assert str(no_los(game.play, one, two)).endswith("to o1R8")
    assert clear_by_word(game.play, 0, (one,), two) == []
    order = {"type": "adjust", "what": "los", "id": "R10 R8", "set": {"hindrance": 0}}
    asked = game.game.pending
    assert asked is not None
    game.game.answer(asked.number, order)
    assert "by your word" in str(no_los(game.play, one, two))
    assert los_drm(game.play, 1, (one,), two)[0].name == "LOS hindrance, by your word"
    assert clear_by_word(game.play, 0, (one,), two)[0].value == 0
    game.close()
