"""C1.3: the order to place a SR."""

from tests.rules.given.artillery import marks, oba, order
from tests.rules.given.radio import READY, refused

OUT_OF_SIGHT = "T6"


class TestC1_3_order:
    """C1.3/order."""

    def test_places(self) -> None:
        """A hex in LOS, with access, and nothing on the map yet."""
        assert refused("place", "J3") == ""
        assert refused("place", OUT_OF_SIGHT) == "C1.61"
        assert refused("place", "J3", mark=("SR", "J4")) == "C1.3"
        found = {"access": False, "black": 0, "red": 3, "contact": True}
        assert refused("cancel", battery=READY | {"access": True}) == ""
        assert found["access"] is False


class TestC1_3_place:
    """C1.3/place."""

    def test_extra_draw(self) -> None:
        """A S? near the hex needs an extra draw; red, and nothing is placed."""
        for chit, more in (("red", ()), ("black", ("C1.3 dr 1",))):
            played = oba(
                "C1.2 DR 1,2",
                f"C1.212 chit {chit}",
                *more,
                run=lambda p: [order(p, "contact"), order(p, "place", "J3")],
                battery=READY,
                suspects={"S1": "tJ3"},
            )
            assert bool(marks(played)) is (chit == "black")

    def test_registered(self) -> None:
        """An Accurate SR in a Pre-Registered hex is an FFE:1 at once."""
        played = oba(
            "C1.2 DR 1,2",
            "C1.3 dr 4",
            run=lambda p: [order(p, "contact"), order(p, "place", "J3")],
            battery=READY | {"registered": ("tJ3",)},
        )
        assert marks(played) == [("FFE:1", "tJ3")]
