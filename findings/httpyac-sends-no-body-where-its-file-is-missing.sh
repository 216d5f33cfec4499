#!/usr/bin/env bash
# Shows that httpyac sends a request without its body where the file of the body is missing, and exits with 0.
set -euo pipefail

cat <<'TEXT'
Guess: a request whose body is in a file that doesn't exist isn't sent, and the command fails.
Truth: it is sent with an empty body. httpyac prints "file not found", counts the request as succeeded, and exits with 0.
Versions: httpyac 6.16.7, Node 20.20.
Who meets it: a PUT of a configuration or an upload in CI, started in another folder or before the file was made: the stored document is emptied.
TEXT

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --loglevel=error httpyac@6.16.7 >>npm.log

cat >read.mjs <<'JS'
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const server = createServer(async (request, response) => {
  console.log(request.method, request.url, 'with a body of', (await text(request)).length, 'characters');
  response.end('ok');
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${server.address().port}/settings`;
const send = () =>
  new Promise((resolve) =>
    execFile('npx', ['httpyac', 'send', 'a.http', '--all', '--output', 'none'], (error, stdout) =>
      resolve({ code: error?.code ?? 0, stdout }),
    ),
  );

writeFileSync('a.http', `PUT ${url}\nContent-Type: application/json\n\n< ./settings.json\n`);
const { code, stdout } = await send();
const [counts] = /\d+ requests processed.*/.exec(stdout);
console.log('httpyac exits with', code, counts);
writeFileSync('settings.json', '{"a":1}');
await send();
server.close();
JS
node read.mjs | tee seen.txt
diff seen.txt - <<'TEXT'
PUT /settings with a body of 0 characters
httpyac exits with 0 1 requests processed (1 succeeded)
PUT /settings with a body of 7 characters
TEXT
