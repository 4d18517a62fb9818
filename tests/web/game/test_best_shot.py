"""The best Defensive First Fire at who moves, by the odds of the fire card."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.ports.session import Session, resume
from opfor.rules.choices.orders import Fire, HoldFire
from opfor.rules.sequence import legal_orders
from opfor.state.mission import OB
from opfor.state.play import GameView
from opfor.state.state import State
from opfor.state.units import LocationName
from opfor.web.game import messages as m
from opfor.web.game.best_shot import ASKED, best_shot, chance_of
from opfor.web.game.fire_plan import fire_plan
from opfor.web.game.named import FRIENDLY
from tests.web.staged import fire_window, friendly, ours, staged, theirs

SQUADS = (ours("8-1", "R9"), ours("4-6-7", "R9", 2, "LMG"), theirs("4-4-7", "Q5", 2))


@contextmanager
def opened(
    folder: Path, *units: OB, until: Any = fire_window, seed: int = 0
) -> Iterator[Session]:
    """A game at such a moment."""
    session = resume(staged(folder, "one", *units, until=until, seed=seed))
    session.game.run()
    yield session
    session.close()


def asked(session: Session, least: float) -> Any:
    """What a page is told."""
    return best_shot(session, m.BestShot(id=1, least=least))


def shots(view: GameView) -> list[Fire]:
    """All fire that is offered."""
    offers = legal_orders.legal(view, FRIENDLY, Fire)
    return [each.order for each in offers if isinstance(each.order, Fire)]


def card(session: Session, order: Fire) -> float:
    """The chance that a shot does something, by the bar of its card."""
    plan = fire_plan(session, {"type": "fire"} | _fields(order))
    return sum(part for name, part in plan["glance"] if name in ("harmed", "pinned"))


def _fields(order: Fire) -> dict[str, Any]:
    names = ("firers", "target", "leaders", "at", "ammo", "lane", "area")
    return {name: getattr(order, name) for name in names}


class TestBestShot:
    """Whether fire may be held."""

    def test_as_the_card(self, tmp_path: Path) -> None:
        """It is the highest chance of all cards, and passes below the limit alone."""
        with opened(tmp_path, *SQUADS) as session:
            best = max(card(session, order) for order in shots(session.play))
            assert 0.05 < best < 0.5
            found = asked(session, best + 0.001)
            assert found["pass"]
            assert found["chance"] == pytest.approx(best, abs=1e-3)
            assert not found["most"]
            assert asked(session, best - 0.001) == ASKED
            assert asked(session, 0) == ASKED

    def test_gun(self, tmp_path: Path) -> None:
        """Of ordnance the chance to hit counts, and what a hit does."""
        units = (ours("PzKpfw IIIG", "R9"), theirs("4-4-7", "Q5"))
        with opened(tmp_path, *units) as session:
            guns = [o for o in shots(session.play) if o.firers == ("pz3gA.ma",)]
            assert guns
            for order in guns:
                found = chance_of(session.play, order, ["e447A"])
                assert found == pytest.approx(card(session, order), abs=1e-3)

    def test_several(self, tmp_path: Path) -> None:
        """Of several who move the chances are added up, which is the most it can be."""
        with opened(tmp_path, *SQUADS) as session:
            [order, *_] = shots(session.play)
            [mover] = session.game.state.movers()
            one = chance_of(session.play, order, [mover.id])
            two = chance_of(session.play, order, [mover.id] * 2)
            assert one
            assert two == pytest.approx(2 * one)


class TestAsked:
    """What is asked about in any case."""

    def test_untold(self, tmp_path: Path) -> None:
        """A shot whose odds for who moves no plan tells."""
        with opened(tmp_path, *SQUADS) as session:
            [order, *_] = shots(session.play)
            assert chance_of(session.play, order, ["somebody"]) is None
            bad = replace(order, target=LocationName("o1A1"))
            assert chance_of(session.play, bad, ["e447B"]) is None

    @pytest.mark.parametrize("kept", [Fire, HoldFire])
    def test_no_choice(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: type
    ) -> None:
        """Where nobody may fire, as for Motion alone, or fire is mandatory."""
        with opened(tmp_path, *SQUADS) as session:
            all_ = [*legal_orders.legal(session.play, FRIENDLY, Fire, HoldFire)]
            some = [offer for offer in all_ if isinstance(offer.order, kept)]
            assert 0 < len(some) < len(all_)
            monkeypatch.setattr(legal_orders, "legal", lambda *_: iter(some))
            assert asked(session, 1) == ASKED

    def test_suspects(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """S? that move: what a result would bring is not known."""
        with opened(tmp_path, *SQUADS) as session:
            monkeypatch.setattr(State, "movers", lambda _: ())
            assert asked(session, 1) == ASKED

    def test_no_window(self, tmp_path: Path) -> None:
        """It is no question where nobody moves."""
        with (
            opened(tmp_path, *SQUADS, until=friendly("MPh")) as session,
            pytest.raises(OpforError, match="whom you may fire at"),
        ):
            asked(session, 0.1)
