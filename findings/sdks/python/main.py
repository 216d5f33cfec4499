"""Passes each tool of a file to a consumer: python main.py <module> <name> <tools.json> <seen.jsonl>, as main.mjs does."""

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


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

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


def observe(kind, run, tool, url):
    received.clear()
    try:
        listed = run(tool, url)
        if kind == "checks":
            return {"accepted": True}
        found = received[0] if received else listed
        return {"error": "sends nothing"} if found is None else {"sent": found}
    # A panic of a Rust module isn't an Exception.
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        # The server's response is an error too.
        return {"sent": received[0]} if received else {"error": (str(error) or type(error).__name__)[:1000]}


def main():
    _, module, name, tools_file, seen_file = sys.argv
    warnings.filterwarnings("ignore")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    kind, run = importlib.import_module(module).CONSUMERS[name]
    with open(tools_file, encoding="utf8") as file:
        tools = json.load(file)
    with open(seen_file, "w", encoding="utf8") as output:
        for tool in tools:
            seen = observe(kind, run, tool, f"http://127.0.0.1:{server.server_address[1]}")
            output.write(json.dumps(seen) + "\n")


main()
