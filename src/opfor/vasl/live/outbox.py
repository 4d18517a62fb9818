"""What goes to the tables, in the order in which the game brought it about.

The game's thread puts it here while it still holds the game, so nothing that follows
from it can come before. Pauses between the steps of the ENEMY end when more comes.
"""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

L = TypeVar("L")


class Outbox(Generic[L]):
    """Letters that wait to be delivered.

    Args:
        deliver: sends one; returns the seconds to wait after it.
    """

    def __init__(self, deliver: Callable[[L], float]) -> None:
        self._deliver = deliver
        self._letters: asyncio.Queue[tuple[int, L]] = asyncio.Queue()
        self._batch = 0
        self._woken = asyncio.Event()
        self._resting = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Deliver from now on; called in the event loop."""
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Deliver nothing more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def put(self, letters: Sequence[L]) -> None:
        """Letters to deliver after those that wait; from any thread."""
        if self._loop is not None and letters:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._take, letters)

    def hurry(self) -> None:
        """End the pauses of what waits now."""
        self._batch += 1
        self._woken.set()

    async def rest(self) -> None:
        """Wait until all is delivered, or a pause has come."""
        await asyncio.sleep(0)  # what was put just now is taken up first
        await self._resting.wait()

    def _take(self, letters: Sequence[L]) -> None:
        self.hurry()
        self._resting.clear()
        for letter in letters:
            self._letters.put_nowait((self._batch, letter))

    async def _run(self) -> None:
        while True:
            if self._letters.empty():
                self._resting.set()
            batch, letter = await self._letters.get()
            if (pause := self._deliver(letter)) and batch == self._batch:
                self._resting.set()
                self._woken.clear()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._woken.wait(), pause)
                self._resting.clear()
