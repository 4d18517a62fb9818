"""D1.321, D1.322: turrets whose gun the commander serves himself."""

from fractions import Fraction
from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a11_close_combat.a11_5_vehicles import cc_fp
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.c_ordnance.c03_to_hit.offers import ready, shots
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import unserved
from opfor.rules.d_vehicles.d07_overrun.d07_1_overrun import overrun_fp
from opfor.rules.sequence.legal_orders import check, legal
from opfor.state.counter_lists import counter
from opfor.state.play import Play
from opfor.state.units import Phase
from tests.rules.given.one_tank import with_tank
from tests.rules.given.vehicle_machine_guns import AT, plan, scene

PZ2 = "german/pzkpfw-iif"
"""RST, a 20L(4) and a CMG of 5."""

PZ1 = "german/pzkpfw-ib"
"""1MT, a CMG as Main Armament."""

T34 = "russian/t-34-m41"
"""RST, a 76L, a BMG of 2 and a CMG of 4."""

STUART = "russian/stuart-iii-a"
"""ST, with an AAMG."""

OPEN_TOPPED = "russian/ba-64b"


def silent(name: str, **state: Any) -> set[str]:
    """Where a vehicle's armament is that cannot be fired."""
    state.setdefault("ce", True)

    def ask(play: Play, tank: Any) -> set[str]:
        own = play.state.weapons_of("tank")
        return {weapon.mount for weapon in own if unserved(play, tank, weapon)}

    found: set[str] = with_tank(ask, name, **state)
    return found


class TestD1_321Silent:
    """D1.321."""

    @pytest.mark.parametrize(
        ("name", "mounts"),
        [
            (PZ2, {"MA", "CMG"}),
            (PZ1, {"MA"}),
            (T34, {"MA", "CMG"}),
            ("russian/ot-34", {"MA", "CMG"}),
            ("russian/kv-1-m41", {"MA", "CMG"}),
            (STUART, set()),
            ("german/pzkpfw-ivf2", set()),
        ],
    )
    def test_mounts(self, name: str, mounts: set[str]) -> None:
        """What is in a RST or 1MT turret, and that alone; all of it fires while BU."""
        assert silent(name) == mounts
        assert not silent(name, ce=False)

    def test_exc1_open_topped(self) -> None:
        """Not that of an open-topped AFV, which fires while CE (BU FP NA)."""
        assert counter(OPEN_TOPPED).turret == "1MT"  # type: ignore[union-attr] # a vehicle
        assert not silent(OPEN_TOPPED)

    @pytest.mark.parametrize("phase", ["PFPh", "MPh", "AFPh"])
    def test_bu_fp_na(self, phase: Phase) -> None:
        """What bears BU FP NA fires its turret while CE alone."""
        made = scene(
            lambda p: plan(p, "tank.ma"),
            counter=OPEN_TOPPED,
            phase=phase,
            tank={"ce": True},
        )
        assert made.fp > 0
        with pytest.raises(Illegal, match="must be CE"):
            scene(lambda p: plan(p, "tank.ma"), counter=OPEN_TOPPED, phase=phase)

    def test_bu_fp_na_at_close_quarters(self) -> None:
        """Nor does that turret count in OVR or CC while BU."""
        shut = with_tank(overrun_fp, OPEN_TOPPED), with_tank(cc_fp, OPEN_TOPPED)
        opened = [with_tank(of, OPEN_TOPPED, ce=True) for of in (overrun_fp, cc_fp)]
        assert shut == (2, 0)
        assert opened[0] > 2
        assert opened[1] > 0

    def test_exc1_shut(self) -> None:
        """But one whose counter bears CE FP NA."""
        assert silent("british/crusader-aa") == {"MA"}

    def test_in_the_bow(self) -> None:
        """Nor a flamethrower in the bow that is the Main Armament."""
        assert silent("german/pzkpfw-ii-fl") == {"CMG"}

    @pytest.mark.parametrize(("name", "number"), [(PZ2, "D1.321"), (PZ1, "D1.322")])
    @pytest.mark.parametrize("phase", ["PFPh", "MPh", "AFPh"])
    def test_mg(self, name: str, number: str, phase: Phase) -> None:
        """A MG there is refused in each phase, with the rule, and fires while BU."""
        arm = "tank.cmg" if name == PZ2 else "tank.ma"
        with pytest.raises(Illegal, match="must be BU") as refused:
            scene(lambda p: plan(p, arm), counter=name, phase=phase, tank={"ce": True})
        assert refused.value.rule == number
        assert scene(lambda p: plan(p, arm), counter=name, phase=phase).fp > 0

    def test_bow(self) -> None:
        """A BMG fires by a CE crew."""
        made = scene(lambda p: plan(p, "tank.bmg"), counter=T34, tank={"ce": True})
        assert made.fp > 0

    @pytest.mark.parametrize("ammo", ["", "IFE"])
    def test_ma(self, ammo: Any) -> None:
        """Its gun neither, by To Hit or IFE: not offered, and refused as ordered."""
        order = Fire(("tank.ma",), AT, ammo=ammo)

        def seen(play: Play) -> tuple[bool, str]:
            offered = any(
                "tank.ma" in str(offer.order) for offer in legal(play, "FRIENDLY")
            )
            try:
                check(play, "FRIENDLY", order)
            except Illegal as refused:
                return offered, refused.rule
            return offered, ""

        assert scene(seen, counter=PZ2, tank={"ce": True}) == (False, "D1.321")
        assert scene(seen, counter=PZ2) == (True, "")

    def test_offers(self) -> None:
        """No piece of it is ready, nor does it have a shot."""

        def seen(play: Play) -> tuple[int, int]:
            own = ready(play, "FRIENDLY", light=False)
            return len(own), len(list(shots(play, "FRIENDLY")))

        assert scene(seen, counter=T34, tank={"ce": True}) == (0, 0)
        ready_, found = scene(seen, counter=T34)
        assert ready_ == 1
        assert found

    def test_just_activated(self) -> None:
        """The attack of what was just Activated is no exception (S5.3)."""

        def shoot(play: Play) -> None:
            plan_shot(play, "FRIENDLY", Fire(("tank.ma",), AT), activated=True)

        with pytest.raises(Illegal, match="must be BU"):
            scene(shoot, counter=T34, tank={"ce": True})

    def test_overrun(self) -> None:
        """In an OVR its gun and its CMG add nothing: 2 and the BMG by a CE crew."""
        assert with_tank(overrun_fp, T34) == 4 + Fraction(3, 2) * (2 + 4)
        assert with_tank(overrun_fp, T34, ce=True) == 2 + Fraction(3, 2) * 2

    def test_close_combat(self) -> None:
        """Nor does its CMG count in CC."""
        assert with_tank(cc_fp, T34) == 4
        assert with_tank(cc_fp, T34, ce=True) == 0
