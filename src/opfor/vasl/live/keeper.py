"""Who owns a game that is played in VASL, and alone touches it.

By itself that is a thread of its own; with opfor's page beside it the page's room, so
that table and page are two views of one game.
"""

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

from opfor.core.errors import OpforError
from opfor.ports.session import Session, resume

T = TypeVar("T")


class Keeper(Protocol):
    """The owner of a game."""

    @property
    def session(self) -> Session:
        """The game; after a fault another one, as it was saved."""
        ...

    async def work(self, do: Callable[[], T]) -> T:
        """Do something in the game's thread, one thing after another."""
        ...

    async def close(self) -> None:
        """The table is done with the game."""
        ...


class OwnThread:
    """A game that nobody else looks at.

    Args:
        session: the game; closed with this.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="opfor-vasl")

    async def work(self, do: Callable[[], T]) -> T:
        """As `Keeper.work`; after a fault the game is opened again from its save."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._done, do)

    async def close(self) -> None:
        """Write what is left, and close the save."""
        with contextlib.suppress(Exception):  # what was answered is written already
            await self.work(self.session.close)
        self._thread.shutdown(wait=False)

    def _done(self, do: Callable[[], T]) -> T:
        try:
            return do()
        except OpforError:
            raise
        except Exception:
            with contextlib.suppress(OpforError):
                self.session.close()
            self.session = resume(self.session.save.path)
            raise
