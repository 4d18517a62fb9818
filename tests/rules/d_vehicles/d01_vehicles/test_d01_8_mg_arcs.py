"""D1.8: the arcs of vehicular MG."""

import pytest

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a07_fire.a07_3_resolution import resolve
from opfor.rules.a_infantry.a07_fire.a07_4_plan import plan_attack
from opfor.rules.c_ordnance.c03_to_hit.c03_22_field_of_fire import turn_for
from opfor.rules.c_ordnance.c03_to_hit.firer import read_firer
from opfor.rules.choices.orders import Fire
from opfor.state.play import Play
from tests.rules.given.vehicle_machine_guns import AT, plan, scene


class TestD1_8Arcs:
    """D1.8."""

    def test_bow(self) -> None:
        """A BMG fires in the VCA only."""
        with pytest.raises(Illegal, match=r"D1\.8"):
            scene(lambda p: plan(p, "tank.bmg"), tank={"vca": 3})

    def test_coaxial(self) -> None:
        """The turret turns for a CMG and stays so."""

        def run(play: Play) -> int:
            resolve(play, plan(play, "tank.cmg"))
            state = play.state.units["tank"].vehicle
            assert state is not None
            return state.tca

        assert scene(run, "A7.3 DR 6,5", tank={"vca": 3, "tca": 3}) != 3

    def test_aa(self) -> None:
        """An AAMG fires all around, by a CE crew."""
        counter = "american/m4"
        with pytest.raises(Illegal, match="CE"):
            scene(lambda p: plan(p, "tank.aamg"), counter=counter)
        made = scene(
            lambda p: plan(p, "tank.aamg"), counter=counter, tank={"ce": True, "tca": 3}
        )
        assert made.fp > 0

    def test_aa_as_main_armament(self) -> None:
        """D-903: the AAMG of a half-track, its MA: by a CE crew, all around."""
        counter = "american/m3a1-ht"
        with pytest.raises(Illegal, match="CE"):
            scene(lambda p: plan(p, "tank.ma"), counter=counter)
        made = scene(
            lambda p: plan(p, "tank.ma"), counter=counter, tank={"ce": True, "vca": 3}
        )
        assert made.fp > 0

    @pytest.mark.parametrize(
        ("counter", "weapon"),
        [
            ("italian/smv-l40-ammo", "ma"),
            ("italian/l3-aa", "aamg"),
            ("italian/smv-m42-75-32", "aamg"),
            ("british/stuart-recce-a", "ma"),
        ],
    )
    def test_aa_in_the_vca(self, counter: str, weapon: str) -> None:
        """D-903: an AAMG whose counter keeps it, or the MA that it is, in the VCA."""
        with pytest.raises(Illegal, match=r"D1\.8"):
            scene(
                lambda p: plan(p, f"tank.{weapon}"),
                counter=counter,
                tank={"ce": True, "vca": 3},
            )

    @pytest.mark.parametrize(
        ("counter", "weapon", "vca"),
        [
            ("german/spw-250-10", "aamg", 0),
            ("german/spw-250-smg", "aamg", 0),
            ("german/spw-250-smg", "ma", 3),
            ("russian/su-12", "ma", 0),
            ("british/2pdr-portee", "ma", 0),
        ],
    )
    def test_not_ahead(self, counter: str, weapon: str, vca: int) -> None:
        """D-934: "NA VCA" is of the Weapon that the counter names, or of the MA."""

        def run(play: Play) -> None:
            order = Fire((f"tank.{weapon}",), AT)
            if weapon == "ma" and counter != "german/spw-250-smg":
                turn_for(play, read_firer(play, "FRIENDLY", order), AT)
            else:
                plan_attack(play, "FRIENDLY", order)

        with pytest.raises(Illegal, match=r"D1\.8"):
            scene(run, counter=counter, tank={"ce": True, "vca": vca})
        other = {"ce": True, "vca": 3 - vca, "tca": 3 - vca}
        scene(run, counter=counter, tank=other)

    def test_cmg_in_the_vca(self) -> None:
        """D-903: a CMG that a counter keeps in the VCA says nothing of its AAMG."""
        made = scene(
            lambda p: plan(p, "tank.aamg"),
            counter="german/spw-250-smg",
            tank={"ce": True, "vca": 3},
        )
        assert made.fp > 0
