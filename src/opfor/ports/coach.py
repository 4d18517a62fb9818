"""What the terminal asks of whoever knows what might be done now."""

from collections.abc import Sequence
from typing import Any, Protocol

from opfor.core.ask import Asked
from opfor.ports.session import Session


class Weighed(Protocol):
    """An order, as JSON, and the chance to win with it."""

    @property
    def order(self) -> Any:
        """The order."""
        ...

    @property
    def known(self) -> tuple[float, float, float, int]:
        """The chance, between what it lies, and by how many playouts."""
        ...


class Coach(Protocol):
    """Who knows what might be done now."""

    def hint(self, session: Session, /) -> tuple[Asked, Any, str]:
        """The open request, what a good player would answer to it, and why."""
        ...

    def to_weigh(self, session: Session, /) -> Sequence[Any]:
        """The orders that come into question, as JSON; OpforError if none is open."""
        ...

    def odds(self, session: Session, orders: Any, /) -> Sequence[Weighed]:
        """Those orders with the chance to win with each; the best first."""
        ...
