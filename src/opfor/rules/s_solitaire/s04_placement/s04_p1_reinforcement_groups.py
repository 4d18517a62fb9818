"""S4.2, S4.3: what enters for the ENEMY in the turns that the Mission names."""

from collections.abc import Iterator, Sequence

from opfor.core.dice import die_roll
from opfor.core.explain import consult
from opfor.core.fact import Fact, fact
from opfor.core.rule import rule
from opfor.geo.edges import Quarter
from opfor.rules.s_solitaire.s04_human_wave.s04_3_human_wave import human_wave
from opfor.rules.s_solitaire.s04_placement.s04_2_entry import (
    enter_suspects,
    entry_bar,
    entry_hex,
)
from opfor.rules.s_solitaire.s04_placement.s04_p5_in_place_of import (
    groups_instead,
    lacks_waves,
)
from opfor.state.events import SuspectPlaced
from opfor.state.play import Play
from opfor.state.state import fresh_id
from opfor.state.units import OFFBOARD, Attitude, LocationName, Suspect

PAIR = 2


@rule("S4.p1", "What enters, turn by turn", cites=("S4.2", "S4.3"))
def enter_due(play: Play) -> None:
    """In the ENEMY RPh, set up offboard what the Mission has enter this turn."""
    state = play.state
    if state.side != "ENEMY":
        return
    for due in state.mission.entering:
        if due.turn != state.turn:
            continue
        # S4.3: Human Waves
        for _ in range(0 if lacks_waves(play) else due.waves):
            human_wave(play)
        # S4.p2: groups; S4.p5: in place of what the ENEMY has not
        for _ in range(due.groups + groups_instead(play, due)):
            enter_group(play, by=due.hexes)
        # S4.2: S? each by itself
        if due.suspects:
            enter_suspects(play, due.suspects, by=due.hexes)


@rule("S4.p2", "A group of S? that enters together", cites=("S4.2", "S4.21"))
def enter_group(
    play: Play,
    *,
    quarter: Quarter = "EBE",
    attitude: Attitude = "Advance",
    colour: str = "black",
    by: Sequence[LocationName] = (),
) -> list[str]:
    """Set up a group of S? offboard: its size by {A6a}, its spread by {A6e}; their ids.

    Each has a hex of its own, or two share one, or all stand side by side from the
    first hex on. Reading: D-191 side by side goes on by turns to both hands; D-730 a
    Mission may name the hexes (`by`).
    """
    tables = play.world.enemy
    # S4.p2: how many by {A6a}
    number = _dr(play, fact("suspects_in_the_group"))
    size = int(consult(play, tables.table("A6a"), number).result)
    # S4.p2: how spread by {A6e}
    number = _dr(play, fact("spread_of_the_group"))
    spread = consult(play, tables.table("A6e"), number).result
    if spread == "each":
        return enter_suspects(
            play, size, quarter=quarter, attitude=attitude, colour=colour, by=by
        )
    ways = {"pairs": _pairs, "together": _together}
    return [
        _set_up(play, hex_, quarter, attitude=attitude, colour=colour)
        for hex_ in ways[spread](play, quarter, size, by)
    ]


def _dr(play: Play, purpose: Fact) -> int:
    return die_roll(play, purpose).final


def _pairs(
    play: Play, quarter: Quarter, size: int, by: Sequence[LocationName]
) -> Iterator[int]:
    """A drawn hex for each two S?, each named as the one before has been set up.

    Where only one of the two has room, the other has a draw of his own (S4.21 EXC).
    """
    drawn: int | None = None
    for nth in range(size):
        if drawn is None or nth % PAIR == 0 or entry_bar(play, drawn):
            drawn = entry_hex(play, quarter, by)
        if drawn is None:
            return
        yield drawn


def _together(
    play: Play, quarter: Quarter, size: int, by: Sequence[LocationName]
) -> list[int]:
    """A drawn hex and its neighbours along the edge, nearest first."""
    first = entry_hex(play, quarter, by)
    if first is None:
        return []
    along = list(play.world.compass.along(quarter))
    middle = along.index(first)
    nearest = sorted(range(len(along)), key=lambda nth: (abs(nth - middle), nth))
    named = {play.world.locate(name).hex for name in by} or set(along)
    free = [along[nth] for nth in nearest if along[nth] in named]
    free = [hex_ for hex_ in free if not entry_bar(play, hex_)]
    return free[:size]


def _set_up(
    play: Play, hex_: int, quarter: Quarter, *, attitude: Attitude, colour: str
) -> str:
    """Set up one S? next to a hex."""
    name = LocationName(play.world.map.name(hex_))
    suspect = Suspect(
        fresh_id(play.state, "S"),
        OFFBOARD,
        attitude,
        colour,
        enters=name,
        edge="" if quarter == "EBE" else quarter,
    )
    play.emit(SuspectPlaced(suspect))
    return suspect.id
