"""S8: Ordnance fires at vehicles before Infantry."""

import pytest

from opfor.rules.choices.orders import Fire
from opfor.rules.s_solitaire.s06_actions.prep_fire_phase import perform
from opfor.rules.s_solitaire.s08_fire.best_attack import best_attack
from opfor.rules.s_solitaire.s08_fire.planned_attack import things_of
from opfor.rules.s_solitaire.s08_fire.s08_p2_targets import targets_of
from opfor.rules.s_solitaire.s08_fire.s08_p3_target_choice import attack_table
from opfor.rules.s_solitaire.s08_fire.s08_p17_phases import groups_of
from opfor.state.in_progress import Shot
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.armor import duel, enemy, set_unit

L = LocationName


AT = L("K5")

KING = "german/pzkpfw-vib"


class TestS8_p3_armor:
    """S8.p3/armor."""

    def test_best_ammunition(self) -> None:
        """Of its ammunition it takes what kills best: AP before HE."""

        def of(play: Play) -> None:
            things = things_of(play, [play.state.units["etank"]])
            shot = best_attack(play, things, AT)
            assert shot is not None
            assert shot.order == Fire(("etank.ma",), AT, ammo="AP", at="tank")

        enemy(of)

    def test_vehicle_before_infantry(self) -> None:
        """In a Location with both it fires at the vehicle."""

        def of(play: Play) -> None:
            things = things_of(play, [play.state.units["etank"]])
            shot = best_attack(play, things, AT)
            assert shot is not None
            assert shot.order.at == "tank"

        enemy(of, units={"a": ("german/4-6-7", "K5")})

    def test_infantry_alone(self) -> None:
        """Infantry is fired at as Infantry."""

        def of(play: Play) -> None:
            things = things_of(play, [play.state.units["etank"]])
            shot = best_attack(play, things, L("K6"))
            assert shot is not None
            assert not shot.order.at

        enemy(of, units={"a": ("german/4-6-7", "K6")})

    @pytest.mark.parametrize("ce", [False, True])
    def test_nothing_but_armor(self, ce: bool) -> None:
        """S8.p2: HE that no armor heeds hits no Infantry there, and is not fired."""

        def of(play: Play) -> None:
            assert best_attack(play, ("etank.ma",), L("E5")) is None
            assert targets_of(play, ("etank.ma",)) == []

        place = {"counter": KING, "at": "E5", "tank": {"vca": 0, "tca": 0, "ce": ce}}
        enemy(of, **place)

    def test_the_infantry_beside_armor(self) -> None:
        """The p(NMC+) there is that of who can be hit: a squad, not the tank."""

        def of(play: Play) -> None:
            shot = best_attack(play, ("etank.ma",), L("E5"))
            assert shot is not None
            assert shot.attack.targets == ("a",)

        place = {"counter": KING, "at": "E5", "tank": {"vca": 0, "tca": 0}}
        men = {"a": ("german/4-6-7", "E5")}
        enemy(of, units=men, **place)

    def test_fires_in_its_pfph(self) -> None:
        """With Fire as its Action a vehicle fires at its one Target."""
        shots: list[Shot] = []

        def of(play: Play) -> None:
            set_unit(play, "etank", action="Fire")
            assert perform(play)
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
