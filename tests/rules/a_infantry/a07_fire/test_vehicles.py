"""A7.307, A7.308, C7.7, D5.31: vehicles under fire on the IFT."""

from fractions import Fraction
from typing import Any

import pytest

from opfor.core.dice import DR
from opfor.core.errors import Illegal
from opfor.core.game import Game
from opfor.rules.a_infantry.a07_fire import vehicles as fire_at_vehicles
from opfor.rules.a_infantry.a07_fire import vulnerable
from opfor.rules.a_infantry.a07_fire.attack import against, fp_attack
from opfor.rules.a_infantry.a07_fire.ift import IftResult
from opfor.rules.a_infantry.a07_fire.plan import plan_attack
from opfor.rules.a_infantry.a07_fire.resolution import resolve
from opfor.rules.a_infantry.a07_fire.vehicles import fate_on_ift, star_fate
from opfor.rules.a_infantry.a08_first_fire.window import could_open, open_window
from opfor.rules.c_ordnance.c07_indirect_fire import armor_drm, shelled
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d05_crew_fates import crew_suffers
from opfor.rules.orders.fire import a07_fire
from opfor.state.events import MoveChanged, PhaseBegan
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName
from tests.rules.given.armor import OPEN, T34, duel, told
from tests.rules.given.world import game

AT = LocationName("E2")
SQUAD = "german/4-6-7"


def scene(
    run: Any,
    *dice: str,
    enemy: dict[str, Any] | None = None,
    counter: str = T34,
    **more: Any,
) -> Game[State]:
    """A FRIENDLY squad in F2 next to an ENEMY vehicle in E2, in the PFPh."""

    def once(play: Play) -> None:
        play.emit(PhaseBegan(1, "FRIENDLY", "PFPh"))
        run(play)

    vehicles = {"etank": (counter, "E2", {"vca": 3, "tca": 3} | (enemy or {}))}
    return game(
        *dice,
        board=OPEN,
        units={"sq": (SQUAD, "F2")},
        vehicles=vehicles,
        run=once,
        **more,
    )


def shoot(play: Play) -> None:
    """The squad fires 8 FP at the vehicle's Location."""
    resolve(play, plan_attack(play, "FRIENDLY", Fire(("sq",), AT)))


class TestA7_307Armor:
    """A7.307."""

    def test_closed(self) -> None:
        """Small arms do not fire at an AFV that is buttoned up."""
        with pytest.raises(Illegal, match=r"A7\.307"):
            scene(shoot)

    def test_exc1_crew(self) -> None:
        """They do at a CE crew."""
        played = scene(shoot, "A7.3 DR 6,6", enemy={"ce": True})
        assert "etank: no effect" in told(played)

    def test_window(self) -> None:
        """A moving AFV opens no window for a squad, but a CE one does."""
        for ce in (False, True):
            found: list[bool] = []

            def run(play: Play, found: list[bool] = found) -> None:
                play.emit(PhaseBegan(1, "ENEMY", "MPh"))
                play.emit(MoveChanged(Move(units=("etank",), allotment=40, here=4)))
                found.append(could_open(play))
                assert open_window(play) == found[0]

            scene(run, enemy={"ce": ce, "motion": True})
            assert found == [ce]


