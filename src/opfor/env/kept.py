"""What every environment does with its game: keep it, and write it as a save."""

from pathlib import Path

from opfor.env.match import KeptGame
from opfor.env.picked_game import PickedGame


class Kept:
    """An environment whose game can be kept.

    What `gymnasium.make` returns is wrapped: there these are of `env.unwrapped`.

    Attributes:
        game: the game.
    """

    game: PickedGame

    def save(self) -> KeptGame:
        """Where the game stands; a value that can be kept and pickled."""
        return self.game.position()

    def write(self, path: Path | str) -> None:
        """The game so far as a save, which `opfor replay`, `report` and `analyse` read.

        Args:
            path: a file that is not there yet, named .opfor.

        Errors:
            OpforError: it is there, is named otherwise, or cannot be written.
        """
        self.game.match.write(Path(path))
