"""Connections: who says or reads nothing is hung up on; the terminal stays clean."""

import asyncio
import logging
from asyncio import CancelledError
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import (
    WebSocketsSansIOProtocol,
)

PATIENCE = 30.0
"""Seconds between two looks at a connection; one that is idle all between them ends."""


class Connection(H11Protocol):
    """A connection over HTTP that ends if no whole request comes on it.

    uvicorn ends one that was answered and says no more, but not one on which nothing,
    or half a head, has come. A websocket is looked after by `Socket`.
    """

    def connection_made(  # type: ignore[override]
        self, transport: asyncio.Transport
    ) -> None:
        """Begin to look."""
        super().connection_made(transport)
        self._next = self.loop.call_later(PATIENCE, self._look, None)

    def connection_lost(self, exc: Exception | None) -> None:
        """Look no more."""
        self._next.cancel()
        super().connection_lost(exc)

    def _look(self, before: Any) -> None:
        """End it if nothing is being answered, and nothing came since the last look."""
        if self.transport.get_protocol() is not self:  # it is a websocket by now
            return
        answering = self.cycle is not None and not self.cycle.response_complete
        if not answering and self.cycle is before:
            self.transport.close()
            return
        self._next = self.loop.call_later(PATIENCE, self._look, self.cycle)


class Socket(WebSocketsSansIOProtocol):
    """A websocket that ends if its page does not read.

    uvicorn closes one whose pings are not answered, but waits for ever until what was
    written before is read.
    """

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Nothing is unread yet."""
        super().connection_made(transport)
        self._stalled: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """More is unread than is kept: it has so long to read."""
        super().pause_writing()
        self._stalled = self.loop.call_later(PATIENCE, self.transport.abort)

    def resume_writing(self) -> None:
        """It reads."""
        super().resume_writing()
        self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        super().connection_lost(exc)
        self._stop_waiting()

    def _stop_waiting(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None


def quiet() -> None:
    """Leave out of the log what is no fault of ours.

    Broken UTF-8 is the client's, and he is told; what still goes on when the player
    ends opfor, such as the picture of a map, is given up.
    """
    logging.getLogger("uvicorn.error").addFilter(_is_ours)


def _is_ours(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    given_up = str(record.msg).startswith("Cancel %s running task")
    return not (given_up or isinstance(error, UnicodeDecodeError | CancelledError))
