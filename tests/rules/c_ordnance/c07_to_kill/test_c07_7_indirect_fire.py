"""C7.7: Indirect Fire against AFV."""

from fractions import Fraction

from opfor.core.dice import DR
from opfor.rules.a_infantry.a07_fire.a07_308_dr_at_vehicles import fate_on_ift
from opfor.rules.a_infantry.a07_fire.attack import fp_attack
from opfor.rules.c_ordnance.c07_to_kill.c07_7_indirect_fire import armor_drm, shelled
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.armor import T34
from tests.rules.given.fire_at_vehicle import scene

AT = LocationName("E2")


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
