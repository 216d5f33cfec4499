#!/usr/bin/env bash
# Shows that httpyac sends a body without its lines that begin with "#" or "//", unless its type is Markdown.
set -euo pipefail

cat <<'TEXT'
Guess: what follows the blank line of an .http file is the body, line for line; comments end where the body begins.
Truth: lines that begin with "#" or "//" are left out of text, CSV, YAML and code, with status 200 and no line in the output. text/markdown keeps its
  headings and loses "//". A body from a file, "< ./note.txt", is sent as it is.
Versions: httpyac 6.16.7, Node 20.20.
Who meets it: requests with a hashtag, "#include", the comments of a configuration, a CSV with "# 1", or a schemeless url, //cdn.example.org/a.js.
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
import { promisify } from 'node:util';

const body = 'one\n#two\n  # three\n//four\n5 # five\n';
writeFileSync('note.txt', body);
const server = createServer(async (request, response) => {
  console.log(request.headers['content-type'], JSON.stringify(await text(request)));
  response.end('ok');
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${server.address().port}/`;
async function send(type, content) {
  writeFileSync('a.http', `POST ${url}\nContent-Type: ${type}\n\n${content}`);
  await promisify(execFile)('npx', ['httpyac', 'send', 'a.http', '--all', '--output', 'none']);
}
for (const type of ['text/plain', 'text/csv', 'application/yaml', 'text/markdown']) await send(type, body);
await send('text/plain; from=file', '< ./note.txt\n');
server.close();
JS
node read.mjs | tee seen.txt
diff seen.txt - <<'TEXT'
text/plain "one\n5 # five"
text/csv "one\n5 # five"
application/yaml "one\n5 # five"
text/markdown "one\n#two\n  # three\n5 # five"
text/plain; from=file "one\n#two\n  # three\n//four\n5 # five\n"
TEXT
