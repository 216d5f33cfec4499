"""The clients of clients.json: `python clients.py <name> <url>`."""

import sys

name, url = sys.argv[1:]
headers = {"content-type": "application/json"}
body = b'{"a":"1"}'

if name == "requests":
    import requests

    print(requests.request("QUERY", url, headers=headers, data=body).status_code)
elif name == "httpx":
    import httpx

    print(httpx.request("QUERY", url, headers=headers, content=body, follow_redirects=True).status_code)
elif name == "urllib3":
    import urllib3

    print(urllib3.request("QUERY", url, headers=headers, body=body).status)
elif name == "aiohttp":
    import asyncio

    import aiohttp

    async def main():
        async with aiohttp.request("QUERY", url, headers=headers, data=body) as response:
            print(response.status)

    asyncio.run(main())
else:
    from urllib.request import Request, urlopen

    print(urlopen(Request(url, method="QUERY", headers=headers, data=body)).status)
