"""C7: the exact odds of shots at vehicles."""

from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from opfor.rules.c_ordnance.c03_to_hit.to_hit_odds import to_hit_odds
from opfor.rules.c_ordnance.c07_to_kill.c07_7_afv_destruction import KILLS, p_kill
from opfor.rules.c_ordnance.c07_to_kill.to_kill_odds import VehicleOdds, vehicle_odds
from opfor.rules.choices.orders import Fire
from opfor.state.play import Play
from opfor.web.game.fire_plan import planned
from tests.rules.given.armor import L, plan, seen


def odds(**scene: Any) -> tuple[VehicleOdds, Fraction]:
    """The odds of the tank's shot at the other one, and its chance to hit."""

    def run(play: Play) -> tuple[VehicleOdds, Fraction]:
        shot = plan(play)
        return vehicle_odds(play, shot), to_hit_odds(shot).hit["etank"]

    found: tuple[VehicleOdds, Fraction] = seen(run, **scene)
    return found


class TestVehicleOdds:
    """What a shot at a vehicle may come to."""

    def test_certain(self) -> None:
        """All fates together are certain."""
        found, _ = odds()
        assert sum(found.fates.values()) == 1

    def test_places(self) -> None:
        """Turret and hull share every hit; the turret has 15 of 36 DR before that."""
        found, hit = odds()
        assert sum(found.places.values()) == hit
        assert 0 < found.places["turret"] < found.places["hull"]

    def test_in_motion(self) -> None:
        """With the lower dr doubled every hit is still on a turret or a hull."""
        state: dict[str, Any] = {"tank": {"motion": True}, "turn": "ENEMY"}
        found, hit = odds(phase="DFPh", **state)
        assert sum(found.places.values()) == hit > 0
        assert sum(found.fates.values()) == 1

    def test_improbable(self) -> None:
        """Where only an Original 2 can hit, it does on a dr of 1 to 3 (C3.6)."""

        def run(play: Play) -> VehicleOdds:
            return vehicle_odds(play, replace(plan(play), numbers=()))

        assert sum(seen(run).places.values()) == Fraction(3, 6 * 36)

    def test_kill(self) -> None:
        """A hit where it is hit, times the chance to kill there; CH kill more often."""

        def run(play: Play) -> tuple[VehicleOdds, Fraction]:
            found = vehicle_odds(play, plan(play))
            ways = (
                found.places[where] * p_kill(play, kill)
                for (where, _), kill in found.kills.items()
            )
            return found, sum(ways, Fraction(0))

        found, plain = seen(run)
        dead = sum(found.fates[fate] for fate in KILLS)
        assert plain <= dead < sum(found.places.values())

    def test_turret_turned_away(self) -> None:
        """Each part has the Target Facing that it shows."""
        found, _ = odds(enemy={"tca": 0})
        assert set(found.kills) == {("turret", "rear"), ("hull", "front")}

    def test_same_hex(self) -> None:
        """Within a hex a dr says which side is hit: a third each."""

        def run(play: Play) -> VehicleOdds:
            return vehicle_odds(play, plan(play, target=L("K5")))

        found = seen(run, enemy_at="K5")
        assert {side for _, side in found.kills} == {"front", "side", "rear"}
        assert sum(found.fates.values()) == 1


class TestShown:
    """The page's form for a shot at a vehicle."""

    def test_case_c4(self) -> None:
        """C5.34: it tells among the DRM that the lower dr is doubled."""
        order = Fire(firers=("tank.ma",), target=L("E2"), at="etank")
        shown = seen(
            lambda play: planned(play, "FRIENDLY", order),
            phase="DFPh",
            turn="ENEMY",
            tank={"motion": True},
        )
        name = "Case C4: in Motion, lower dr doubled"
        assert (name, 0, "C5.34") in shown["mods"]

    def test_fates(self) -> None:
        """It tells where it hits, the TK# there, what comes of it in all, no IFT."""
        order = Fire(firers=("tank.ma",), target=L("E2"), at="etank")
        shown = seen(lambda play: planned(play, "FRIENDLY", order))
        assert shown["effect"] is None
        assert "C5.34" not in [number for *_, number in shown["mods"]]
        vehicle = shown["vehicle"]
        assert {name for name, *_ in vehicle["places"]} == {"turret", "hull"}
        assert abs(sum(share for *_, share in vehicle["fates"]) - 1) < 1e-9
        for kill in vehicle["kills"]:
            assert kill["number"] == sum(value for _, value, _ in kill["parts"])
