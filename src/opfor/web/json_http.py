"""JSON over HTTP: msgspec forms as bodies and answers, described in the OpenAPI."""

from asyncio import to_thread
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.routing import APIRoute

from opfor.core.codec import BAD_JSON
from opfor.core.errors import OpforError

T = TypeVar("T")

TOML, BINARY = "application/toml", "application/octet-stream"
"""Types of what is no JSON."""

_REFERENCE = "#/components/schemas/{name}"

_FORMS = "x-forms"
"""Under it a route keeps its forms until the server is described."""


class Fault(msgspec.Struct, frozen=True):
    """Why a request was not done, in one sentence."""

    error: str


def json_of(value: object, status: int = 200) -> Response:
    """An answer in JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


async def read_body(request: Request, form: type[T]) -> T:
    """The body of a request.

    Errors:
        OpforError: it has not that form.
    """
    try:
        # As text, since what is no UTF-8 would pass in a field that is not wanted.
        return msgspec.json.decode((await request.body()).decode(), type=form)
    except BAD_JSON as error:
        raise OpforError(f"this is no {form.__name__} ({error})") from None


def post(
    app: FastAPI,
    path: str,
    work: Callable[[T], object],
    *,
    summary: str,
    body: type[T],
    answer: Any,
) -> None:
    """A route that does something with what it is sent, beside the server's own work.

    Args:
        app: gets it.
        path: its address.
        work: does it, in a thread.
        summary: what it does, for the description of the server.
        body: the form of what is sent.
        answer: the form of what comes of it.
    """

    @app.post(path, summary=summary, **described(answer, body=body))
    async def route(request: Request) -> Response:
        wish = await read_body(request, body)
        return json_of(await to_thread(work, wish))


def described(
    answer: Any = None, *, body: type | str | None = None, media: str = ""
) -> dict[str, Any]:
    """What a route's decorator says of its answers and its body.

    Args:
        answer: the form of the answer in JSON.
        body: the form of the body; the type of one that is no JSON.
        media: the type of an answer that is no JSON.
    """
    content = {media: {}} if media else {"application/json": {"schema": _of(answer)}}
    refused = {"application/json": {"schema": _of(Fault)}}
    responses = {
        200: {"description": "what was asked for", "content": content},
        400: {"description": "why it was refused", "content": refused},
    }
    if isinstance(body, str):
        taken = {body: {"schema": {"type": "string", "format": "binary"}}}
    else:
        taken = {"application/json": {"schema": _of(body)}}
    forms = [form for form in (answer, body) if form and not isinstance(form, str)]
    extra: dict[str, Any] = {_FORMS: forms}
    if body:
        extra["requestBody"] = {"content": taken, "required": True}
    return {
        "response_class": Response,
        "responses": responses,
        "openapi_extra": extra,
    }


def _of(form: Any) -> dict[str, Any]:
    (found,), _ = msgspec.json.schema_components([form], ref_template=_REFERENCE)
    return found


def describe_forms(app: FastAPI) -> None:
    """Put the forms that routes name into the description of the server."""
    routes = (route for route in app.routes if isinstance(route, APIRoute))
    extras = (route.openapi_extra or {} for route in routes)
    forms = [form for extra in extras for form in extra.pop(_FORMS, ())]
    _, parts = msgspec.json.schema_components([Fault, *forms], ref_template=_REFERENCE)
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        described = plain()
        schemas = described.setdefault("components", {}).setdefault("schemas", {})
        schemas.update(parts)
        return described

    app.openapi = openapi  # type: ignore[method-assign]
