"""D9.1: terrain that protects vehicles."""

from tests.rules.given.armor import L, drm, plan, seen


class TestD9_1Terrain:
    """D9.1."""

    def test_woods(self) -> None:
        """+1 in woods."""
        found = seen(
            lambda play: drm(plan(play, target=L("K8"))),
            enemy_at="K8",
            tank={"vca": 3, "tca": 3},
        )
        assert found["C6.8"] == 1

    def test_exc1_bypass(self) -> None:
        """None in Bypass of them."""
        found = seen(
            lambda play: drm(plan(play, target=L("K8"))),
            enemy_at="K8",
            tank={"vca": 3, "tca": 3},
            enemy={"bypass": (0,)},
        )
        assert "C6.8" not in found
