"""A18.12: leaders made in CC."""

from opfor.rules.a_infantry.a11_close_combat.a11_1_attack import evaluate
from opfor.rules.a_infantry.a18_leader_creation.a18_12_field_promotion import promotion
from opfor.state.in_progress import CloseCombatAttack
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.close_combat import cc, ccph, pair
from tests.rules.given.phases import unit

OPEN, WOODS = "tG5", "tE5"


class TestA18_12FieldPromotion:
    """A18.12."""

    def test_leader(self) -> None:
        """An Original 2 of a MMC makes a leader; poor odds help."""
        game = ccph(
            cc("a", "e1 e2"),
            "ends",
            units=[*pair(), unit("e2", OPEN)],
            dice=["A11.31 DR 1,1", "A18.2 dr 4"],
        )
        made = [u.counter for u in game.state.units.values() if u.side == "FRIENDLY"]
        assert "german/8-0" in made

    def test_exc1_unarmed(self) -> None:
        """Unarmed MMC make none."""
        units = [unit("a", OPEN, unarmed=True), unit("e1", OPEN)]

        def promote(play: Play) -> None:
            clash = CloseCombatAttack(
                side="FRIENDLY",
                location=LocationName(OPEN),
                attackers=("a",),
                defenders=("e1",),
            )
            combat = evaluate(play, clash)
            assert combat
            promotion(play, combat)

        assert len(ccph(promote, units=units).state.units) == 2
