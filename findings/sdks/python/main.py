"""Passes the tools of a file to a consumer: python main.py <module> <name> <tools.json> <seen.jsonl>, as main.mjs does."""

import importlib
import json
import sys
import threading
import warnings
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

RESPONSE = json.dumps(
    {"error": {"code": 400, "message": "recorded", "type": "invalid_request_error", "status": "INVALID_ARGUMENT"}}
).encode()
received = []
# Tools of one request; where it isn't sent, each of them is sent alone.
BATCH = 25


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


def observe(kind, run, tools, url):
    received.clear()
    problem = "sends nothing"
    try:
        run(tools, url)
        if kind == "checks":
            return [{"accepted": True} for _ in tools]
    # A panic of a Rust module isn't an Exception.
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        # The server's response is an error too.
        problem = (str(error) or type(error).__name__)[:1000]
    sent = flatten(received[0]) if received and received[0] else []
    if len(sent) == len(tools):
        return [{"sent": tool} for tool in sent]
    # One of them is refused.
    return [{"error": problem}] if len(tools) == 1 else [each for tool in tools for each in observe(kind, run, [tool], url)]


def main():
    _, module, name, tools_file, seen_file = sys.argv
    warnings.filterwarnings("ignore")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    kind, run = importlib.import_module(module).CONSUMERS[name]
    with open(tools_file, encoding="utf8") as file:
        tools = json.load(file)
    with open(seen_file, "w", encoding="utf8") as output:
        size = BATCH if kind == "sends" else 1
        for start in range(0, len(tools), size):
            batch = tools[start : start + size]
            for seen in observe(kind, run, batch, f"http://127.0.0.1:{server.server_address[1]}"):
                output.write(json.dumps(seen) + "\n")


main()
