#!/usr/bin/env bash
# Shows that hapi and Express 5 drop query parameters after the 1,000th with status 200.
set -euo pipefail

cat <<'TEXT'
Guess: a server reads a list of 1,001 members, or refuses the request.
Truth: hapi and Express 5 answer 200 and their handlers get 1,000 members; the last one is gone, with no error and no line in a log.
  A parameter after the list is gone too. Fastify and Koa read all, though the four use the same Node.
Versions: @hapi/hapi 21.4.10, express 5.3.0, fastify 5.12.8, koa 3.3.0, Node 20.20.
Who meets it: a batch request such as GET /items?id=1&id=2&… of 4 kB, far below the limit for a request line.
TEXT

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --loglevel=error @hapi/hapi@21.4.10 express@5.3.0 fastify@5.12.8 koa@3.3.0 >>npm.log

cat >read.js <<'JS'
const { once } = require('node:events');
const query = `${'a=1&'.repeat(1001)}after=yes`;
const summary = ({ a, after = 'nothing' }) => ({ members: a.length, after });

async function print(name, server, stop) {
  const response = await fetch(`http://127.0.0.1:${server.address().port}/?${query}`);
  console.log(name, response.status, JSON.stringify(await response.json()));
  await stop();
}
const close = (server) => () => server.close();

(async () => {
  const hapi = require('@hapi/hapi').server({ port: 0, host: '127.0.0.1' });
  hapi.route({ method: 'GET', path: '/', handler: ({ query }) => summary(query) });
  await hapi.start();
  await print('hapi', hapi.listener, () => hapi.stop());

  const express = require('express')()
    .get('/', (req, res) => res.json(summary(req.query)))
    .listen(0, '127.0.0.1');
  await once(express, 'listening');
  await print('express', express, close(express));

  const fastify = require('fastify')();
  fastify.get('/', ({ query }) => summary(query));
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  await print('fastify', fastify.server, () => fastify.close());

  const Koa = require('koa');
  const koa = new (Koa.default ?? Koa)().use((ctx) => (ctx.body = summary(ctx.query))).listen(0, '127.0.0.1');
  await once(koa, 'listening');
  await print('koa', koa, close(koa));
})();
JS
node read.js | tee seen.txt
diff seen.txt - <<'TEXT'
hapi 200 {"members":1000,"after":"nothing"}
express 200 {"members":1000,"after":"nothing"}
fastify 200 {"members":1001,"after":"yes"}
koa 200 {"members":1001,"after":"yes"}
TEXT
