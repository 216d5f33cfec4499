#!/usr/bin/env bash
# Requests repeats PUT, PATCH and QUERY at a 301, without their body.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check requests==2.34.2 httpx==0.28.1

echo 'Guess: a client that repeats the method at a 301 (Moved Permanently) repeats the body too.'
echo 'Truth: Requests sends the same PUT, PATCH or QUERY again, but empty and without its content type.'
echo 'Versions: requests 2.34.2; HTTPX 0.28.1 repeats both.'
echo 'Who meets it: callers whose API moves to another path or to HTTPS: an empty PUT can pass as an empty document.'
echo

cat > run.py <<'PY'
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import httpx
import requests

seen = []


class Handler(BaseHTTPRequestHandler):
    def handle_any(self):
        body = self.rfile.read(int(self.headers.get("content-length") or 0)).decode()
        moved = self.path == "/old"
        if not moved:
            seen.append((self.command, body, self.headers.get("content-type")))
        self.send_response(301 if moved else 200)
        if moved:
            self.send_header("location", "/new")
        self.send_header("content-length", "0")
        self.end_headers()

    do_PUT = do_PATCH = do_QUERY = handle_any

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{server.server_port}/old"
message = {"headers": {"content-type": "application/json"}}
for method in ("PUT", "PATCH", "QUERY"):
    requests.request(method, url, data=b'{"a":1}', **message)
    print("requests:", *map(repr, seen[-1]))
    assert seen[-1] == (method, "", None)
    httpx.request(method, url, content=b'{"a":1}', follow_redirects=True, **message)
    print("httpx:   ", *map(repr, seen[-1]))
    assert seen[-1] == (method, '{"a":1}', "application/json")
PY
venv/bin/python run.py
