"""S8.p3, S9.34: what of the ENEMY can fire at vehicles, shot by shot."""

from collections.abc import Mapping
from typing import Any

import pytest

from opfor.core.rule import part_of_rule
from opfor.rules.choices.orders import Fire
from opfor.rules.s_solitaire.s01_terms.s01_terms import has_target
from opfor.rules.s_solitaire.s08_fire.best_attack import best_attack
from opfor.rules.s_solitaire.s08_fire.planned_attack import things_of
from opfor.rules.s_solitaire.s08_fire.rated_attack import RatedAttack
from opfor.rules.s_solitaire.s08_fire.s08_p2_targets import targets_of
from opfor.rules.s_solitaire.s08_fire.s08_p3_infantry_pf_atr_and_mg import light_shots
from opfor.rules.s_solitaire.s08_fire.s08_p3_target_choice import (
    attack_table,
    by_table,
)
from opfor.rules.s_solitaire.s08_fire.s08_p17_phases import groups_of
from opfor.state.events import PhaseBegan, WeaponAdded
from opfor.state.play import Play
from opfor.state.units import LocationName, Weapon
from tests.rules.given.armor import OPEN
from tests.rules.given.world import game

L = LocationName
AT = L("K5")

LATE: dict[str, Any] = {"date": "1944-08", "enemy": "german", "friendly": "russian"}
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


class TestRowsOfA3b:
    """S6.23: what the rows of {A3b} choose for a German squad in K2, with PF."""

    @staticmethod
    def chosen(dice: str, *, tank: str = "K4", men: Mapping[str, str]) -> str:
        """Its Target: a T-34 in Motion somewhere, squads elsewhere."""
        found: list[str] = []

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "ENEMY", "PFPh"))
            units = [play.state.units["e"]]
            group, things = groups_of(play, units)[0], things_of(play, units)
            with part_of_rule("S6.23"):
                choice = by_table(play, group, targets_of(play, things))
            found.append(choice.target.where if choice else "")

        game(
            f"S6.23 DR {dice}",
            board="board: t\nsize: 20x10\nwooden building: H3\n",
            vehicles={
                "tank": ("russian/t-34-m40", f"t{tank}", {"vca": 3, "motion": True})
            },
            enemies={"e": ("german/4-6-7", "tK2")},
            units={id_: ("russian/4-4-7", f"t{at}") for id_, at in men.items()},
            run=run,
            **LATE,
        )
        return found[0]

    @pytest.mark.parametrize("dice", ["4,3", "1,2"])
    def test_infantry(self, dice: str) -> None:
        """No A-T shot of 1/6, nor within half its range: Infantry, not the tank."""
        assert self.chosen(dice, men={"a": "H3"}) == "tH3"

    def test_odds_of_the_shot(self) -> None:
        """The chance to eliminate the tank counts, not that to break who is with it."""
        men = {"a": "K4", "b": "H2", "c": "H2", "d": "H2"}
        assert self.chosen("4,3", men=men) == "tH2"

    def test_half_the_range(self) -> None:
        """On a 3: a tank at one hex is within half the range of a PF of 1944."""
        assert self.chosen("1,2", tank="K3", men={"a": "H3"}) == "tK3"
