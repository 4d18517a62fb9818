"""LOS of a new map, worked out before it is needed, with word of how far it is."""

from msgspec import Struct

from opfor.state.los_ahead import work_out_los
from opfor.state.world import World


class LosWaiting(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the player waits for LOS of the new game's map."""

    wait: bool


class Beginning:
    """How far a new game is that is being begun.

    Attributes:
        text: what is being done, in words; empty: nothing is.
        enough: the player does not wait for LOS; the rest is done as he reads.
    """

    def __init__(self) -> None:
        self.text = "Reading the boards"
        self.enough = False

    def get_ready(self, world: World) -> None:
        """Work out LOS of the new game's map, as far as the player waits for it."""
        if world.known_sights is None:
            self.text = "Preparing LOS (the very first time that takes a minute or so)"
            work_out_los(world, self._tell)
        self.text = "The game is begun"

    def _tell(self, share: float) -> bool:
        self.text = los_text(share)
        return not self.enough


def los_text(share: float) -> str:
    """How far LOS of a map is, in words."""
    return f"LOS of this map: {100 * share:.0f} %"
