"""Close Combat as the page is told of it: who, whom, the odds, what may come back."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from opfor.core.errors import OpforError
from opfor.ports.session import Session, resume
from opfor.rules.choices.orders import CloseCombat
from opfor.rules.s_solitaire.s11_advance.s11_p6_close_combat import (
    loss,
    weighed,
)
from opfor.web.game.close_combat import close_combat, combat_plan
from opfor.web.game.messages import CloseCombatAt, CombatPlan
from tests.web.staged import friendly, ours, staged, theirs

OURS = ("467A", "467B", "81A")
HIS = [CloseCombat(("e447A",), whom) for whom in (OURS, *((id_,) for id_ in OURS))]
WAYS = [6 - abs(7 - dr) for dr in range(2, 13)]


@contextmanager
def fight(folder: Path, **foe: object) -> Iterator[Session]:
    """The CCPh: two squads and a leader of ours, and a squad of the ENEMY, in R9.

    It is TI until then: nobody fires.
    """
    here = {"location": "o1R9"}
    units = (ours("8-1", "R10"), ours("4-6-7", "R10", 2), theirs("4-4-7", "R9"))
    adjust = {"81A": here, "467A": here, "467B": here, "e447A": {"ti": True}}
    path = staged(folder, "fight", *units, until=friendly("CCPh"), adjust=adjust)
    session = resume(path)
    asked = session.game.run()
    assert asked
    as_it_is = {"what": "unit", "id": "e447A", "set": {"ti": False} | foe}
    session.game.answer(asked.number, {"type": "adjust"} | as_it_is)
    try:
        yield session
    finally:
        session.close()


def test_ways(tmp_path: Path) -> None:
    """Every attack has the chances that its Kill Number and DRM give."""
    with fight(tmp_path) as session:
        (here,) = close_combat(session, CloseCombatAt(id=1, at="o1R9"))["locations"]
    assert {unit["id"] for unit in here["ours"]} == {"81A", "467A", "467B"}
    assert [unit["id"] for unit in here["theirs"]] == ["e447A"]
    assert len(here["ways"]) == 8  # all and each alone, to attack and to capture
    for way in here["ways"]:
        finals = [dr + way["drm"] for dr in range(2, 13)]
        dead = sum(n for n, to in zip(WAYS, finals, strict=True) if to < way["kill"])
        shares = {kind: share for _, share, kind in way["glance"]}
        assert shares.get("harmed", 0) == pytest.approx(dead / 36)
        assert sum(shares.values()) == pytest.approx(1)


def test_in_return(tmp_path: Path) -> None:
    """What the ENEMY would do by S11.p7: of all attacks that which costs most."""
    with fight(tmp_path) as session:
        view = session.play
        (here,) = close_combat(session, CloseCombatAt(id=1, at="o1R9"))["locations"]
        every = [weighed(view, one) for one in HIS]
        losses = {f.order.defenders: loss(view, f) for f in every if f is not None}
    backs = [way["back"] for way in here["ways"]]
    most = max(losses, key=lambda whom: losses[whom])
    assert len(most) == 1  # four FP to all nine cost less
    assert {back["defenders"] for back in backs} == {most}
    assert {back["attackers"] for back in backs} == {("e447A",)}


def test_concealed(tmp_path: Path) -> None:
    """What a concealed enemy could do is not told."""
    with fight(tmp_path, concealed=True) as session:
        found = close_combat(session, CloseCombatAt(id=1, at="o1R9"))["locations"]
    assert [way["back"] for here in found for way in here["ways"]] == [None] * 8


def test_elsewhere(tmp_path: Path) -> None:
    """Where nobody meets an enemy there is nothing to fight."""
    with fight(tmp_path) as session:
        assert close_combat(session, CloseCombatAt(id=1, at="o1R5")) == {
            "locations": []
        }


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ({"type": "end"}, "no Close Combat"),
        ({"type": "CC", "attackers": ["467A"], "defenders": []}, "not units"),
        ({"type": "CC", "attackers": ["467A", "467A"], "defenders": ["e447A"]}, "not"),
        ({"type": "CC", "attackers": ["x" * 90], "defenders": ["e447A"]}, "not units"),
        ({"type": "nothing"}, "nothing"),
    ],
)
def test_refused(tmp_path: Path, order: dict[str, object], why: str) -> None:
    """What is no attack, or not a legal one, is refused in a sentence."""
    with fight(tmp_path) as session, pytest.raises(OpforError, match=why):
        combat_plan(session, CombatPlan(id=1, order=order))


def test_any_combination(tmp_path: Path) -> None:
    """A combination of his own is told as those that are offered."""
    order = {"type": "CC", "attackers": ["467A", "81A"], "defenders": ["e447A"]}
    with fight(tmp_path) as session:
        assert combat_plan(session, CombatPlan(id=1, order=order))["attack"] == "5"
