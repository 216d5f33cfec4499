"""openai-agents, strict (its default) and not."""

import asyncio
import copy
from functools import cache

from agents import Agent, FunctionTool, OpenAIResponsesModel, RunConfig, Runner
from openai import AsyncOpenAI

# The connections of a client belong to it.
loop = asyncio.new_event_loop()


async def nothing(*_):
    return ""


@cache
def create_model(url):
    client = AsyncOpenAI(base_url=url, api_key="x", max_retries=0)
    return OpenAIResponsesModel(model="gpt-5", openai_client=client)


def openai_agents(strict):
    return lambda tool: FunctionTool(
        name=tool["name"],
        description=tool["description"],
        params_json_schema=copy.deepcopy(tool["inputSchema"]),
        on_invoke_tool=nothing,
        strict_json_schema=strict,
    )


def run_agent(tools, url):
    agent = Agent(name="x", model=create_model(url), tools=tools)
    loop.run_until_complete(Runner.run(agent, "x", run_config=RunConfig(tracing_disabled=True)))


CONSUMERS = {"strict": (openai_agents(True), run_agent), "loose": (openai_agents(False), run_agent)}
