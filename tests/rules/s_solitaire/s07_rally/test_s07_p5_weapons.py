"""S7.p5, S7.p6, S7.p8: the ENEMY's Weapons in its RPh: Recovery, repair, transfer."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.s_solitaire.s01_terms.ranges import FAR
from opfor.rules.s_solitaire.s07_rally.s07_p5_weapons import portage
from opfor.state.play import Play
from opfor.state.units import GunState, LocationName, Unit, Weapon
from tests.rules.given.drivers import armed, tank
from tests.rules.given.enemy_part import decided
from tests.rules.given.enemy_rph import rph, sw
from tests.rules.given.phases import unit
from tests.rules.given.world import game as game_

CONSCRIPT, ELITE, LEADER = "russian/4-2-6", "russian/4-5-8", "russian/8-1"
HS, CREW = "russian/2-3-7", "russian/2-2-8"

GERMAN, LORRY = "german/pzkpfw-ivf2", "german/opel-6700"
LONG = "board: t\nsize: 30x10\n"

LMG, MMG, HMG, ATR = "russian/lmg", "russian/mmg", "russian/hmg", "russian/atr"


def lying_gun(at: str, **states: Any) -> Weapon:
    """A Gun that nobody possesses."""
    place, kind = LocationName(at), "russian/45l-at-ptp-obr-32"
    return Weapon(id="g", counter=kind, location=place, gun=GunState(ca=0), **states)


class TestS7_p5Recovery:
    """S7.p5."""

    def test_most_pp(self) -> None:
        """The HW goes before the LMG, and to the better class."""
        game = rph(
            unit("e1", "tL4", CONSCRIPT),
            unit("e2", "tL4"),
            lying=[sw("l", LMG, at="tL4"), sw("h", HMG, at="tL4")],
            dice=("A4.44 dr 1", "A4.44 dr 1"),
        )
        assert decided(game) == ["h for e2", "l for e1"]

    def test_smc_only_alone(self) -> None:
        """A leader takes a SW only where no MMC can."""
        game = rph(
            unit("eL", "tL4", LEADER),
            lying=[sw("l", LMG, at="tL4")],
            dice=("A4.44 dr 1",),
        )
        assert game.state.weapons["l"].owner == "eL"
        game = rph(
            unit("eL", "tL4", LEADER),
            unit("e1", "tL4"),
            lying=[sw("l", LMG, at="tL4")],
            dice=("A4.44 dr 1",),
        )
        assert game.state.weapons["l"].owner == "e1"

    def test_smc_what_he_can_carry(self) -> None:
        """D-857: a SMC takes nothing of more than two PP."""
        for heavy in (MMG, HMG):
            lies = [sw("m", heavy, at="tL4")]
            assert not decided(rph(unit("eL", "tL4", LEADER), lying=lies))

    def test_what_it_can_use(self) -> None:
        """Neither what is broken, nor more than it can use."""
        game = rph(
            unit("e1", "tL4"), lying=[sw("l", LMG, at="tL4", malfunctioned=True)]
        )
        assert not decided(game)
        held = [sw("a", LMG, "e1"), sw("b", LMG, "e1"), sw("l", LMG, at="tL4")]
        assert not decided(rph(unit("e1", "tL4"), lying=held))
        heavy = [sw("a", MMG, "e1"), sw("l", LMG, at="tL4")]
        assert not decided(rph(unit("e1", "tL4"), lying=heavy))

    @pytest.mark.parametrize("seen", [True, False])
    def test_exc1_gun(self, seen: bool) -> None:
        """A squad takes a Gun only if it has a Target; a crew does so at once."""
        gun = lying_gun("tG5")
        foe = [unit("a", "tG2")] if seen else []
        dice = ("A4.44 dr 1",)
        game = rph(unit("e1", "tG5"), *foe, lying=[gun], dice=dice if seen else ())
        assert bool(decided(game)) is seen
        game = rph(
            unit("e1", "tG5"), unit("eC", "tG5", CREW), *foe, lying=[gun], dice=dice
        )
        assert game.state.weapons["g"].owner == "eC"

    def test_a_crew_takes_its_gun_as_it_is(self) -> None:
        """A crew Recovers a malfunctioned Gun, and repairs it (D-820); a squad not."""
        gun = lying_gun("tG5", malfunctioned=True)
        dice = ("A4.44 dr 1", "A9.72 dr 1")
        game = rph(unit("eC", "tG5", CREW), lying=[gun], dice=dice)
        assert game.state.weapons["g"].owner == "eC"
        assert not game.state.weapons["g"].malfunctioned
        assert not decided(rph(unit("e1", "tG5"), unit("a", "tG2"), lying=[gun]))

    def test_a_crew_keeps_its_hands_free(self) -> None:
        """It takes no LMG while a Gun waits for it near by (S6.310)."""
        gun = lying_gun("tG2")
        lying = [gun, sw("l", LMG, at="tG5")]
        assert not decided(rph(unit("eC", "tG5", CREW), lying=lying))

    def test_a_crew_and_a_gun_both(self) -> None:
        """A crew with a LMG to take does not go before the HMG of a squad."""
        game = rph(
            unit("eC", "tG5", CREW),
            unit("e1", "tL4"),
            lying=[sw("l", LMG, at="tG5"), sw("h", HMG, at="tL4")],
            dice=("A4.44 dr 1", "A4.44 dr 1"),
        )
        assert decided(game) == ["h for e1", "l for eC"]

    def test_dismantled(self) -> None:
        """A dm mortar weighs 5 PP, and assembled nobody carries it."""
        gun = GunState(ca=0)
        mortar = Weapon(id="g", counter="russian/82-mtr-bm-obr-37", gun=gun)

        def run(play: Play) -> None:
            assert portage(play, replace(mortar, dm=True)) == 5
            assert portage(play, mortar) == FAR

        game_(run=run)

    def test_exc2_wave(self) -> None:
        """In a Human Wave a MMC takes a LMG, no HMG; a leader takes nothing."""
        lying = [sw("l", LMG, at="tL4"), sw("h", HMG, at="tL4")]
        squad = unit("e1", "tL4", wave="wave1")
        game = rph(squad, lying=lying, dice=("A4.44 dr 1",))
        assert decided(game) == ["l for e1"]
        assert not decided(rph(unit("eL", "tL4", LEADER, wave="wave1"), lying=lying))


class TestS7_p6Repair:
    """S7.p6."""

    def test_repair(self) -> None:
        """It tries to repair, even with a Target."""
        game = rph(
            unit("e1", "tG5"),
            unit("a", "tG2"),
            lying=[sw("m", MMG, "e1", malfunctioned=True)],
            dice=("A9.72 dr 2",),
        )
        assert not game.state.weapons["m"].malfunctioned

    def test_exc1_adjacent(self) -> None:
        """Not next to a FRIENDLY unit."""
        bad = [sw("m", MMG, "e1", malfunctioned=True)]
        game = rph(unit("e1", "tG5"), unit("a", "tG4"), lying=bad)
        assert game.state.weapons["m"].malfunctioned

    def test_exc2_another(self) -> None:
        """Not with a LMG that works and has a Target."""
        held = [sw("m", MMG, "e1", malfunctioned=True), sw("l", LMG, "e1")]
        game = rph(unit("e1", "tG5"), unit("a", "tG2"), lying=held)
        assert game.state.weapons["m"].malfunctioned
        game = rph(unit("e1", "tG5"), lying=held, dice=("A9.72 dr 1",))
        assert not game.state.weapons["m"].malfunctioned

    @pytest.mark.parametrize(
        ("foe", "held", "tries"),
        [
            (tank("G4", "t", GERMAN), (), True),
            (tank("G4", "t", GERMAN, ce=True), (), False),
            (tank("G4", "t", LORRY), (), False),
            (tank("G4", "t", GERMAN), (sw("r", ATR, "e1"),), False),
        ],
    )
    def test_exc1_closed_afv(
        self, foe: Unit, held: tuple[Weapon, ...], *, tries: bool
    ) -> None:
        """D-822: a closed tank next to it, for which it has nothing, is no Target."""
        bad = [sw("m", MMG, "e1", malfunctioned=True), *held]
        dice = ("A9.72 dr 1",) if tries else ()
        game = rph(unit("e1", "tG5"), foe, lying=bad, dice=dice)
        assert game.state.weapons["m"].malfunctioned is not tries

    @pytest.mark.parametrize(
        ("other", "where", "tries"),
        [
            ("russian/ft", "tG2", True),  # three hexes; a FT reaches two
            ("russian/ft", "tG3", False),
            (ATR, "tS5", False),  # twelve, as far as an ATR reaches
            (ATR, "tT5", True),
            ("german/50-mtr", "tG4", False),  # EXC 1
            ("german/50-mtr", "tG3", False),  # two hexes, its least range
            ("finnish/50-mtr-r", "tG3", True),  # three is its least
            ("finnish/50-mtr-r", "tG2", False),
        ],
    )
    def test_exc2_in_its_range(self, other: str, where: str, *, tries: bool) -> None:
        """D-180: another SW by its own range, and not by the inherent FP."""
        held = [sw("m", MMG, "e1", malfunctioned=True), sw("o", other, "e1")]
        dice = ("A9.72 dr 1",) if tries else ()
        units = unit("e1", "tG5"), unit("a", where)
        game = rph(*units, lying=held, dice=dice, board=LONG)
        assert game.state.weapons["m"].malfunctioned is not tries

    @pytest.mark.parametrize(("where", "tries"), [("tG2", True), ("tG8", False)])
    def test_a_vehicle(self, where: str, *, tries: bool) -> None:
        """D-910: it tries if its bow MG, all that works, bears on nobody in LOS."""
        one = tank("G5")
        guns = [replace(own, malfunctioned=own.mount != "BMG") for own in armed((one,))]
        dice = ("A9.72 dr 1",) if tries else ()
        game = rph(one, unit("a", where), lying=guns, dice=dice)
        weapons = game.state.weapons_of("e1")
        assert [own.mount for own in weapons if not own.malfunctioned] == (
            ["MA", "BMG"] if tries else ["BMG"]
        )

    @pytest.mark.parametrize(
        ("works", "tries"), [((), True), (("BMG",), False), (("CMG",), False)]
    )
    def test_a_vehicle_beside_it(self, works: tuple[str, ...], *, tries: bool) -> None:
        """D-531: an ADJACENT squad is no Target if nothing that it has works."""
        one = tank("G5")
        guns = [replace(w, malfunctioned=w.mount not in works) for w in armed((one,))]
        dice = ("A9.72 dr 1",) if tries else ()
        game = rph(one, unit("a", "tG4"), lying=guns, dice=dice)
        assert game.state.weapons["e1.ma"].malfunctioned is not tries

    def test_a_vehicle_beside_it_with_its_aamg(self) -> None:
        """D-933: an AAMG that is silent while the crew is BU works; it has a Target."""
        one = tank("G5", counter="american/m4")
        guns = [replace(w, malfunctioned=w.mount != "AAMG") for w in armed((one,))]
        game = rph(one, unit("a", "tG4"), lying=guns)
        assert game.state.weapons["e1.ma"].malfunctioned

    @pytest.mark.parametrize(
        ("counter", "tries"),
        [("german/jeep-a-mmg", False), ("american/jeep-mmg", True)],
    )
    def test_no_repair(self, counter: str, *, tries: bool) -> None:
        """A9.72: not where the counter says No Repair."""
        one = tank("G5", counter=counter)
        guns = [replace(own, malfunctioned=True) for own in armed((one,))]
        dice = ("A9.72 dr 1",) if tries else ()
        game = rph(one, lying=guns, dice=dice)
        assert game.state.weapons["e1.ma"].malfunctioned is not tries

    def test_a_vehicle_with_its_turret(self) -> None:
        """D-910: not if a MG of its turret works, which turns to whom it sees."""
        one = tank("G5")
        guns = [replace(own, malfunctioned=own.mount == "MA") for own in armed((one,))]
        game = rph(one, unit("a", "tG2"), lying=guns)
        assert game.state.weapons["e1.ma"].malfunctioned

    def test_a_vehicle_with_its_ma(self) -> None:
        """S7.p6: nor a MG, while its MA works and sees somebody."""
        one = tank("G5")
        guns = [replace(own, malfunctioned=own.mount == "BMG") for own in armed((one,))]
        game = rph(one, unit("a", "tG2"), lying=guns)
        assert game.state.weapons["e1.bmg"].malfunctioned
        game = rph(one, lying=guns, dice=("A9.72 dr 1",))
        assert not game.state.weapons["e1.bmg"].malfunctioned

    @pytest.mark.parametrize(("where", "tries"), [("tR5", False), ("tS5", True)])
    def test_a_ma_looks_sixteen_hexes_far(self, where: str, *, tries: bool) -> None:
        """D-180: at seventeen hexes it repairs a MG, though its MA sees as far."""
        one, dice = tank("B5", vca=2, tca=2), ("A9.72 dr 1",) if tries else ()
        guns = [replace(own, malfunctioned=own.mount == "BMG") for own in armed((one,))]
        game = rph(one, unit("a", where), lying=guns, dice=dice, board=LONG)
        assert game.state.weapons["e1.bmg"].malfunctioned is not tries
