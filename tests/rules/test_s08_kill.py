"""S8.p3, S9.34: the ENEMY's ordnance at vehicles."""

from fractions import Fraction
from typing import Any

from opfor.rules.asl.c03_to_hit import to_hit_odds
from opfor.rules.orders import Fire
from opfor.rules.s05_attack import mandatory_attack
from opfor.rules.s08_command import attack_table
from opfor.rules.s08_groups import planned, things_of, volley
from opfor.rules.s08_kill import chances, first_shot, shots_at_vehicles
from opfor.rules.s08_phases import groups_of, prep_fire
from opfor.rules.s08_targets import targets_of
from opfor.state.events import MoveChanged
from opfor.state.moment import Move, Shot
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.asl.armor import duel, seen, set_unit, set_weapon, told

L = LocationName
AT = L("K5")


def enemy(run: Any, **scene: Any) -> Any:
    """What `run` gives in the ENEMY's PFPh."""
    return seen(run, **({"turn": "ENEMY"} | scene))


class TestS8_p3_kill:
    """S8.p3/kill."""

    def test_hit_and_kill(self) -> None:
        """The chance is that of a hit times that of a kill; effect is more."""

        def of(play: Play) -> None:
            found = chances(play, Fire(("etank.ma",), AT, ammo="AP", at="tank"))
            assert found is not None
            hit = to_hit_odds(found.shot).hit["tank"]
            assert 0 < found.kill < hit
            assert found.kill < found.effect <= hit

        enemy(of)

    def test_rear_is_easier(self) -> None:
        """A vehicle that shows its rear is killed more easily than from ahead."""

        def of(play: Play) -> Fraction:
            found = chances(play, Fire(("etank.ma",), AT, ammo="AP", at="tank"))
            assert found is not None
            return found.kill

        front = enemy(of, tank={"vca": 0, "tca": 0})
        rear = enemy(of, tank={"vca": 3, "tca": 3})
        assert rear > front

    def test_forbidden(self) -> None:
        """A shot that a rule forbids is none."""
        order = Fire(("etank.ma",), L("K6"), ammo="AP", at="tank")
        assert enemy(lambda play: planned(play, order)) is None

    def test_no_intensive_fire(self) -> None:
        """The ENEMY uses no Intensive Fire (S8.p9)."""

        def of(play: Play) -> object:
            set_weapon(play, "etank.ma", fired="prep")
            order = Fire(("etank.ma",), AT, ammo="AP", at="tank")
            return planned(play, order)

        assert enemy(of) is None


class TestS9_34_ammunition:
    """S9.34/ammunition."""

    def test_each_that_can_kill(self) -> None:
        """AP and HE of a T-34, at each vehicle; no smoke."""
        found = enemy(lambda play: shots_at_vehicles(play, "etank.ma", AT))
        assert {order.at for order in found} == {"tank"}
        assert "AP" in {order.ammo for order in found}
        assert "smoke" not in {order.ammo for order in found}

    def test_mg_and_concealed(self) -> None:
        """None by a MG, and none at a concealed vehicle."""
        assert enemy(lambda play: shots_at_vehicles(play, "etank.cmg", AT)) == []

        def hidden(play: Play) -> object:
            set_unit(play, "tank", concealed=True)
            return shots_at_vehicles(play, "etank.ma", AT)

        assert enemy(hidden) == []


class TestS8_p3_armor:
    """S8.p3/armor."""

    def test_best_ammunition(self) -> None:
        """Of its ammunition it takes what kills best: AP before HE."""

        def of(play: Play) -> None:
            things = things_of(play, [play.state.units["etank"]])
            shot = volley(play, things, AT)
            assert shot is not None
            assert shot.order == Fire(("etank.ma",), AT, ammo="AP", at="tank")

        enemy(of)

    def test_vehicle_before_infantry(self) -> None:
        """In a Location with both it fires at the vehicle."""

        def of(play: Play) -> None:
            things = things_of(play, [play.state.units["etank"]])
            shot = volley(play, things, AT)
            assert shot is not None
            assert shot.order.at == "tank"

        enemy(of, units={"a": ("german/4-6-7", "K5")})

    def test_infantry_alone(self) -> None:
        """Infantry is fired at as Infantry."""

        def of(play: Play) -> None:
            things = things_of(play, [play.state.units["etank"]])
            shot = volley(play, things, L("K6"))
            assert shot is not None
            assert not shot.order.at

        enemy(of, units={"a": ("german/4-6-7", "K6")})

    def test_fires_in_its_pfph(self) -> None:
        """With Fire as its Action a vehicle fires at its one Target."""
        shots: list[Shot] = []

        def of(play: Play) -> None:
            set_unit(play, "etank", action="Fire")
            assert prep_fire(play)
            shots.extend(play.state.shots)
            assert play.state.weapons["etank.ma"].fired == "prep"

        duel(of, "C3.3 DR 6,5", turn="ENEMY")

    def test_table(self) -> None:
        """Vehicles choose on {A3c}."""

        def of(play: Play) -> str:
            unit = play.state.units["etank"]
            group = groups_of(play, [unit])[0]
            targets = targets_of(play, things_of(play, [unit]))
            return attack_table(play, group, targets)

        assert enemy(of) == "A3c"


class TestS5_3_ordnance:
    """S5.3/ordnance."""

    @staticmethod
    def attacked(mover: str, *dice: str, **scene: Any) -> str:
        """What is told as a just-Activated T-34 attacks what moves in K5."""

        def of(play: Play) -> None:
            play.emit(MoveChanged(Move(units=(mover,), here=4, steps=1)))
            mandatory_attack(play, ["etank"])

        return told(duel(of, *dice, phase="MPh", **scene))

    def test_at_the_vehicle_that_moves(self) -> None:
        """The MA fires AP at it; the MG, which cannot hurt it, do not."""
        text = self.attacked("tank", "C3.3 DR 6,5")
        assert "AP, TH#" in text
        assert "do not fire" in text

    def test_infantry_that_moves(self) -> None:
        """At Infantry it fires HE, and then its MG."""
        squad = {"a": ("german/4-6-7", "K5")}
        text = self.attacked("a", "C3.3 DR 6,5", "A7.3 DR 6,5", units=squad, at="P9")
        assert "HE, TH#" in text
        assert "a: no effect" in text

    def test_plain_without_vehicle(self) -> None:
        """Without a vehicle there the shot is one at Infantry."""
        order = enemy(lambda play: first_shot(play, "etank.ma", L("K6")))
        assert order == Fire(("etank.ma",), L("K6"))

    def test_by_hand(self) -> None:
        """Who resolves fire on his table is told of MA and MG."""
        text = self.attacked("tank", on_table=("fire",))
        assert "First Fires at K5" in text
