#!/usr/bin/env bash
# Shows that koa-body splits the names of an urlencoded form at dots, and keeps them in a multipart form.
set -euo pipefail

cat <<'TEXT'
Guess: the field user.name of a form has this name in the handler, as in Express, whichever content type the form has.
Truth: koa-body gives {"user": {"name": …}} for an urlencoded form and {"user.name": …} for a multipart form.
Versions: koa-body 8.0.1 and @koa/bodyparser 6.1.0, koa 3.3.0; Express 5.3.0 with extended: true keeps the name.
Who meets it: forms whose names are host names, versions (v1.2) or paths of members, once a file is added to the form.
TEXT

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --loglevel=error koa-body@8.0.1 @koa/bodyparser@6.1.0 koa@3.3.0 express@5.3.0 >>npm.log

cat >read.mjs <<'JS'
import { once } from 'node:events';
import { bodyParser } from '@koa/bodyparser';
import express from 'express';
import Koa from 'koa';
import { koaBody } from 'koa-body';

const form = new FormData();
form.append('user.name', 'Ada');

async function print(name, app, body) {
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const response = await fetch(`http://127.0.0.1:${server.address().port}/`, { method: 'POST', body });
  console.log(name, response.status, await response.text());
  server.close();
}
const useKoa = (reader) => new Koa().use(reader).use((ctx) => (ctx.body = ctx.request.body));

await print('koa-body, urlencoded', useKoa(koaBody({ multipart: true })), new URLSearchParams(form));
await print('koa-body, multipart', useKoa(koaBody({ multipart: true })), form);
await print('@koa/bodyparser, urlencoded', useKoa(bodyParser()), new URLSearchParams(form));
const app = express()
  .use(express.urlencoded({ extended: true }))
  .post('/', (req, res) => res.json(req.body));
await print('express, urlencoded', app, new URLSearchParams(form));
JS
node read.mjs | tee seen.txt
diff seen.txt - <<'TEXT'
koa-body, urlencoded 200 {"user":{"name":"Ada"}}
koa-body, multipart 200 {"user.name":"Ada"}
@koa/bodyparser, urlencoded 200 {"user":{"name":"Ada"}}
express, urlencoded 200 {"user.name":"Ada"}
TEXT
