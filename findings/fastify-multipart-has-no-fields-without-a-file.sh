#!/usr/bin/env bash
# Shows that the fields of a form are out of reach of request.file() of @fastify/multipart where they follow the file, or where there is none.
set -euo pipefail

cat <<'TEXT'
Guess: request.file() gives the file and the fields of the form, in any order, and undefined has a way to the fields where no file was sent.
Truth: data.fields has only what precedes the file (a large one). Without a file, the result is undefined and the fields are gone, with status 200.
Versions: @fastify/multipart 10.1.9, fastify 5.12.8, Node 20.20. request.parts() gives all.
Who meets it: forms with an optional picture, and clients that append the picture first.
TEXT

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --loglevel=error @fastify/multipart@10.1.9 fastify@5.12.8 >>npm.log

cat >read.mjs <<'JS'
import multipart from '@fastify/multipart';
import Fastify from 'fastify';

const app = Fastify().register(multipart);
const names = (fields = {}) => Object.keys(fields).filter((name) => name !== 'picture');
app.post('/file', async (request) => {
  const data = await request.file();
  const seen = { file: data?.filename ?? 'none', fields: names(data?.fields) };
  await data?.toBuffer();
  return seen;
});
app.post('/parts', async (request) => {
  const seen = { file: 'none', fields: [] };
  for await (const part of request.parts())
    if (part.type === 'file') seen.file = (await part.toBuffer()) && part.filename;
    else seen.fields.push(part.fieldname);
  return seen;
});
const address = await app.listen({ port: 0, host: '127.0.0.1' });

const picture = ['picture', new Blob([new Uint8Array(500_000)]), 'a.png'];
const FORMS = { 'title, file': [['title', 'x'], picture], 'file, title': [picture, ['title', 'x']], title: [['title', 'x']] };
for (const [name, parts] of Object.entries(FORMS))
  for (const path of ['file', 'parts']) {
    const body = new FormData();
    for (const part of parts) body.append(...part);
    const response = await fetch(`${address}/${path}`, { method: 'POST', body });
    console.log(`${path}() of ${name}:`, response.status, await response.text());
  }
await app.close();
JS
node read.mjs | tee seen.txt
diff seen.txt - <<'TEXT'
file() of title, file: 200 {"file":"a.png","fields":["title"]}
parts() of title, file: 200 {"file":"a.png","fields":["title"]}
file() of file, title: 200 {"file":"a.png","fields":[]}
parts() of file, title: 200 {"file":"a.png","fields":["title"]}
file() of title: 200 {"file":"none","fields":[]}
parts() of title: 200 {"file":"none","fields":["title"]}
TEXT
