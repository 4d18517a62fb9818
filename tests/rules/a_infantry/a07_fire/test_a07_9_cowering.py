"""A7.9: fire that doubles weaken."""

from typing import Any

import pytest

from tests.rules.given.fire import fought, planned, scene, shoot, sw, unit
from tests.rules.given.world import notes

A = unit("a", "german/4-6-7", "tC5")
E = unit("e", "russian/4-4-7", "tE5")


class TestA7_9Cowering:
    """A7.9."""

    @pytest.mark.parametrize(
        ("counter", "columns"),
        [
            ("german/4-6-7", 1),
            ("german/4-3-6", 2),
            ("british/4-5-7", 0),
            ("british/4-4-7", 1),
            ("finnish/6-4-8", 0),
        ],
    )
    def test_columns(self, counter: str, columns: int) -> None:
        """One column; two for conscripts; none for steady troops."""
        assert planned(scene(unit("a", counter, "tC5")), "a", "tE5").cowers == columns

    def test_doubles(self) -> None:
        """Original doubles: 4 FP on the 2 column, and all its SW are done, too."""
        made = fought(
            "A7.3 DR 3,3",
            "A10.1 DR 2,3",
            things=(A, sw("w", "german/lmg", "a"), E),
            orders=(shoot("a", "tE5"),),
        )
        assert any("e: PTC" in text for text in notes(made))
        assert made.state.weapons["w"].fired == "prep"

    def test_off_the_left_edge(self) -> None:
        """From the 1 column there is nothing left."""
        half = unit("a", "german/2-4-7", "tC5", pinned=True)
        made = fought("A7.3 DR 1,1", things=(half, E), orders=(shoot("a", "tE5"),))
        assert any("no effect" in text for text in notes(made))

    def test_exc1_directed(self) -> None:
        """Directed fire does not cower."""
        leader = unit("l", "german/8-0", "tC5")
        assert planned(scene(A, leader), "a", "tE5", "l").cowers == 0

    @pytest.mark.parametrize("states", [{"berserk": True}, {"fanatic": True}])
    def test_exc2_berserk_and_fanatic(self, states: dict[str, Any]) -> None:
        """Neither these nor SMC do."""
        who = unit("a", "german/4-6-7", "tE5", **states)
        assert planned(scene(who, E, phase="AFPh"), "a", "tE5").cowers == 0
        hero = unit("h", "german/hero", "tC5")
        assert planned(scene(hero), "h", "tE5").cowers == 0
