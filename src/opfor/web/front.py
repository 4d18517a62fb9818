"""The front of the server: its first page, before the rest is loaded.

To load the rules takes about a second, in which a browser reads its page and scripts.
"""

import asyncio
import contextlib
import stat
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, Response
from starlette.routing import Match, Mount, Route
from starlette.staticfiles import StaticFiles

from opfor.web.pages import STATIC, page
from opfor.web.security import Door, Guard, Receive, Scope, Send

SQUEEZE = 5
"""How hard answers are compressed: beyond this it costs more than it saves."""

A = TypeVar("A", bound=Starlette)

LATER = 3.0
"""Seconds that the first page has to itself before the rest is loaded beside it."""

FILES = "/static"
"""Where the files of the pages are."""


def guarded(door: Door) -> list[Middleware]:
    """What every request goes through."""
    return [
        Middleware(Guard, door=door),
        Middleware(GZipMiddleware, minimum_size=1000, compresslevel=SQUEEZE),
    ]


class Files(StaticFiles):
    """Files of the pages: the browser keeps them, but asks whether they are the same.

    Else it would mix those of one release with those of the next. They are small, and
    read at once: a thread for each would wait for what is being loaded.
    """

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or that it is the one that the browser has."""
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        name, found = self.lookup_path(path)
        if found is None or not stat.S_ISREG(found.st_mode):
            raise HTTPException(404)
        answer = self.file_response(name, found, scope)
        if isinstance(answer, FileResponse):
            kept = {each: answer.headers[each] for each in ("etag", "last-modified")}
            content = Path(name).read_bytes()
            answer = Response(content, headers=kept, media_type=answer.media_type)
        answer.headers["cache-control"] = "no-cache"
        return answer


def files() -> Files:
    """All files of the pages."""
    return Files(directory=STATIC)


class Front(Generic[A]):
    """Answers for the first page and the files; all else waits for the app.

    An address that the app does not know waits until it has the rest, too.

    Args:
        door: who may talk to it.
        make: makes the app, and gives it the rest; called in threads of their own.
        pages: the template of each page that it has itself, by its address.
        failed: is called if the app cannot be made.
    """

    def __init__(
        self,
        door: Door,
        make: tuple[Callable[[], A], Callable[[A], None]],
        pages: Mapping[str, str],
        failed: Callable[[], None],
    ) -> None:
        (self._make, self._complete), self._failed = make, failed
        self._wanted = asyncio.Event()
        self._own = pages.keys()
        self._lives = contextlib.AsyncExitStack()
        self._first = Starlette(
            routes=[
                *(Route(at, _shows(name)) for at, name in pages.items()),
                Mount(FILES, files()),
            ],
            middleware=guarded(door),
            lifespan=self._life,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or have the app answer it."""
        if self._alone(scope):
            await self._first(scope, receive, send)
            return
        app = await asyncio.shield(self._loading)
        if not _knows(app, scope):
            self._wanted.set()
            await asyncio.shield(self._rest)
        await app(scope, receive, send)

    def _alone(self, scope: Scope) -> bool:
        """Whether it answers without the app, which does so once it is there."""
        if scope["type"] == "lifespan":
            return True
        path = scope["path"]
        own = path in self._own or path.startswith(f"{FILES}/")
        return scope["type"] == "http" and own and not self._loading.done()

    @contextlib.asynccontextmanager
    async def _life(self, _: Starlette) -> AsyncIterator[None]:
        self._loading = asyncio.create_task(self._load())
        yield
        await asyncio.wait([self._loading])
        if not self._loading.exception():
            self._rest.cancel()
            await asyncio.wait([self._rest])
        await self._lives.aclose()

    async def _load(self) -> A:
        try:
            app = await asyncio.to_thread(self._make)
            await self._lives.enter_async_context(app.router.lifespan_context(app))
        except BaseException:
            self._failed()
            raise
        self._rest = asyncio.create_task(self._load_rest(app))
        return app

    async def _load_rest(self, app: A) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._wanted.wait(), LATER)
        await asyncio.to_thread(self._complete, app)

    @property
    def app(self) -> A:
        """The app, once the server has ended; or what kept it from being made."""
        return self._loading.result()


def _knows(app: Starlette, scope: Scope) -> bool:
    """Whether an app has an answer to what is asked for."""
    return any(route.matches(scope)[0] is Match.FULL for route in app.routes)


def _shows(name: str) -> Callable[[Any], Response]:
    def show(_request: Any) -> Response:
        return page(name)

    return show
