"""C3.6: an Improbable Hit."""

import pytest

from opfor.core.dice import DR
from opfor.rules.c_ordnance.c03_to_hit.c03_6_improbable_hit import improbable
from opfor.rules.c_ordnance.c03_to_hit.to_hit_dr import needs_dr
from tests.rules.given.ordnance import plain
from tests.rules.given.verdicts import result


class TestC3_6ImprobableHit:
    """C3.6."""

    @pytest.mark.parametrize(
        ("extra", "said"), [(1, "critical"), (2, "hit"), (3, "hit"), (4, "miss")]
    )
    def test_dr(self, extra: int, said: str) -> None:
        """An Original 2 that would miss: CH on 1, hit on 2 and 3."""
        assert improbable(extra) == said
        assert result(plain(1), 1, 1, extra) == said

    def test_only_on_a_two(self) -> None:
        """An Original 3 just misses."""
        assert result(plain(1), 1, 2, 1) == "miss"
        assert needs_dr(plain(1), DR(1, 1))
        assert not needs_dr(plain(1), DR(1, 2))
