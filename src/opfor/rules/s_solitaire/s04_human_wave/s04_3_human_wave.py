"""S4.3, S4.31, S4.35, S4.37: Human Waves, how they enter and what sets them apart.

How a wave moves is in movement.py, who is part of it in chain.py, what
its S? turn out to be in generation.py, how it fires in fire.py.
"""

from collections import Counter
from collections.abc import Sequence

from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import part_of_rule, rule
from opfor.rules.a_infantry.a04_movement.a04_42_portage import portage
from opfor.rules.s_solitaire.s04_placement.s04_2_entry import (
    LENGTHS,
    along_length,
    along_width,
    entry_bar,
    legal,
)
from opfor.state.counters import MMC, SMC, SupportWeapon
from opfor.state.events import SuspectPlaced, WaveBegan
from opfor.state.play import GameView, Play
from opfor.state.state import fresh_id
from opfor.state.units import OFFBOARD, LocationName, Suspect, Unit, Wave, Weapon
from opfor.state.world import World

COLOURS = ("red", "green", "blue", "brown", "yellow", "purple")
"""Colours for the S? of waves; black and white are those of others."""

LEAST_BETWEEN, MOST_BETWEEN = 3, 10
"""Hexes between the two that are determined (S4.31)."""

MORALE_BONUS = 1
"""What a wave adds to the Morale Level of its unbroken units (A25.23)."""

MOST_PP = 2
"""PP up to which a wave's MMC Recovers a SW (S4.37)."""

Runner = Suspect | Unit
"""What moves in a wave."""


@rule("S4.3", "Human Wave S?", cites=("S4.31", "A25.23"))
def human_wave(play: Play) -> str:
    """A Human Wave that enters this turn: its id, or nothing (told) if it cannot.

    Its S? have a colour of their own, are generated on {x10} for ever, and count as
    two squads each (`Suspect.squads`).

    Errors:
        OpforError: the ENEMY nation has no table {x10}.
    """
    play.world.enemy.table("x10")  # refuses a nation without Human Waves
    # S4.31: where it enters
    hexes = entrance(play)
    if not hexes:
        return ""
    marker = LocationName(play.world.map.name(hexes[len(hexes) // 2]))
    # S4.3: a colour of its own
    wave = Wave(fresh_id(play.state, "wave"), _colour(play), marker)
    play.emit(WaveBegan(wave))
    # S4.31: a S? for each entrance hex
    for hex_ in hexes:
        _enter(play, wave, hex_)
    return wave.id


def _enter(play: Play, wave: Wave, hex_: int) -> None:
    if bar := entry_bar(play, hex_):
        name = play.world.map.name(hex_)
        play.emit(Note(fact("no_suspect_of_the_wave_enters", where=name, bar=bar)))
        return
    suspect = Suspect(
        fresh_id(play.state, "S"),
        OFFBOARD,
        "Advance",
        wave.colour,
        enters=LocationName(play.world.map.name(hex_)),
        human_wave=True,
        wave=wave.id,
    )
    play.emit(SuspectPlaced(suspect))


def _colour(play: Play) -> str:
    """A colour that no S? outside waves has, a new one for each wave if possible.

    Where all are used up, the one that fewest counters have.
    """
    suspects = play.state.suspects.values()
    others = Counter(s.colour for s in suspects if not s.human_wave)
    waves = Counter(wave.colour for wave in play.state.waves.values())
    return min(COLOURS, key=lambda colour: (others[colour], waves[colour]))


@rule(
    "S4.31",
    "Where a Human Wave enters",
    exc=("drawn again with fewer than 3 or more than 10 hexes between",),
)
def entrance(play: Play) -> Sequence[int]:
    """The entrance hexes along the EBE, from north to south; none if none can be.

    EXC: both are determined again if fewer than 3 or more than 10 hexes lie between.
    Reading: D-016 the same hex twice is such a case; joints of boards count on.
    """
    along = play.world.compass.along("EBE")
    if not _possible(play, along):
        play.emit(Note(fact("no_two_hexes_lie_right")))
        return ()
    one, other = _two(play, along)
    with part_of_rule("S4.31/exc1"):
        # S4.31 EXC: again with fewer than 3 or more than 10 hexes between
        while not fits(one, other):
            names = [play.world.map.name(along[n]) for n in (one, other)]
            apart = between(one, other)
            play.emit(Note(fact("hexes_between_again", hexes=names, between=apart)))
            one, other = _two(play, along)
    return along[min(one, other) : max(one, other) + 1]


def between(one: int, other: int) -> int:
    """Hexes between two places along an edge; none for the same one twice."""
    return max(0, abs(one - other) - 1)


def fits(one: int, other: int) -> bool:
    """Whether a wave may enter between two places along an edge."""
    return LEAST_BETWEEN <= between(one, other) <= MOST_BETWEEN


def _possible(play: Play, along: Sequence[int]) -> bool:
    places = [along.index(hex_) for hex_ in legal(play, "EBE")]
    return any(fits(one, other) for one in places for other in places)


def _two(play: Play, along: Sequence[int]) -> tuple[int, int]:
    """Two places along the EBE, by chits or by dice."""
    length = play.world.compass.edges["EBE"] in LENGTHS
    method = along_length if length else along_width
    return along.index(method(play, "EBE")), along.index(method(play, "EBE"))


# -- what sets it apart ------------------------------------------------------------


def members(play: Play, wave: str) -> list[Runner]:
    """The S? and units that are in a wave now."""
    suspects = [s for s in play.state.suspects.values() if s.wave == wave]
    units = [unit for unit in play.state.units.values() if unit.wave == wave]
    return [*suspects, *units]


def morale_bonus(unit: Unit) -> int:
    """What a wave adds to a unit's ML, in either Player Turn (S4.3)."""
    return MORALE_BONUS if unit.wave and not unit.broken else 0


def is_leader(world: World, unit: Unit) -> bool:
    """Whether a unit is a leader or Commissar."""
    piece = world.counter(unit.counter)
    return isinstance(piece, SMC) and piece.kind in ("leader", "commissar")


@rule("S4.35", "Leader DRM of a Human Wave", cites=("S5.73",))
def leader_drm(play: Play, wave: str) -> list[Mod]:
    """The DRM of {x3} for a wave: each leader in it, or that it has none.

    Reading: D-068 a S? that has left its wave has neither.
    """
    if not wave:
        return []
    units = play.state.units.values()
    leaders = sum(unit.wave == wave and is_leader(play.world, unit) for unit in units)
    # {x3}: for each leader of the wave, or for none
    cause = "wave leader" if leaders else "no wave leader"
    table = play.world.enemy.table("x3-cumulative")
    value = int(table.look_up(date=play.world.date, cause=cause).result)
    return [Mod(cause, value * max(1, leaders), "S4.35")]


@rule("S4.37", "What a Human Wave Recovers", cites=("S7.p5",))
def may_recover(view: GameView, unit: Unit, weapon: Weapon) -> bool:
    """Whether a unit of a wave attempts Recovery: MMC, and a SW of 2 PP or less.

    Of a dm SW the PP count that it has so; what a HW is, is another matter (D-035).
    """
    piece, pp = view.world.counter(weapon.counter), portage(view, weapon)
    light = isinstance(piece, SupportWeapon) and pp is not None and pp <= MOST_PP
    return light and isinstance(view.world.counter(unit.counter), MMC)
