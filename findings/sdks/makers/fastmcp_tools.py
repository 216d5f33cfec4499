"""Writes the tools that fastmcp makes of a document: python fastmcp_tools.py <document.json> <tools.json>."""

import asyncio
import json
import sys

import httpx
from fastmcp import Client, FastMCP


async def main():
    _, document, output = sys.argv
    with open(document, encoding="utf8") as file:
        spec = json.load(file)
    async with httpx.AsyncClient(base_url="http://127.0.0.1:9") as client:
        server = FastMCP.from_openapi(openapi_spec=spec, client=client, name="x")
        async with Client(server) as connected:
            tools = await connected.list_tools()
    members = ("name", "description", "inputSchema")
    listed = [{name: tool.model_dump(by_alias=True)[name] for name in members} for tool in tools]
    with open(output, "w", encoding="utf8") as file:
        json.dump(listed, file)


asyncio.run(main())
