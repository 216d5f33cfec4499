#!/usr/bin/env bash
# Shows that Fastify and Falcon call /users/{id} for a path without an id.
set -euo pipefail

cat <<'TEXT'
Guess: DELETE /users/ is no request of the route /users/:id, so the response is 404, as in Express, Hono, Flask and Django.
Truth: Fastify and Falcon call the handler with the id "", also for /users//books in the middle of a path of Fastify.
Versions: fastify 5.12.8, express 5.3.0, Node 20.20; falcon 4.4.0, Python 3.11.
Who meets it: a handler that hands its id on, for example to a query that lists all where the id is empty.
TEXT

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --loglevel=error fastify@5.12.8 express@5.3.0 >>npm.log
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check falcon==4.4.0

cat >read.mjs <<'JS'
import { once } from 'node:events';
import express from 'express';
import Fastify from 'fastify';

const paths = [['DELETE', '/users/'], ['GET', '/users//books']];

const app = Fastify();
app.delete('/users/:id', ({ params }) => params);
app.get('/users/:id/books', ({ params }) => params);
for (const [method, url] of paths) {
  const { statusCode, body } = await app.inject({ method, url });
  console.log('fastify', method, url, statusCode, statusCode === 200 ? body : '');
}

const server = express()
  .delete('/users/:id', (req, res) => res.json(req.params))
  .get('/users/:id/books', (req, res) => res.json(req.params))
  .listen(0, '127.0.0.1');
await once(server, 'listening');
for (const [method, url] of paths)
  console.log('express', method, url, (await fetch(`http://127.0.0.1:${server.address().port}${url}`, { method })).status);
server.close();
JS
cat >read.py <<'PY'
import falcon, falcon.testing

class Users:
    def on_delete(self, req, resp, id):
        resp.media = {"id": id}

app = falcon.App()
app.add_route("/users/{id}", Users())
result = falcon.testing.TestClient(app).simulate_delete("/users/")
print("falcon DELETE /users/", result.status_code, result.text)
PY
(node read.mjs && venv/bin/python read.py) | tee seen.txt
diff --ignore-trailing-space seen.txt - <<'TEXT'
fastify DELETE /users/ 200 {"id":""}
fastify GET /users//books 200 {"id":""}
express DELETE /users/ 404
express GET /users//books 404
falcon DELETE /users/ 200 {"id": ""}
TEXT
