#!/usr/bin/env bash
# Shows that Bun's formData() gives a file the type of its name's extension instead of the type that was sent.
set -euo pipefail

cat <<'TEXT'
Guess: the type of a received file is the Content-Type of its part, as in Node.js and Deno.
Truth: Bun takes it from the extension of the file name. Without an extension it is empty, and a wrong extension wins over the sent type.
Versions: bun 1.4.5; Node 20.20 gives the sent type.
Who meets it: servers on Bun (Hono, Elysia, Bun.serve) that check or store file.type, and clients whose blobs are named "blob" or "photo".
TEXT

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --loglevel=error bun@1.4.5 >>npm.log

cat >read.mjs <<'JS'
const name = globalThis.Bun ? 'Bun' : 'Node.js';
for (const fileName of ['photo.png', 'photo', 'photo.txt']) {
  const body = [
    '--x',
    `Content-Disposition: form-data; name="f"; filename="${fileName}"`,
    'Content-Type: image/png',
    '',
    'bytes',
    '--x--',
    '',
  ].join('\r\n');
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const form = await new Response(body, { headers }).formData();
  console.log(`${name}, ${fileName}: "${form.get('f').type}"`);
}
JS
(node read.mjs && npx bun read.mjs) | tee seen.txt
diff seen.txt - <<'TEXT'
Node.js, photo.png: "image/png"
Node.js, photo: "image/png"
Node.js, photo.txt: "image/png"
Bun, photo.png: "image/png"
Bun, photo: ""
Bun, photo.txt: "text/plain;charset=utf-8"
TEXT
