#!/usr/bin/env bash
# Shows that Bun sends a blob in a form with an empty file name, which servers read as text or refuse.
set -euo pipefail

cat <<'TEXT'
Guess: form.append("photo", blob) has the file name "blob", as the standard of FormData says and as Node.js, Deno and browsers write.
Truth: Bun writes filename="", though form.get("photo") is a File. multer gives a text field, and aiohttp bytes instead of a file.
Versions: bun 1.4.5 and Node 20.20 as clients; multer 2.5.0 and aiohttp 3.14.5 as servers.
Who meets it: a client that is moved from Node.js to Bun. A third argument, form.append("photo", blob, "a.png"), is right in both.
TEXT

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --loglevel=error bun@1.4.5 express@5.3.0 multer@2.5.0 >>npm.log
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check aiohttp==3.14.5

cat >send.mjs <<'JS'
const runtime = globalThis.Bun ? 'Bun' : 'Node.js';
for (const name of [[], ['a.png']]) {
  const body = new FormData();
  body.append('photo', new Blob(['bytes'], { type: 'image/png' }), ...name);
  const [, sent] = /(filename=.*)/.exec(await new Response(body).text());
  console.log(`${runtime}: ${sent.trim()}`);
  for (const origin of process.argv.slice(2)) {
    const response = await fetch(origin, { method: 'POST', body });
    console.log(`  ${await response.text()}`);
  }
}
JS
cat >serve.py <<'PY'
from aiohttp import web


async def read(request):
    return web.Response(text=f"aiohttp: {type((await request.post())['photo']).__name__}")


app = web.Application()
app.router.add_post("/", read)
web.run_app(app, host="127.0.0.1", port=0, print=lambda text: print(text, flush=True))
PY
cat >read.mjs <<'JS'
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import express from 'express';
import multer from 'multer';

const run = promisify(execFile);
const server = express()
  .post('/', multer().any(), ({ body, files }, res) =>
    res.send(`multer: ${files.length > 0 ? 'file' : `text ${JSON.stringify(body)}`}`),
  )
  .listen(0, '127.0.0.1');
await once(server, 'listening');
const python = spawn('venv/bin/python', ['serve.py']);
const [line] = await once(python.stdout, 'data');
const origins = [`http://127.0.0.1:${server.address().port}/`, /http:\S+:\d+/.exec(`${line}`)[0]];
try {
  console.log((await run('node', ['send.mjs', ...origins])).stdout.trimEnd());
  console.log((await run('npx', ['bun', 'send.mjs', ...origins])).stdout.trimEnd());
} finally {
  python.kill();
  server.close();
}
JS
node read.mjs | tee seen.txt
diff seen.txt - <<'TEXT'
Node.js: filename="blob"
  multer: file
  aiohttp: FileField
Node.js: filename="a.png"
  multer: file
  aiohttp: FileField
Bun: filename=""
  multer: text {"photo":"bytes"}
  aiohttp: bytearray
Bun: filename="a.png"
  multer: file
  aiohttp: FileField
TEXT
