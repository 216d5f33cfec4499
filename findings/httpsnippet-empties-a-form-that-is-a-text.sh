#!/usr/bin/env bash
# Shows that httpsnippet writes code with an empty body for a form that a HAR holds as text.
set -euo pipefail

cat <<'TEXT'
Guess: a HAR's postData has a text or params (HAR 1.2); code for a form given as text sends the text.
Truth: the code sends an empty form: of application/x-www-form-urlencoded only params are read. Any other type sends the text.
Versions: httpsnippet 3.0.10, Node 20.20; its code for fetch, run against a server.
Who meets it: who makes code of a HAR by a tool that writes no params, as proxies do: a POST that works becomes one without its fields.
TEXT

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --loglevel=error httpsnippet@3.0.10 >>npm.log

cat >run.mjs <<'JS'
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import httpsnippet from 'httpsnippet';

const server = createServer(async (request, response) => {
  console.log(request.headers['content-type'], '·', JSON.stringify(await text(request)));
  response.end('{}');
}).listen(0, '127.0.0.1');
await once(server, 'listening');
for (const mimeType of ['application/x-www-form-urlencoded', 'text/plain']) {
  const snippet = new httpsnippet.HTTPSnippet({
    method: 'POST',
    url: `http://127.0.0.1:${server.address().port}/`,
    headers: [{ name: 'content-type', value: mimeType }],
    postData: { mimeType, text: 'name=Ada&role=admin' },
  });
  const code = snippet.convert('javascript', 'fetch').replaceAll('console.log', 'void ');
  await new Function(`return (async () => {${code}})()`)();
}
server.close();
JS
node run.mjs | tee seen.txt
diff seen.txt - <<'TEXT'
application/x-www-form-urlencoded · ""
text/plain · "name=Ada&role=admin"
TEXT
