"""S8.p3, S9.34: the ENEMY's ordnance at vehicles."""

from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from opfor.core.modifier import Mod
from opfor.rules.c_ordnance.c03_to_hit.numbers import to_hit_odds
from opfor.rules.choices.orders import Fire
from opfor.rules.s_solitaire.s01_terms import has_target
from opfor.rules.s_solitaire.s05_activation.first_shot import first_shot
from opfor.rules.s_solitaire.s05_activation.mandatory_attack import mandatory_attack
from opfor.rules.s_solitaire.s06_actions.coaxial_mg import coaxial
from opfor.rules.s_solitaire.s06_actions.prep_fire_phase import perform
from opfor.rules.s_solitaire.s08_fire.antitank_odds import chances
from opfor.rules.s_solitaire.s08_fire.antitank_offers import light_shots
from opfor.rules.s_solitaire.s08_fire.attack_choice import (
    best_attack,
    planned,
    things_of,
)
from opfor.rules.s_solitaire.s08_fire.command import attack_table
from opfor.rules.s_solitaire.s08_fire.phases import groups_of
from opfor.rules.s_solitaire.s08_fire.rated_attack import RatedAttack
from opfor.rules.s_solitaire.s08_fire.targets import targets_of
from opfor.rules.s_solitaire.s09_vehicles.ammunition import shots_at_vehicles
from opfor.state.events import MoveChanged, PhaseBegan, WeaponAdded
from opfor.state.in_progress import Move, Shot
from opfor.state.play import Play
from opfor.state.units import Acquired, LocationName, Weapon
from tests.rules.given.armor import OPEN, duel, seen, set_unit, set_weapon, told
from tests.rules.given.world import game

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
        assert "First Fires at tK5" in text or "First Fires at K5" in text
        assert "AP, TH# " in text
        assert "the MG of etank do not fire" in text

    def test_infantry_by_hand(self) -> None:
        """At Infantry he is told TH# of the MA, and FP, column and DRM of the MG."""
        squad = {"a": ("german/4-6-7", "K5")}
        text = self.attacked("a", units=squad, at="P9", on_table=("fire",))
        assert "HE, TH# " in text
        assert "IFT column" in text


LATE = {"date": "1944-08", "enemy": "german", "friendly": "russian"}
PANZERS = {
    "tank": ("russian/t-34-m40", "K5", {"vca": 3, "tca": 3}),
}


def light(
    *, who: str, arms: str = "", at: str = "K4", **scene: Any
) -> RatedAttack | None:
    """The best attack of a German unit on what is in K5, where a T-34 is."""
    found: list[RatedAttack | None] = []

    def run(play: Play) -> None:
        play.emit(PhaseBegan(1, "ENEMY", "PFPh"))
        if arms:
            play.emit(WeaponAdded(Weapon(id="w", counter=arms, owner="e")))
        things = things_of(play, [play.state.units["e"]])
        found.append(best_attack(play, things, AT))

    game(
        board=OPEN,
        vehicles=PANZERS,
        enemies={"e": (who, at), "far": ("german/4-6-7", "A9")},
        run=run,
        **(LATE | scene),
    )
    return found[0]


class TestS8_p3_infantry:
    """S8.p3/infantry."""

    def test_pf(self) -> None:
        """A squad's best attack on an AFV two hexes off is its PF; none before 1943."""
        shot = light(who="german/4-6-7", at="K3")
        assert shot is not None
        assert shot.order == Fire(("e",), AT, ammo="PF", at="tank")
        assert light(who="german/4-6-7", at="K3", date="1942-08") is None

    def test_out_of_reach(self) -> None:
        """Not at four hexes."""
        assert light(who="german/4-6-7", at="K1") is None

    def test_check_counts(self) -> None:
        """The chance has the PF check in it: a HS finds one less often."""
        whole, half = light(who="german/4-6-7"), light(who="german/2-4-7")
        assert whole is not None
        assert half is not None
        assert half.chance < whole.chance

    def test_atr(self) -> None:
        """An ATR fires at what it could pierce: the rear of an armored car."""
        car = {"tank": ("russian/ba-6", "K5", {"vca": 0, "tca": 0})}

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "ENEMY", "PFPh"))
            play.emit(WeaponAdded(Weapon(id="w", counter="german/atr", owner="e")))
            orders = light_shots(play, "w", AT)
            assert orders == [Fire(("w",), AT, ammo="AP", at="tank")]
            assert light_shots(play, "e", AT) == []

        scene = LATE | {"date": "1941-08"}
        enemies = {"e": ("german/4-6-7", "K4")}
        game(board=OPEN, vehicles=car, enemies=enemies, run=run, **scene)

    def test_better_of_two(self) -> None:
        """With Infantry beside the AFV what scores more likely is fired."""
        men = {"a": ("russian/4-4-7", "K5")}
        shot = light(who="german/4-6-7", at="K2", units=men)
        assert shot is not None
        assert bool(shot.order.at) == (shot.order.ammo == "PF")

    def test_table_and_target(self) -> None:
        """It is a Target (S1), and the choice is made on {A3b}."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "ENEMY", "PFPh"))
            unit = play.state.units["e"]
            assert has_target(play, [unit])
            group = groups_of(play, [unit])[0]
            found = targets_of(play, things_of(play, [unit]))
            assert attack_table(play, group, found) == "A3b"

        game(
            board=OPEN,
            vehicles=PANZERS,
            enemies={"e": ("german/4-6-7", "K4")},
            units={"a": ("russian/4-4-7", "K5")},
            run=run,
            **LATE,
        )


class TestS6_314_coaxial:
    """S6.314/coaxial."""

    @staticmethod
    def fires(*, at: str, acquired: str, there: bool = True, cover: str = "K6") -> bool:
        """Whether the CMG of the ENEMY's tank is used at Infantry."""

        def of(play: Play) -> bool:
            aim = Acquired(at=L(acquired), drm=-1) if acquired else None
            set_weapon(play, "etank.ma", acquired=aim, fired="prep")
            set_weapon(play, "etank.bmg", malfunctioned=True)
            shot = best_attack(
                play, things_of(play, [play.state.units["etank"]]), L(at)
            )
            return shot is not None and "etank.cmg" in shot.order.firers

        men = {"a": ("german/4-6-7", cover)}
        men |= {"b": ("german/4-6-7", "K4")} if there else {}
        return bool(enemy(of, units=men))

    def test_at_the_acquired(self) -> None:
        """It fires where the MA has acquired, or anywhere if that has nothing."""
        assert self.fires(at="K6", acquired="K6")
        assert self.fires(at="K6", acquired="")

    def test_not_elsewhere(self) -> None:
        """Not at another Location, while somebody is where it has acquired."""
        assert not self.fires(at="K6", acquired="K4")
        assert self.fires(at="K6", acquired="K4", there=False)

    def test_great_odds(self) -> None:
        """EXC: a net DRM of -2 or less frees it."""

        def of(play: Play) -> list[bool]:
            aim = Acquired(at=L("K4"), drm=-1)
            set_weapon(play, "etank.ma", acquired=aim)
            unit = play.state.units["etank"]
            shot = planned(play, Fire(("etank.cmg",), L("K6")))
            assert shot is not None
            easy = replace(
                shot.attack, mods=(*shot.attack.mods, Mod("test", -2, "S6.314"))
            )
            return [
                coaxial(play, unit, shot),
                coaxial(play, unit, replace(shot, attack=easy)),
            ]

        men = {"a": ("german/4-6-7", "K6"), "b": ("german/4-6-7", "K4")}
        assert enemy(of, units=men) == [False, True]
