#!/usr/bin/env bash
# Shows that h3 1 reads the end of a path parameter after an encoded question mark as a query.
set -euo pipefail

cat <<'TEXT'
Guess: /files/what%3F.md calls the route /files/:name with "what?.md", decoded or as it was sent; %3F doesn't begin a query.
Truth: h3 1 gives "what", with and without { decode: true }, and a query parameter ".md" that no one sent. h3 2 gives all of it.
Versions: h3 1.15.11 and 2.0.8, Node 20.20.
Who meets it: users of Nuxt and Nitro, which run on h3 1, whose ids or file names may contain a question mark.
TEXT

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --loglevel=error h3@1.15.11 h3v2@npm:h3@2.0.8 >>npm.log

cat >read.mjs <<'JS'
import { createServer } from 'node:http';
import { once } from 'node:events';
import { createApp, createRouter, eventHandler, getQuery, getRouterParam, toNodeListener } from 'h3';
import * as h3v2 from 'h3v2';

const path = `/files/${encodeURIComponent('what?.md')}`;
console.log(path);

const router = createRouter().get(
  '/files/:name',
  eventHandler((event) => ({
    name: getRouterParam(event, 'name'),
    decoded: getRouterParam(event, 'name', { decode: true }),
    query: getQuery(event),
  })),
);
const server = createServer(toNodeListener(createApp().use(router))).listen(0, '127.0.0.1');
await once(server, 'listening');
const response = await fetch(`http://127.0.0.1:${server.address().port}${path}`);
console.log('h3 1', response.status, JSON.stringify(await response.json()));
server.close();

const app = new h3v2.H3().get('/files/:name', (event) => ({
  name: h3v2.getRouterParam(event, 'name'),
  decoded: h3v2.getRouterParam(event, 'name', { decode: true }),
  query: h3v2.getQuery(event),
}));
const second = await app.request(path);
console.log('h3 2', second.status, JSON.stringify(await second.json()));
JS
node read.mjs | tee seen.txt
diff seen.txt - <<'TEXT'
/files/what%3F.md
h3 1 200 {"name":"what","decoded":"what","query":{".md":""}}
h3 2 200 {"name":"what%3F.md","decoded":"what?.md","query":{}}
TEXT
