"""The coach's odds: orders are weighed in the background, and that can be stopped."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import sleep
from types import SimpleNamespace
from typing import Any, cast

import pytest

from opfor.ports.session import Setup
from opfor.sim.advice import ALONE, Moment
from opfor.state.mission import load_mission
from opfor.web.background import OwnProcesses
from opfor.web.game import odds
from opfor.web.game.odds import AT_ONCE, PLAYOUTS, OddsRoom, OrderOdds
from opfor.web.game.room import OpenGame
from tests.ports.playing import session
from tests.web.pages import begun, served

ORDERS = ({"type": "end"}, {"type": "halt"})
WORDS = (("end", (1,)), ("halt", (2,)))
MOMENT = Moment(
    setup=Setup(mission=load_mission("tutorial"), seed=1), state=b"", orders=ORDERS
)


class Here:
    """Plays nothing: the first order is always won, the other never."""

    def __init__(self) -> None:
        self.firsts: list[int] = []

    def each(self, _work: object, firsts: Sequence[int]) -> Iterator[Any]:
        """As processes do, one by one."""
        for first in firsts:
            self.firsts.append(first)
            yield first, [[1.0] * AT_ONCE, [0.0] * AT_ONCE]


def work(made: odds.Playouts) -> tuple[list[int], list[dict[str, Any]]]:
    """What is played, and what is told of it."""
    told: list[dict[str, Any]] = []
    here = Here()
    odds._work(
        MOMENT,
        WORDS,
        made,
        cast("OwnProcesses", here),
        cast("Callable[..., None]", lambda **news: told.append(news)),
    )
    return here.firsts, told


def test_all() -> None:
    """From nothing all is played, and told as it comes in."""
    firsts, told = work({})
    assert firsts == list(range(0, PLAYOUTS, AT_ONCE))
    assert [one["done"] for one in told] == list(range(AT_ONCE, PLAYOUTS + 1, AT_ONCE))
    best, other = told[-1]["lines"]
    assert (best.value, best.chance, best.text) == (ORDERS[0], 1.0, "end")
    assert (other.value, other.chance, other.hexes) == (ORDERS[1], 0.0, (2,))


def test_goes_on() -> None:
    """What was played is told at once, and not played again."""
    made: odds.Playouts = {AT_ONCE: [[0.0] * AT_ONCE, [1.0] * AT_ONCE]}
    firsts, told = work(made)
    assert AT_ONCE not in firsts
    assert len(firsts) == PLAYOUTS // AT_ONCE - 1
    assert told[0]["done"] == AT_ONCE
    assert told[0]["lines"][0].value == ORDERS[1]
    assert told[-1]["done"] == PLAYOUTS
    assert work(made) == ([], [told[-1]])


def test_the_same_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked again it goes on with what it has; after an order it begins anew."""
    found: list[Any] = []
    room = OddsRoom()

    def begin(_room: object, now: OrderOdds, work: Any) -> OrderOdds:
        found.append(work.args[2])
        return now

    monkeypatch.setattr(OddsRoom, "begin", begin)
    game = session(tmp_path / "a.opfor")
    game.game.run()
    opened = cast("OpenGame", SimpleNamespace(id="a", session=game))
    asked = game.game.pending
    assert asked is not None
    orders = odds.choices(game.drawn, game.game.state)
    assert len(orders) > 1
    for _ in range(2):
        assert room.ask(opened).running
    game.game.answer(asked.number, orders[0])
    monkeypatch.setattr(odds, "choices", lambda *_: ORDERS)
    room.ask(opened)
    one, again, other = found
    assert one is again
    assert other is not one
    monkeypatch.setattr(odds, "choices", lambda *_: ORDERS[:1])
    assert room.ask(opened).said == ALONE


def test_weighed_and_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The orders come with their chances, as playouts end."""
    both = ({"type": "end"}, {"type": "end"})
    monkeypatch.setattr(odds, "choices", lambda _world, _state: both)
    with served(tmp_path) as client:
        game = begun(client, mission="tutorial")
        path = f"/api/games/{game}/odds"
        assert client.get(path).json()["lines"] == []
        found = client.put(path, json={"running": True}).json()
        while found["running"] and not found["lines"]:
            sleep(0.5)
            found = client.get(path).json()
        stopped = client.put(path, json={"running": False}).json()
        assert not stopped["running"]
        assert stopped["said"] == ""
        for line in stopped["lines"]:
            assert 0 <= line["low"] <= line["chance"] <= line["high"] <= 1
            assert line["text"]
        assert stopped["lines"]


def test_refused(tmp_path: Path) -> None:
    """No game, no odds; a form that is none is one sentence."""
    with served(tmp_path) as client:
        reply = client.put("/api/games/none/odds", json={"running": True})
        assert reply.status_code == 400
        game = begun(client, mission="tutorial")
        for wrong in (b"", b"[]", b'{"running": 1}', b'{"x": true}'):
            reply = client.put(f"/api/games/{game}/odds", content=wrong)
            assert reply.status_code == 400
