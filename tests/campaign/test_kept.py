"""Campaigns kept in a file: what is there is not played again."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from opfor.campaign.kept import Kept
from opfor.campaign.simulate import CampaignOrder, CampaignOutcome
from opfor.core.errors import OpforError

ORDER = CampaignOrder(nation="german", date="1941-08", enemy="russian")
ONE = CampaignOutcome(
    ending="draw",
    outcomes=("won", "lost"),
    missions=("A", "B"),
    levels=(0, 1),
    squads=8,
    whole=6,
    fallen=3,
    elr=3,
)


def test_goes_on(tmp_path: Path) -> None:
    """They are read again in order; one that was cut off is played again."""
    path = tmp_path / "kept.jsonl"
    kept = Kept(path, ORDER)
    other = replace(ONE, squads=9)
    kept.add(ONE)
    kept.add(other)
    path.write_bytes(path.read_bytes() + b'{"study": "')
    again = Kept(path, ORDER)
    assert again.found == [ONE, other]
    again.add(ONE)
    assert Kept(path, ORDER).found == [ONE, other, ONE]


def test_another_order(tmp_path: Path) -> None:
    """Campaigns of another order are refused, by line, and so is what is none."""
    path = tmp_path / "kept.jsonl"
    Kept(path, ORDER).add(ONE)
    with pytest.raises(OpforError, match="asked for otherwise") as found:
        Kept(path, replace(ORDER, seed=2))
    assert found.value.where == f"{path}:1"
    path.write_bytes(path.read_bytes() + b"[]\n")
    with pytest.raises(OpforError, match="no campaign") as found:
        Kept(path, ORDER)
    assert found.value.where == f"{path}:2"
