#!/usr/bin/env bash
# Shows that httpsnippet's code for fetch joins the values of a repeated field by a comma.
set -euo pipefail

cat <<'TEXT'
Guess: a form with `id` twice is sent with `id` twice, whatever the language of the code.
Truth: the code for fetch gives URLSearchParams an object whose member is a list; it sends one `id` with the value "1,2". That for requests sends two.
Versions: httpsnippet 3.0.10, Node 20.20 and, for requests, the text of the code.
Who meets it: who copies the fetch example of an API's documentation for a form with check boxes or several ids: one unknown id instead of two.
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
  console.log('fetch sends', [...new URLSearchParams(await text(request))].map((pair) => pair.join('=')).join(' and '));
  response.end('{}');
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const mimeType = 'application/x-www-form-urlencoded';
const snippet = new httpsnippet.HTTPSnippet({
  method: 'POST',
  url: `http://127.0.0.1:${server.address().port}/`,
  headers: [{ name: 'content-type', value: mimeType }],
  postData: {
    mimeType,
    params: [
      { name: 'id', value: '1' },
      { name: 'id', value: '2' },
    ],
  },
});
const code = snippet.convert('javascript', 'fetch').replaceAll('console.log', 'void ');
await new Function(`return (async () => {${code}})()`)();
console.log('requests is given', /payload = .*/.exec(snippet.convert('python', 'requests'))[0]);
server.close();
JS
node run.mjs | tee seen.txt
diff seen.txt - <<'TEXT'
fetch sends id=1,2
requests is given payload = { "id": ["1", "2"] }
TEXT
