"""Fire as it is planned on the page: exact odds, also of ordnance."""

from typing import Any

from opfor.rules.orders import Fire
from opfor.web.fire import planned
from tests.rules.asl.ordnance import MTR, L, looked


def shown(**given: Any) -> dict[str, Any]:
    """The plan of a shot with a mortar at V."""
    order = Fire(firers=("w",), target=L("tH5"))
    found = looked(
        lambda play: planned(play, "ENEMY", order), weapon=MTR, target="tH5", **given
    )
    assert isinstance(found, dict)
    return found


class TestToHit:
    """A shot of ordnance."""

    def test_numbers(self) -> None:
        """The To Hit number is the sum of its parts, each with its rule."""
        plan = shown()
        assert plan["to_hit"]
        assert plan["number"] == sum(value for _, value, _ in plan["parts"])
        assert all(rule for _, _, rule in plan["parts"])

    def test_chances(self) -> None:
        """A hit is as likely as the DR up to the number, less the DRM, are."""
        plan = shown()
        (aim,) = plan["targets"]
        needed = plan["number"] - aim["drm"]
        ways = sum(a + b <= needed for a in range(1, 7) for b in range(1, 7))
        (name, said, share), *_ = aim["chances"]
        assert (name, said) == ("hit", f"{ways}/36")
        assert abs(share - ways / 36) < 1e-9

    def test_effect(self) -> None:
        """What a hit would do is there, with the odds for the unit."""
        effect = shown()["effect"]
        assert float(effect["fp"]) > 0
        assert "V" in effect["units"]
        assert abs(sum(share for *_, share in effect["units"]["V"]) - 1) < 1e-9
