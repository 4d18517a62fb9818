"""The coach of the terminal: what he refuses to weigh, and what he says of the rest."""

from pathlib import Path

import pytest

from opfor.core.errors import OpforError
from opfor.ports.session import Setup, begin
from opfor.sim import hints
from opfor.sim.advice import Option, choices, options, weighed
from opfor.sim.race import Budget
from opfor.state.mission import load_mission
from tests.ports.playing import session

LITTLE = Budget(games=8)


def test_odds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each order that comes into question, once, with a chance within its interval."""
    monkeypatch.setattr(hints, "ODDS", LITTLE)
    game = session(tmp_path / "a.opfor")
    game.game.run()
    before = game.game.pending
    while True:  # to the first moment with something to choose
        orders = choices(game.drawn, game.game.state)
        if len(orders) > 1:
            break
        asked = game.game.pending
        assert asked is not None
        game.game.answer(asked.number, hints.hint(game).value)
        before = game.game.pending
    orders = orders[:2]
    monkeypatch.setattr(hints, "choices", lambda _world, _state: orders)
    assert hints.to_weigh(game) == orders
    found = hints.odds(game, orders)
    assert game.game.pending == before  # nothing is done by it
    assert sorted(map(str, orders)) == sorted(str(one.order) for one in found)
    for one in found:
        assert 0 <= one.known.low <= one.known.chance <= one.known.high <= 1
        assert one.known.games
    assert hints.odds(game, orders) == found  # the same moment has the same answer


def test_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a set-up there is no order; one order alone has nothing to be weighed by."""
    game = begin(Setup(mission=load_mission("human-wave"), seed=1), tmp_path / "a")
    game.game.run()
    with pytest.raises(OpforError, match="no order to weigh"):
        hints.to_weigh(game)
    game = session(tmp_path / "b.opfor")
    game.game.run()
    monkeypatch.setattr(hints, "choices", lambda _world, _state: ({"type": "end"},))
    with pytest.raises(OpforError, match="nothing else is to be weighed"):
        hints.to_weigh(game)


def test_stopped(tmp_path: Path) -> None:
    """Whoever does not want to know any more gets what is known."""
    game = session(tmp_path / "a.opfor")
    game.game.run()
    asks = iter([False, False, True, True])
    both = ({"type": "end"}, {"type": "end"})
    found = weighed(game.drawn, game.game.state, both, LITTLE, stop=lambda: next(asks))
    assert [one.known.games for one in found] == [1, 1]


def test_order() -> None:
    """What is best comes first only if that is clear; what was dropped comes last."""
    usual, other = [0.5, 0.4, 0.6, 0.5], [0.9, 0.8, 0.9, 0.9]
    assert _named(options("ab", [usual, other])) == "ba"
    assert _named(options("ab", [usual, [0.5, 0.5, 0.5, 0.5]])) == "ab"
    assert _named(options("abc", [usual, [1.0], [0.1, 0.2, 0.1, 0.2]])) == "acb"


def _named(found: tuple[Option, ...]) -> str:
    return "".join(one.order for one in found)
