"""S4.2, S4.3: what enters for the ENEMY in the turns that the Mission names."""

from opfor.core.dice import die_roll
from opfor.core.event import Note
from opfor.core.explain import consult
from opfor.core.fact import Fact, fact
from opfor.core.rule import rule
from opfor.geo.edges import Quarter
from opfor.rules.s_solitaire.s04_human_wave.wave import human_wave
from opfor.rules.s_solitaire.s04_placement.entry import (
    enter_suspects,
    entry_bar,
    entry_hex,
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
        for _ in range(due.waves):
            human_wave(play)
        # S4.p2: groups
        for _ in range(due.groups):
            enter_group(play)
        # S4.2: S? each by itself
        if due.suspects:
            enter_suspects(play, due.suspects)


@rule("S4.p2", "A group of S? that enters together", cites=("S4.2", "S4.21"))
def enter_group(
    play: Play,
    *,
    quarter: Quarter = "EBE",
    attitude: Attitude = "Advance",
    colour: str = "black",
) -> list[str]:
    """Set up a group of S? offboard: its size by {A6a}, its spread by {A6e}; their ids.

    Each has a hex of its own, or two share one, or all stand side by side from the
    first hex on. Reading: D-191 side by side goes on by turns to both hands.
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
            play, size, quarter=quarter, attitude=attitude, colour=colour
        )
    ways = {"pairs": _pairs, "together": _together}
    return [
        placed
        for hex_ in ways[spread](play, quarter, size)
        if (placed := _set_up(play, hex_, quarter, attitude=attitude, colour=colour))
    ]


def _dr(play: Play, purpose: Fact) -> int:
    return die_roll(play, purpose).final


def _pairs(play: Play, quarter: Quarter, size: int) -> list[int]:
    """A drawn hex for each two S?."""
    hexes: list[int] = []
    while len(hexes) < size:
        drawn = entry_hex(play, quarter)
        if drawn is None:
            break
        hexes += [drawn] * min(PAIR, size - len(hexes))
    return hexes


def _together(play: Play, quarter: Quarter, size: int) -> list[int]:
    """A drawn hex and its neighbours along the edge, nearest first."""
    first = entry_hex(play, quarter)
    if first is None:
        return []
    along = list(play.world.compass.along(quarter))
    middle = along.index(first)
    nearest = sorted(range(len(along)), key=lambda nth: (abs(nth - middle), nth))
    free = [along[nth] for nth in nearest if not entry_bar(play, along[nth])]
    return free[:size]


def _set_up(
    play: Play, hex_: int, quarter: Quarter, *, attitude: Attitude, colour: str
) -> str:
    """Set up one S? next to a hex, unless it may not enter there (told)."""
    name = LocationName(play.world.map.name(hex_))
    if bar := entry_bar(play, hex_):
        play.emit(Note(fact("no_suspect_of_the_group_enters", where=name, bar=bar)))
        return ""
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
