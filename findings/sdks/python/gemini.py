"""The client of Google, with a schema in each of its forms."""

from functools import cache

from google import genai
from google.genai import types


@cache
def create_client(url):
    return genai.Client(api_key="x", http_options=types.HttpOptions(base_url=url))


def send(url, declaration):
    tools = [types.Tool(function_declarations=[declaration])]
    config = types.GenerateContentConfig(tools=tools)
    create_client(url).models.generate_content(model="gemini-2.5-flash", contents="x", config=config)


def json_schema(tool, url):
    named = {"name": tool["name"], "description": tool["description"]}
    send(url, types.FunctionDeclaration(**named, parameters_json_schema=tool["inputSchema"]))


def from_json_schema(tool, url):
    schema = types.Schema.from_json_schema(json_schema=types.JSONSchema.model_validate(tool["inputSchema"]))
    send(url, types.FunctionDeclaration(name=tool["name"], description=tool["description"], parameters=schema))


def parameters(tool, url):
    named = {"name": tool["name"], "description": tool["description"]}
    send(url, types.FunctionDeclaration(**named, parameters=tool["inputSchema"]))


CONSUMERS = {
    "json_schema": ("sends", json_schema),
    "from_json_schema": ("sends", from_json_schema),
    "parameters": ("sends", parameters),
}
