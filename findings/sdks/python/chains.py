"""LangChain with three providers."""

import copy
from functools import cache

from langchain_anthropic import ChatAnthropic
from langchain_core.tools import StructuredTool
from langchain_google_genai import ChatGoogleGenerativeAI
from langchain_openai import ChatOpenAI


def langchain(tool):
    return StructuredTool(
        name=tool["name"],
        description=tool["description"],
        args_schema=copy.deepcopy(tool["inputSchema"]),
        func=lambda **_: "",
    )


def invoke(create_chat):
    return lambda tools, url: create_chat(url).bind_tools(tools).invoke("x")


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
    "openai": (langchain, invoke(openai_model)),
    "anthropic": (langchain, invoke(anthropic_model)),
    "google": (langchain, invoke(google_model)),
}
