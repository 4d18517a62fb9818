"""The counters of a game by the pictures of the player's own module."""

from collections.abc import Iterator

from msgspec import Struct

from opfor.state.state import State
from opfor.state.units import Side
from opfor.state.world import World
from opfor.vasl.counters.face import FacePart, face
from opfor.vasl.counters.meanings import Counters
from opfor.vasl.counters.names import shipped_words
from opfor.vasl.counters.palette import Palette
from opfor.vasl.saves.traits import Piece
from opfor.vasl.things.pieces import Maker
from opfor.views.friendly_view import seen
from opfor.views.game_picture import game_counters


class DrawnFace(Struct, frozen=True):
    """A counter's own pictures, the lowest first, and those of its markers."""

    layers: tuple[FacePart, ...]
    markers: tuple[tuple[FacePart, ...], ...] = ()


class Faces:
    """Draws the counters of games with those of one module.

    Args:
        counters: tells counters, with the player's module.
    """

    def __init__(self, counters: Counters) -> None:
        self._palette = Palette(counters)

    def faces(self, world: World, state: State) -> dict[str, DrawnFace]:
        """Every counter that the player sees, by its key."""
        nations: dict[Side, str] = {
            "FRIENDLY": state.mission.friendly,
            "ENEMY": state.mission.enemy,
        }
        maker = Maker(self._palette, shipped_words(), world.enemy.counters, nations)
        shown = {counter.key for counter in game_counters(world, state)}
        shown |= {u.id for u in state.units.values() if u.side == "FRIENDLY"}
        found = {
            key: _drawn(pieces)
            for key, pieces in _pieces(maker, state)
            if key in shown or _mine(state, key)
        }
        return {key: drawn for key, drawn in found.items() if drawn.layers}


def _mine(state: State, key: str) -> bool:
    """Whether a thing is a Weapon of a FRIENDLY unit, wherever that is."""
    weapon = state.weapons.get(key)
    user = state.units.get(weapon.owner) if weapon else None
    return user is not None and user.side == "FRIENDLY"


def _pieces(maker: Maker, state: State) -> Iterator[tuple[str, list[Piece]]]:
    for unit in filter(seen, state.units.values()):
        shown = maker.unit(unit, (), None)
        if unit.concealed:
            shown.append(maker.question(maker.letters(unit.counter)))
        yield unit.id, shown
    for weapon in state.weapons.values():
        user = state.units.get(weapon.owner)
        if not weapon.mount and (user is None or seen(user)):
            yield weapon.id, maker.weapon(weapon, None)
        if weapon.acquired and user is not None and seen(user):
            acquired = maker.acquired(weapon)
            yield f"{weapon.id}@", [acquired] if acquired else []
    for suspect in state.suspects_onboard():
        yield suspect.id, [maker.suspect(suspect)]
    for fort in filter(seen, state.fortifications.values()):
        yield fort.id, [maker.fortification(fort)]
    for marker in state.markers.values():
        yield marker.id, [maker.marker(marker)]


def _drawn(pieces: list[Piece]) -> DrawnFace:
    """The pictures of a counter; none where the module lacks it, so that ours stays."""
    if not pieces or not pieces[0].gpid:
        return DrawnFace(())
    own, *markers = (face(piece) for piece in pieces if piece.gpid)
    return DrawnFace(own, tuple(filter(None, markers)))
