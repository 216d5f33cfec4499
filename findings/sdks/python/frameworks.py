"""Frameworks of agents."""

import asyncio
import copy
from functools import cache

from agents import Agent, FunctionTool, OpenAIResponsesModel, RunConfig, Runner, set_tracing_disabled
from langchain_anthropic import ChatAnthropic
from langchain_core.tools import StructuredTool
from langchain_google_genai import ChatGoogleGenerativeAI
from langchain_openai import ChatOpenAI
from openai import AsyncOpenAI

set_tracing_disabled(True)
# The connections of a client belong to it.
loop = asyncio.new_event_loop()


async def nothing(*_):
    return ""


@cache
def create_model(url):
    client = AsyncOpenAI(base_url=url, api_key="x", max_retries=0)
    return OpenAIResponsesModel(model="gpt-5", openai_client=client)


def openai_agents(strict):
    def create(tool):
        return FunctionTool(
            name=tool["name"],
            description=tool["description"],
            params_json_schema=copy.deepcopy(tool["inputSchema"]),
            on_invoke_tool=nothing,
            strict_json_schema=strict,
        )

    def run(tools, url):
        agent = Agent(name="x", model=create_model(url), tools=[create(tool) for tool in tools])
        loop.run_until_complete(Runner.run(agent, "x", run_config=RunConfig(tracing_disabled=True)))

    return run


def langchain(create_chat):
    def create(tool):
        return StructuredTool(
            name=tool["name"],
            description=tool["description"],
            args_schema=copy.deepcopy(tool["inputSchema"]),
            func=lambda **_: "",
        )

    def run(tools, url):
        create_chat(url).bind_tools([create(tool) for tool in tools]).invoke("x")

    return run


@cache
def openai_model(url):
    return ChatOpenAI(model="gpt-5", base_url=url, api_key="x", max_retries=0)


@cache
def anthropic_model(url):
    return ChatAnthropic(model="claude-sonnet-4-5", base_url=url, api_key="x", max_retries=0)


@cache
def google_model(url):
    return ChatGoogleGenerativeAI(model="gemini-2.5-flash", base_url=url, api_key="x", max_retries=0)


CONSUMERS = {
    "agents_strict": ("sends", openai_agents(True)),
    "agents_loose": ("sends", openai_agents(False)),
    "langchain_openai": ("sends", langchain(openai_model)),
    "langchain_anthropic": ("sends", langchain(anthropic_model)),
    "langchain_google": ("sends", langchain(google_model)),
}
