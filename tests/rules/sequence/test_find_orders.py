"""The records of orders: what each says of itself, and that each is found."""

import sys
from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import get_args

import pytest

from opfor.core.errors import OpforError
from opfor.core.rule import RuleId
from opfor.ports.order_verbs import VERBS, verbs_of
from opfor.rules.choices.orders import Adjust, Command, EndPhase
from opfor.rules.orders.order_kind import OrderKind, When
from opfor.rules.sequence.find_orders import (
    AT,
    KINDS,
    LABELS,
    by_moment,
    records,
    tag_of,
)
from opfor.views.rule_index import load_index

ORDERS = {*get_args(Command)} - {EndPhase, Adjust}

EXPECTED = {
    ("RPh", "attacker"): """
        Rally KeepDM Repair Recover Transfer Deploy Recombine ClaimWall*
    """,
    ("RPh", "defender"): "Rally KeepDM Repair ClaimWall*",
    ("PFPh", "attacker"): """
        Assemble Fire Opportunity Entrench SetCharge MopUp ClearFlame Kindle Massacre*
        Limber* TurnGun* Radio Sortie
    """,
    ("MPh", "attacker"): """
        DropWeapon ClaimWall MoveTo EndMove Shelter SmokeGrenade PlaceCharge Recover
        Search StartUp DriveOrder TurnTo StopOrder Delay Embark Dismount Discharge*
        Abandon* Man Unbog Fire Speed HullDown Expose* HookUp Push*
    """,
    ("MPh", "window"): "Fire HoldFire Discharge* GoMotion",
    ("DFPh", "defender"): "Assemble* Massacre* Fire TurnGun* Radio Sortie",
    ("AFPh", "attacker"): "Assemble* Fire TurnGun*",
    ("RtPh", "attacker"): "Break* Rout EndMove",
    ("RtPh", "defender"): "Break* Rout EndMove",
    ("APh", "attacker"): "Transfer DropWeapon* ClaimWall Advance Expose*",
    ("CCPh", "attacker"): "CloseCombat Withdraw Seize",
    ("CCPh", "defender"): "CloseCombat Withdraw Seize",
}
"""The orders of each phase and role, as they are offered; * is minor."""

MODULE = """
from opfor.rules.choices.orders import Rally
from opfor.rules.orders.infantry.a10_rally import RALLY
from opfor.rules.orders.order_kind import BOTH, When

CHEER = RALLY._replace(order=Rally, when=(When("APh", BOTH, 5),), label="Cheer")
"""


def of(order: type) -> OrderKind:
    """The first record of an order."""
    return next(kind for kind in KINDS if kind.order is order)


class TestRecords:
    """Every record."""

    def test_order_of_offers(self) -> None:
        """Players and saved games follow the order in which orders are offered."""
        found = {
            moment: " ".join(
                kind.order.__name__ + "*" * when.minor for when, kind in there
            )
            for moment, there in AT.items()
        }
        assert found == {k: " ".join(names.split()) for k, names in EXPECTED.items()}

    def test_every_order_has_one(self) -> None:
        """All but the end of a phase and what the player sets himself."""
        assert {kind.order for kind in KINDS} == ORDERS

    def test_rules_are_known(self) -> None:
        """Each names a number of the index, all of one order the same."""
        known = load_index().rules
        assert {RuleId.parse(kind.rule) for kind in KINDS} <= {*known}
        assert {(kind.order, kind.rule) for kind in KINDS} == {
            (kind.order, of(kind.order).rule) for kind in KINDS
        }

    def test_named_once(self) -> None:
        """One record of each order says what the page calls it, and its words."""
        labels = [tag_of(kind) for kind in KINDS if kind.label]
        assert sorted(labels) == sorted({tag_of(kind) for kind in KINDS})
        assert {*LABELS} == {*labels}
        listed = [kind.listed for kind in KINDS if kind.verbs]
        assert len(listed) == len({*listed})
        assert all(kind.label for kind in KINDS if kind.verbs)

    def test_functions_are_named_alike(self) -> None:
        """Who reads `offer_rally` knows what `check_rally` and `do_rally` are."""
        for kind in KINDS:
            told = kind.offer.__name__, kind.check.__name__, kind.do.__name__
            assert [name.split("_")[0] for name in told] == ["offer", "check", "do"]
            rest = {name.partition("_")[2] for name in told}
            assert len(rest) == 1 or told[0] == "offer_bounding_fire", told


class TestFound:
    """records, by_moment and verbs_of."""

    def test_new_module(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A module anywhere below is found, and what it only imports counts once."""
        inner = tmp_path / "new_orders" / "inner"
        inner.mkdir(parents=True)
        (inner.parent / "__init__.py").touch()
        (inner / "__init__.py").touch()
        (inner / "a10_cheer.py").write_text(MODULE, "utf-8")
        (inner / "b01_again.py").write_text(
            "from new_orders.inner.a10_cheer import CHEER\n", "utf-8"
        )
        monkeypatch.syspath_prepend(tmp_path)
        invalidate_caches()
        try:
            found = records(import_module("new_orders"))
        finally:
            for name in [n for n in sys.modules if n.startswith("new_orders")]:
                del sys.modules[name]
        assert [kind.label for kind in found] == ["Rally", "Cheer"]

    def test_place_taken(self) -> None:
        """Two orders of one moment at one place are an error."""
        one, other = KINDS[0], KINDS[1]
        twin = other._replace(when=(When("RPh", ("attacker",), one.when[0].place),))
        with pytest.raises(OpforError, match="stands where another order does"):
            by_moment((one, twin))

    def test_two_records(self) -> None:
        """One order has one record a moment."""
        one = KINDS[0]
        twin = one._replace(when=(When("RPh", ("attacker",), 999),))
        with pytest.raises(OpforError, match="one record a moment"):
            by_moment((one, twin))

    def test_word_taken(self) -> None:
        """A word means one order."""
        rally = next(kind for kind in KINDS if "rally" in kind.verbs)
        with pytest.raises(OpforError, match="word of two orders"):
            verbs_of((rally, rally))
        assert VERBS["rally"].type == "rally"
