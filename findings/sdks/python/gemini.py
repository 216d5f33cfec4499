"""The client of Google, with a schema in each of its forms."""

from functools import cache

from google import genai
from google.genai import types


@cache
def create_client(url):
    return genai.Client(api_key="x", http_options=types.HttpOptions(base_url=url))


def prepare(read):
    return lambda tool: types.FunctionDeclaration(
        name=tool["name"], description=tool["description"], **read(tool["inputSchema"])
    )


def send(declarations, url):
    config = types.GenerateContentConfig(tools=[types.Tool(function_declarations=declarations)])
    create_client(url).models.generate_content(model="gemini-2.5-flash", contents="x", config=config)


def from_json_schema(schema):
    return {"parameters": types.Schema.from_json_schema(json_schema=types.JSONSchema.model_validate(schema))}


CONSUMERS = {
    "json_schema": (prepare(lambda schema: {"parameters_json_schema": schema}), send),
    "from_json_schema": (prepare(from_json_schema), send),
    "parameters": (prepare(lambda schema: {"parameters": schema}), send),
}