class TestA7_308_drUnarmored:
    """A7.308/dr."""

    def test_margins(self) -> None:
        """Half or less burns, less destroys, equal immobilizes, more does nothing."""
        fates = [star_fate(6, final) for final in (3, 4, 5, 6, 7)]
        assert fates == ["burn", "eliminated", "eliminated", "immobilized", "none"]
        assert star_fate(0, -2) == "none"

    def test_thin_skin(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """8 FP next to what has no armor: a low DR destroys it."""
        for module in (vulnerable, fire_at_vehicles):
            monkeypatch.setattr(module, "afv", lambda *_: False)
        played = scene(shoot, "A7.3 DR 3,1", "D5.6 DR 6,6")
        assert "etank" not in played.state.units


class TestC7_7_indirectShells:
    """C7.7/indirect."""

    def test_margins(self) -> None:
        """A KIA destroys, at half of the K burns; a K and one more immobilizes."""
        fates = [shelled(5, final) for final in (2, 3, 4, 5, 6, 7)]
        destroyed = ["burn", "eliminated", "eliminated"]
        assert fates == [*destroyed, "immobilized", "immobilized", "none"]
        assert shelled(-1, -3) == "none"

    def test_turret(self) -> None:
        """A K that hits the turret is a Shock; small arms do nothing."""

        def run(play: Play) -> None:
            unit = play.state.units["etank"]
            fates = set()
            for dice in (DR(1, 4), DR(4, 1)):
                made = fp_attack(
                    play, "FRIENDLY", AT, Fraction(20), source="OBA", tem=False
                )
                fates.add(fate_on_ift(play, made, unit, dice))
            assert fates == {"shock", "immobilized"}
            made = fp_attack(
                play, "FRIENDLY", AT, Fraction(20), source="fire", tem=False
            )
            assert fate_on_ift(play, made, unit, DR(1, 1)) == "none"

        scene(run)


class TestC7_7_armorDrm:
    """C7.7/armor."""

    def test_armor(self) -> None:
        """All AF of 4 or less -1, of 8 or more +1, an open top -1."""

        def drm(counter: str) -> int:
            found: list[int] = []
            scene(
                lambda play: found.append(
                    sum(m.value for m in armor_drm(play, play.state.units["etank"]))
                ),
                counter=counter,
            )
            return found[0]

        assert drm(T34) == 0
        assert drm("american/m3a1") == -1


class TestD5_31Exposed:
    """D5.31, D5.34/fire."""

    def test_drm(self) -> None:
        """+2 against a CE crew, and nothing for how it moves."""

        def run(play: Play) -> None:
            made = plan_attack(play, "FRIENDLY", Fire(("sq",), AT))
            aim = against(play, made, play.state.units["etank"])
            assert [mod.rule for mod in aim.mods] == ["D5.31"]
            assert aim.drm == 2

        scene(run, enemy={"ce": True})


class TestD5_34_fireCrew:
    """D5.34/fire."""

    def test_failed_check(self) -> None:
        """A crew that fails its MC is Stunned."""
        played = scene(shoot, "A7.3 DR 2,3", "D5.34/fire DR 6,6", enemy={"ce": True})
        state = played.state.units["etank"].vehicle
        assert state is not None
        assert state.stunned
        assert not state.recalled

    def test_passed_check(self) -> None:
        """One that passes goes on."""
        played = scene(shoot, "A7.3 DR 2,3", "D5.34/fire DR 1,1", enemy={"ce": True})
        state = played.state.units["etank"].vehicle
        assert state is not None
        assert state.ce

    def test_pinned(self) -> None:
        """A PTC that it fails pins it."""
        played = scene(shoot, "A7.3 DR 3,4", "D5.34/fire DR 6,6", enemy={"ce": True})
        assert played.state.units["etank"].pinned

    def test_killed(self) -> None:
        """A K or KIA Stuns and Recalls."""

        def run(play: Play) -> None:
            crew_suffers(play, play.state.units["etank"], IftResult("K", 1))

        state = scene(run, enemy={"ce": True}).state.units["etank"].vehicle
        assert state is not None
        assert (state.stunned, state.recalled, state.ce) == (True, True, False)


class TestA7_55Vehicles:
    """A7.55."""

    def test_exc3_vehicles(self) -> None:
        """Each MG of a vehicle may fire by itself at one Location in one phase."""

        def run(play: Play) -> None:
            for weapon in ("tank.cmg", "tank.bmg"):
                order = Fire((weapon,), AT)
                resolve(play, plan_attack(play, "FRIENDLY", order))

        played = duel(
            run, "A7.3 DR 6,5", "A7.3 DR 6,5", enemy={"vca": 3, "tca": 3, "ce": True}
        )
        assert played.state.weapons["tank.bmg"].fired == "prep"


class TestA22_34Flames:
    """A22.34."""

    @pytest.mark.parametrize(
        ("start", "dice", "fate"),
        [
            ("F2", DR(3, 4), "burn"),
            ("F2", DR(4, 4), "eliminated"),
            ("F2", DR(4, 5), "none"),
            ("G3", DR(1, 3), "eliminated"),
            ("G3", DR(2, 3), "none"),
            ("E2", DR(4, 4), "eliminated"),
        ],
    )
    def test_ft(self, start: str, dice: DR, fate: str) -> None:
        """TK# 8, half of it at two hexes; no AF counts."""
        found: list[str] = []

        def run(play: Play) -> None:
            made = fp_attack(
                play, "FRIENDLY", AT, 24, source="FT", froms=(LocationName(start),)
            )
            unit = play.state.units["etank"]
            found.append(fate_on_ift(play, made, unit, dice))

        scene(run, enemy={"vca": 1, "tca": 1})
        assert found == [fate]

    @pytest.mark.parametrize(("check", "kept"), [(3, 0), (4, 1)])
    def test_mol(self, check: int, kept: int) -> None:
        """MOL at an AFV: no +1 to the check, and TK# 6."""

        def run(play: Play) -> None:
            order = Fire(("sq",), AT, mol=True)
            a07_fire.do_fire(play, "FRIENDLY", order)

        dice = f"A22.611/dr dr {check}", "A7.3 DR 2,3"
        played = scene(run, *dice, enemy={"vca": 1, "tca": 1}, mol=("FRIENDLY",))
        assert ("etank" in played.state.units) == bool(kept)
