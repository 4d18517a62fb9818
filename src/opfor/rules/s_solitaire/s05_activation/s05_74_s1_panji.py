"""S5.74: panji for an Entrenchment, in PTO Terrain."""

from msgspec import Struct

from opfor.core.dice import die_roll
from opfor.core.event import Note
from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.priority import Line, PriorityList, first, most
from opfor.core.rule import rule
from opfor.geo.hexes import SIDES
from opfor.rules.s_solitaire.s01_terms.s01_terms import friends
from opfor.rules.s_solitaire.s05_activation.group import ActivatedGroup, look_up
from opfor.rules.s_solitaire.s05_activation.s05_4_covered_arc import EDGE_VECTORS
from opfor.state.events import MarkerAdded
from opfor.state.play import Play
from opfor.state.state import fresh_id
from opfor.state.units import LocationName, Marker

PANJI = 3
"""Final dr up to which an Entrenchment is panji (S5.74)."""

COMMANDO = "british/6-4-8"

PATH = 70
"""The code of a path among the roads of a hex."""

FACES = ((0, -2), (2, -1), (2, 1), (0, 2), (-2, 1), (-2, -1))
"""The way out of a hex over each hexside, across and down the map."""


@rule("S5.74/s1", "Hold in PTO terrain: panji for an Entrenchment", cites=("S5.74",))
def panji(play: Play, party: ActivatedGroup) -> bool:
    """In PTO Terrain a dr turns an Entrenchment into panji; whether it did.

    EXC: not with a Gun, not in a building, and for non-Japanese only with Commandos
    or Partisans.
    """
    nation = play.world.enemy.id
    own = nation in ("japanese", "partisan")
    if not play.state.mission.pto or "Gun" in party.items:
        return False
    if not own and not _commandos(play, party):
        return False
    # S5.74: the panji dr and its drm
    mods = [] if own else [Mod("neither Japanese nor Partisan", 1, "S5.74")]
    if _on_path(play, party.where):
        mods.append(Mod("path hex", -2, "S5.74"))
    if die_roll(play, fact("panji_in_its_place"), mods).final > PANJI:
        return False
    place_panji(play, party)
    return True


def _commandos(play: Play, party: ActivatedGroup) -> bool:
    return any(play.state.units[id_].counter == COMMANDO for id_ in party.units)


def _on_path(play: Play, where: LocationName) -> bool:
    return bool((play.world.joins.road[play.world.locate(where).hex] == PATH).any())


@rule("S5.74/s5", "Which face of a panji counter, on which hexsides", cites=("B28.p1",))
def place_panji(play: Play, party: ActivatedGroup) -> None:
    """A dr for the face of the counter; its hexsides lie as is best for the ENEMY.

    Reading: D-452 how many hexsides either face covers, and which are best: adjoining
    ones that take in the cause, then the ways of most FRIENDLY units, then the side
    of the FBE.
    """
    # S5.74: a dr of 3 or less is the front of the counter, else its back
    roll = die_roll(play, fact("face_of_the_panji_counter"))
    covered = int(look_up(play, "panji", roll).result)
    # S5.74: in the best interest of the ENEMY
    lines: tuple[Line[_Run], ...] = (
        most("toward the cause", lambda run: run.cause),
        most("most FRIENDLY units come that way", lambda run: run.friends),
        most("toward the FBE", lambda run: run.home),
    )
    chosen = decide(
        play,
        PriorityList(lines, tie=first),
        _runs(play, party, covered),
        purpose=fact("hexsides_of_the_panji", where=party.where),
        name=lambda run: str(run.sides[0]),
    )
    id_ = fresh_id(play.state, "panji")
    laid = Marker(
        id=id_, kind="panji", location=party.where, sides=chosen.sides, side="ENEMY"
    )
    play.emit(MarkerAdded(laid))
    play.emit(Note(fact("panji_lie_on", where=party.where, sides=list(chosen.sides))))


class _Run(Struct, frozen=True):
    """Adjoining hexsides, and what comes over them.

    Args:
        sides: their numbers.
        cause: whether the unit that caused the Activation comes over one of them.
        friends: FRIENDLY units that come over them.
        home: how squarely they face the FBE.
    """

    sides: tuple[int, ...]
    cause: int
    friends: int
    home: int


def _runs(play: Play, party: ActivatedGroup, covered: int) -> list[_Run]:
    world, where = play.world, party.where
    cause = set(world.entered_sides(party.by, where)) if party.by else set()
    ways = [
        set(world.entered_sides(unit.location, where))
        for unit in friends(play)
        if unit.location != where
    ]
    found = []
    for start in range(SIDES):
        sides = tuple((start + step) % SIDES for step in range(covered))
        over = set(sides)
        found.append(
            _Run(
                sides,
                len(cause & over),
                sum(bool(way & over) for way in ways),
                sum(_home(play, side) for side in sides),
            )
        )
    return found


def _home(play: Play, side: int) -> int:
    """How squarely a hexside faces the FBE; below 0 away from it."""
    right, down = EDGE_VECTORS[play.state.mission.fbe]
    across, along = FACES[side]
    return across * right + along * down
