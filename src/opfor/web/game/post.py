"""What a page is yet to be sent. One that does not read is cut off."""

import asyncio

from opfor.web.game.messages import AnyReply

MOST_UNREAD = 200
"""Replies and news that are kept for a page; in play there are one or two."""


class Post:
    """The replies and news for one page, in order, never more than `MOST_UNREAD`.

    Attributes:
        behind: set once there were more; what came then is lost, and the page has to
            connect anew.
    """

    def __init__(self) -> None:
        self._unread: asyncio.Queue[AnyReply] = asyncio.Queue(MOST_UNREAD)
        self.behind = asyncio.Event()

    def put(self, reply: AnyReply) -> None:
        """Put one in, from the event loop."""
        try:
            self._unread.put_nowait(reply)
        except asyncio.QueueFull:
            self.behind.set()

    async def get(self) -> AnyReply:
        """The next one, as soon as there is one."""
        return await self._unread.get()
