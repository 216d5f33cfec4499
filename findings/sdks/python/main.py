"""Passes the tools of a file to a consumer: python main.py <module> <name> <tools.json> <seen.jsonl>, as main.mjs does."""

import importlib
import json
import sys
import threading
import warnings
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

RESPONSE = json.dumps(
    {"error": {"code": 400, "message": "recorded", "type": "invalid_request_error", "status": "INVALID_ARGUMENT"}}
).encode()
received = []
# Tools of one request; where it isn't sent, each of them is sent alone.
BATCH = 25


class Consumer(NamedTuple):
    """Makes what a program takes of a tool, or checks it; then sends a list of these to a url."""

    prepare: Callable
    send: Callable | None = None


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body in one packet: in two, the second one waits 40 ms.
    wbufsize = -1

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))))
        received.append(body.get("tools"))
        # The programs need no response, and an error of this kind isn't repeated.
        self.send_response(400)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(RESPONSE)))
        self.end_headers()
        self.wfile.write(RESPONSE)

    def log_message(self, *args):
        pass


def flatten(tools):
    """A list of the tools of a request, each in the form of its provider."""
    nested = [tool for each in tools for tool in each.get("functionDeclarations", [])]
    return [{"functionDeclarations": [tool]} for tool in nested] or [[tool] for tool in tools]


def describe(error):
    # A panic of a Rust module isn't an Exception.
    if isinstance(error, KeyboardInterrupt):
        raise error
    return {"error": (str(error) or type(error).__name__)[:1000]}


def prepare(consumer, tool):
    try:
        return consumer.prepare(tool), None
    except BaseException as error:
        return None, describe(error)


def observe(consumer, prepared, url):
    """What was seen of each prepared tool."""
    received.clear()
    seen = {"error": "sends nothing"}
    try:
        consumer.send(prepared, url)
    except BaseException as error:
        # The server's response is an error too.
        seen = describe(error)
    sent = flatten(received[0]) if received and received[0] else []
    if len(sent) == len(prepared):
        return [{"sent": tool} for tool in sent]
    # One of them is refused.
    return [seen] if len(prepared) == 1 else [each for tool in prepared for each in observe(consumer, [tool], url)]


def observe_all(consumer, tools, url):
    prepared = [prepare(consumer, tool) for tool in tools]
    if consumer.send is None:
        return [error or {"accepted": True} for _, error in prepared]
    accepted = [tool for tool, error in prepared if error is None]
    seen = iter(observe(consumer, accepted, url) if accepted else [])
    return [error or next(seen) for _, error in prepared]


def main():
    _, module, name, tools_file, seen_file = sys.argv
    warnings.filterwarnings("ignore")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    consumer = Consumer(*importlib.import_module(module).CONSUMERS[name])
    with open(tools_file, encoding="utf8") as file:
        tools = json.load(file)
    with open(seen_file, "w", encoding="utf8") as output:
        for start in range(0, len(tools), BATCH):
            batch = tools[start : start + BATCH]
            for seen in observe_all(consumer, batch, f"http://127.0.0.1:{server.server_address[1]}"):
                output.write(json.dumps(seen) + "\n")


main()
