#!/usr/bin/env bash
# Shows that CherryPy decodes "%2F" in a path argument twice, and nothing else.
set -euo pipefail

cat <<'TEXT'
Guess: an argument of the path arrives as the text that the client encoded: decoding once is the inverse of encoding once.
Truth: the text "a%2Fb", sent as a%252Fb, arrives as "a/b", the same as the text "a/b"; "a%41b" and "50%25" arrive unchanged.
Versions: cherrypy 18.10.0, Python 3.11.
Who meets it: a service whose ids are urls, or names that are percent-encoded already, such as object keys and package urls.
TEXT

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check cherrypy==18.10.0

cat >read.py <<'PY'
import urllib.parse, urllib.request
import cherrypy

class Root:
    @cherrypy.expose
    @cherrypy.tools.json_out()
    def items(self, name):
        return name

cherrypy.config.update({"server.socket_host": "127.0.0.1", "server.socket_port": 0, "log.screen": False})
cherrypy.tree.mount(Root())
cherrypy.engine.start()
_, port = cherrypy.server.bound_addr
for text in ["a/b", "a%2Fb", "a%41b", "50%25"]:
    path = "/items/" + urllib.parse.quote(text, safe="")
    print(text, path, urllib.request.urlopen(f"http://127.0.0.1:{port}{path}").read().decode())
cherrypy.engine.exit()
PY
venv/bin/python read.py | tee seen.txt
diff seen.txt - <<'TEXT'
a/b /items/a%2Fb "a/b"
a%2Fb /items/a%252Fb "a/b"
a%41b /items/a%2541b "a%41b"
50%25 /items/50%2525 "50%25"
TEXT
