"""A vehicle that drives several hexes by one click, as the page is told."""

from collections.abc import Iterator
from typing import Any

import pytest

from opfor.ports.session import Session, resume
from opfor.web.game import messages as m
from opfor.web.game.drives import drives_of
from tests.web.staged import friendly, ours, staged, theirs

TANK = "pz4f2A"


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """A tank in R9 in its MPh, a squad beside it, an enemy far off who is TI."""
    folder = tmp_path_factory.mktemp("drives")
    units = (ours("PzKpfw IVF2", "R9"), ours("4-6-7", "Q10"), theirs("4-4-7", "R7"))
    moment, adjust = friendly("MPh"), {"e447A": {"ti": True}}
    found = resume(staged(folder, "tank", *units, until=moment, adjust=adjust))
    found.game.run()
    yield found
    found.close()


def asked(session: Session, unit: str = TANK) -> list[dict[str, Any]]:
    """What the page is told."""
    drives: list[dict[str, Any]] = drives_of(session, m.Drives(id=1, unit=unit))[
        "drives"
    ]
    return drives


class TestDrives:
    """Hexes farther on, each with its orders."""

    def test_legal_and_as_told(self, session: Session) -> None:
        """Each order is legal in its turn, and all take the MP that were told."""
        drives = asked(session)
        drive = max(drives, key=lambda each: (len(each["route"]) == 2, each["turns"]))
        assert len(drive["orders"]) == 1 + 2 + drive["turns"]
        for order in drive["orders"]:
            pending = session.game.pending
            assert pending is not None
            session.game.answer(pending.number, order)
        assert session.game.state.units[TANK].location == drive["to"]
        move = session.game.state.move
        assert move is not None
        assert f"{move.spent / 4:g}" == drive["mp"]
        session.game.undo(len(drive["orders"]))
        session.game.run()

    def test_not_into_an_enemy(self, session: Session) -> None:
        """Where an enemy is seen it does not drive."""
        assert "o1R7" not in {drive["to"] for drive in asked(session)}

    def test_on_foot(self, session: Session) -> None:
        """Infantry has ways of its own."""
        assert asked(session, "467A") == []
