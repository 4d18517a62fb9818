"""S8.p3, S9.34: shots of the ENEMY's ordnance at vehicles, and their chance to kill."""

from fractions import Fraction

from opfor.rules.c_ordnance.c03_to_hit.to_hit_odds import to_hit_odds
from opfor.rules.choices.orders import Fire
from opfor.rules.s_solitaire.s08_fire.planned_attack import planned
from opfor.rules.s_solitaire.s08_fire.s08_p3_kill_chance import chances
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.armor import enemy, set_weapon

L = LocationName
AT = L("K5")


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
        """The ENEMY uses no Intensive Fire but in Panic (S8.p9, D-896)."""

        def of(play: Play) -> object:
            set_weapon(play, "etank.ma", fired="prep")
            order = Fire(("etank.ma",), AT, ammo="AP", at="tank")
            return planned(play, order)

        assert enemy(of) is None
