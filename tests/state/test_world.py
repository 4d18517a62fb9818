"""The world as rules ask about it, where its parts leave something open."""

import pytest
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.state.world import OFTEN
from tests.rules.given.world import MISSION, world

BRIDGE = """
board: t
size: 9x6
stream: D1 > D6
road: C3 > D3 > E4
bridge: D3
"""


class TestBeneathABridge:
    """D-071: what is seen from the Location beneath a bridge."""

    def test_the_neighbouring_hexes(self) -> None:
        """They see beneath it and are seen from there, whatever their terrain."""
        here = world(BRIDGE, MISSION)
        below = next(here.name(at) for at in here.ground.locations if at.level < 0)
        for hex_ in here.map.within(here.locate(below).hex, 1):
            name = here.map.name(hex_)
            if hex_ != here.locate(below).hex:
                assert here.hindrance(below, name) == here.hindrance(name, below) == 0

    def test_along_the_stream(self) -> None:
        """What lies farther up and down the stream is seen too, and sees it."""
        here = world(BRIDGE, MISSION)
        below = next(here.name(at) for at in here.ground.locations if at.level < 0)
        for name in ("tD1", "tD5"):
            far = next(each for each in here.names if str(each) == name)
            assert here.sees(below, far)
            assert here.sees(far, below)

    def test_nothing_else_farther_and_not_the_bridge(self) -> None:
        """Neither the bridge above it nor what is two hexes off the stream is seen."""
        here = world(BRIDGE, MISSION)
        below = next(here.name(at) for at in here.ground.locations if at.level < 0)
        bridge = here.name(here.locate(below)._replace(level=0))
        assert not here.sees(below, bridge)
        assert not here.sees(below, here.name(here.ground.locations[0]))
        assert here.sees(below, below)


def test_los_is_the_same_alone_and_in_rows() -> None:
    """Pair by pair, and in the row of a Location asked about often: as LOS has it."""
    here = world(BRIDGE, MISSION)
    start, *names = [name for name in here.names if here.locate(name).level >= 0]
    row = here.los.field(here.los.index(*here.locate(start))).tolist()
    for name in names * (OFTEN // len(names) + 1):
        assert here.hindrance(start, name) == row[here.los.index(*here.locate(name))]
    assert all(here.hindrance(n, start) == here.hindrance(start, n) for n in names)


def test_national_of_another_time() -> None:
    """Chinese fight with Russian counters before there are tables of Russians."""
    mission = replace(MISSION, enemy="japanese", friendly="chinese", date="1939-01")
    here = world(BRIDGE, mission)
    assert here.national("russian", "cowers") == "all"
    with pytest.raises(OpforError, match="1939-09"):
        here.enemy.other("russian").fact("cowers", date="1939-01")
