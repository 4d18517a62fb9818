"""D3.5: a vehicle's MG fire together."""

import pytest

from opfor.core.errors import Illegal
from opfor.rules.choices.orders import Fire
from opfor.rules.sequence.legal_orders import legal
from tests.rules.given.vehicle_machine_guns import plan, scene


class TestD3_5Together:
    """D3.5."""

    def test_alone(self) -> None:
        """A vehicle's MG fire with nobody else's FP."""
        with pytest.raises(Illegal, match=r"D3\.5"):
            scene(lambda p: plan(p, "tank.cmg", "sq"))

    def test_offers(self) -> None:
        """Its MG are offered together and each alone, apart from the squad's."""
        offers = scene(lambda p: [o.order for o in legal(p, "FRIENDLY")])
        groups = {o.firers for o in offers if isinstance(o, Fire)}
        assert {("tank.cmg",), ("tank.bmg",), ("sq",)} <= groups
        assert not any("sq" in ids and len(ids) > 1 for ids in groups)
