"""JSON over HTTP: msgspec forms as bodies and answers, described in the OpenAPI."""

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec
from fastapi import FastAPI, Request, Response

from opfor.core.codec import BAD_JSON
from opfor.core.errors import OpforError

T = TypeVar("T")

_REFERENCE = "#/components/schemas/{name}"


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
        return msgspec.json.decode(await request.body(), type=form)
    except BAD_JSON as error:
        raise OpforError(f"this is no {form.__name__} ({error})") from None


def described(
    answer: Any = None, *, body: type | None = None, media: str = ""
) -> dict[str, Any]:
    """What a route's decorator says of its answers and its body.

    Args:
        answer: the form of the answer in JSON.
        body: the form of the body.
        media: the type of an answer that is no JSON.
    """
    content = {media: {}} if media else {"application/json": {"schema": _of(answer)}}
    refused = {"application/json": {"schema": _of(Fault)}}
    responses = {
        200: {"description": "what was asked for", "content": content},
        400: {"description": "why it was refused", "content": refused},
    }
    extra = {"content": {"application/json": {"schema": _of(body)}}, "required": True}
    return {
        "response_class": Response,
        "responses": responses,
        "openapi_extra": {"requestBody": extra} if body else None,
    }


def _of(form: Any) -> dict[str, Any]:
    (found,), _ = msgspec.json.schema_components([form], ref_template=_REFERENCE)
    return found


def describe_forms(app: FastAPI, forms: Iterable[Any]) -> None:
    """Put the forms that routes name into the description of the server."""
    _, parts = msgspec.json.schema_components([Fault, *forms], ref_template=_REFERENCE)
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        described = plain()
        schemas = described.setdefault("components", {}).setdefault("schemas", {})
        schemas.update(parts)
        return described

    app.openapi = openapi  # type: ignore[method-assign]
