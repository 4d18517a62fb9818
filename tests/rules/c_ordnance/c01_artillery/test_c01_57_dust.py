"""C1.57: a FFE as a LOS Hindrance."""

from typing import Any

import pytest

from opfor.rules.a_infantry.a06_los import hindrance
from tests.rules.given.artillery import asked, at


class TestC1_57Hindrance:
    """C1.57."""

    @pytest.mark.parametrize(
        ("a", "b", "drm"),
        [("J1", "J9", 1), ("J1", "J4", 1), ("J4", "J5", 1), ("F1", "F9", 0)],
    )
    def test_once(self, a: str, b: str, drm: int) -> None:
        """+1 through, into and within, however many of its hexes."""
        found = asked(lambda p, _: hindrance(p, at(a), at(b)), mark=("FFE:1", "J5"))
        assert found == drm

    @pytest.mark.parametrize("battery", [{"calibre": 60}, {"kind": "smoke"}])
    def test_none(self, battery: dict[str, Any]) -> None:
        """Not by less than 70mm, nor by what is no HE."""
        found = asked(
            lambda p, _: hindrance(p, at("J1"), at("J9")),
            mark=("FFE:1", "J5"),
            battery=battery,
        )
        assert found == 0

    def test_sr(self) -> None:
        """A SR hinders nothing."""
        found = asked(lambda p, _: hindrance(p, at("J1"), at("J9")), mark=("SR", "J5"))
        assert found == 0
