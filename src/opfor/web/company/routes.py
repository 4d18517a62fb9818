"""The pages of campaigns: begun, prepared, played and settled."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from fastapi import FastAPI, Request, Response

from opfor.campaign.dice import DiceWanted
from opfor.campaign.file import (
    toml_of,
)
from opfor.views.text.words import say
from opfor.web.company.desk import (
    Campaigns,
    NewCampaign,
    PlayMission,
    Preparation,
    Settle,
    Step,
    met,
)
from opfor.web.company.view import CampaignShown
from opfor.web.game.rooms import OpenGames
from opfor.web.json_http import BINARY, TOML, described, json_of, read_body
from opfor.web.pages import page, saved_as

F = TypeVar("F", Preparation, Settle)
Do = Callable[[str, F], CampaignShown]
"""Does something with the campaign of an id."""


def add_campaigns(app: FastAPI, rooms: OpenGames) -> None:
    """The pages of campaigns, and what they fetch."""
    here = Campaigns(rooms)

    @app.get("/company", summary="The page of campaigns", response_class=Response)
    def start() -> Response:
        return page("company")

    @app.get(
        "/api/campaigns", summary="The campaigns", **described(list[dict[str, Any]])
    )
    async def lines() -> Response:
        return json_of(await asyncio.to_thread(here.lines))

    @app.get(
        "/api/foes",
        summary="Whom a nation's company may meet first in a month",
        **described(list[dict[str, str]]),
    )
    async def foes(nation: str, date: str) -> Response:
        return json_of(await asyncio.to_thread(met, nation, date))

    @app.post(
        "/api/campaigns",
        summary="Begin a campaign; its id",
        **described(dict[str, str], body=NewCampaign),
    )
    async def new(request: Request) -> Response:
        wish = await read_body(request, NewCampaign)
        async with here.lock:
            return json_of({"id": await asyncio.to_thread(here.new, wish)})

    @app.post(
        "/api/campaigns/file",
        summary="Take a campaign from a file; its id",
        **described(dict[str, str], body=BINARY),
    )
    async def take(request: Request) -> Response:
        data = await request.body()
        async with here.lock:
            return json_of({"id": await asyncio.to_thread(here.take, data)})

    @app.get(
        "/api/campaigns/{campaign}", summary="A campaign", **described(CampaignShown)
    )
    async def show(campaign: str) -> Response:
        return json_of(await asyncio.to_thread(here.show, campaign))

    @app.get(
        "/api/campaigns/{campaign}/campaign.toml",
        summary="A campaign as a file",
        **described(media=TOML),
    )
    async def copy(campaign: str) -> Response:
        text = toml_of(await asyncio.to_thread(here.read, campaign))
        return Response(text, media_type=TOML, headers=saved_as(f"{campaign}.toml"))

    _add_steps(app, here)


def _add_steps(app: FastAPI, here: Campaigns) -> None:
    """What changes a campaign."""

    async def step(work: Callable[[], CampaignShown]) -> Response:
        async with here.lock:
            try:
                return json_of(Step(campaign=await asyncio.to_thread(work)))
            except DiceWanted as wanted:
                text = say(wanted.wanted)
                return json_of(Step(wanted=text, dice=wanted.size))

    def does(path: str, summary: str, form: type[F], do: Do[F]) -> None:
        @app.post(path, summary=summary, **described(Step, body=form))
        async def route(campaign: str, request: Request) -> Response:
            wish = await read_body(request, form)
            return await step(lambda: do(campaign, wish))

    does(
        "/api/campaigns/{campaign}/prepare",
        "Prepare the next Mission",
        Preparation,
        here.prepare,
    )
    does(
        "/api/campaigns/{campaign}/next",
        "What became of the company in the game that is over",
        Settle,
        here.settle,
    )

    @app.post(
        "/api/campaigns/{campaign}/play",
        summary="Begin the next Mission, or go on with it; the game's id",
        **described(dict[str, str], body=PlayMission),
    )
    async def play(campaign: str, request: Request) -> Response:
        wish = await read_body(request, PlayMission)
        async with here.lock:
            return json_of({"id": await here.play(campaign, wish)})
