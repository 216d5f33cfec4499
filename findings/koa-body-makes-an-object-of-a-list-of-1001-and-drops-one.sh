#!/usr/bin/env bash
# Shows that koa-body gives a form's list of 1,001 members as an object of 1,000.
set -euo pipefail

cat <<'TEXT'
Guess: ids=1&ids=2&… gives a list, whatever its length, or the request is refused.
Truth: with status 200, the handler gets {"0": "1", "1": "2", …} of 1,000 members. The last one is gone, and so is what follows.
Versions: koa-body 8.0.1, koa 3.3.0, Node 20.20. Express 5.3.0 with the same parser refuses the form by 413.
Who meets it: a batch that grows. `body.ids.map` fails, and a loop over the values does one task too few.
TEXT

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --loglevel=error koa-body@8.0.1 koa@3.3.0 express@5.3.0 >>npm.log

cat >read.mjs <<'JS'
import { once } from 'node:events';
import express from 'express';
import Koa from 'koa';
import { koaBody } from 'koa-body';

const summary = ({ ids, after = 'nothing' }) => ({
  isList: Array.isArray(ids),
  members: Object.keys(ids).length,
  after,
});

async function print(name, app, count) {
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const body = `${Array.from({ length: count }, (_, index) => `ids=${index}`).join('&')}&after=yes`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await fetch(`http://127.0.0.1:${server.address().port}/`, { method: 'POST', headers, body });
  console.log(name, count, response.status, response.ok ? await response.text() : '');
  server.close();
}

const koa = new Koa().use(koaBody()).use((ctx) => (ctx.body = summary(ctx.request.body)));
await print('koa-body', koa, 10);
await print('koa-body', koa, 1001);
const app = express()
  .use(express.urlencoded({ extended: true }))
  .post('/', (req, res) => res.json(summary(req.body)));
await print('express', app, 1001);
JS
NODE_ENV=test node read.mjs | sed 's/ *$//' | tee seen.txt
diff seen.txt - <<'TEXT'
koa-body 10 200 {"isList":true,"members":10,"after":"yes"}
koa-body 1001 200 {"isList":false,"members":1000,"after":"nothing"}
express 1001 413
TEXT
