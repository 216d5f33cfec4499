#!/usr/bin/env bash
# Shows that Elysia reads a text field of a multipart form as JSON where it looks like an object or a list.
set -euo pipefail

cat <<'TEXT'
Guess: a text field of a form is text: what a user types into a box arrives as typed.
Truth: Elysia gives an object for the text {"k":1} and a list for [1], and text for 7, true and {k}.
Versions: elysia 1.4.30, bun 1.4.5. In an urlencoded form, each stays text.
Who meets it: handlers of a box for code, JSON or a template: body.note.trim() fails for some notes, and a stored text isn't the typed one.
TEXT

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --loglevel=error elysia@1.4.30 bun@1.4.5 >>npm.log

cat >read.mjs <<'JS'
import { Elysia } from 'elysia';

const app = new Elysia().post('/', ({ body }) => `${typeof body.note} ${JSON.stringify(body.note)}`);

for (const note of ['{"k":1}', '[1]', '{k}', '7', 'true']) {
  const form = new FormData();
  form.append('note', note);
  for (const body of [form, new URLSearchParams(form)]) {
    const response = await app.handle(new Request('http://localhost/', { method: 'POST', body }));
    console.log(body === form ? 'multipart' : 'urlencoded', note, '→', await response.text());
  }
}
JS
npx bun read.mjs | tee seen.txt
diff seen.txt - <<'TEXT'
multipart {"k":1} → object {"k":1}
urlencoded {"k":1} → string "{\"k\":1}"
multipart [1] → object [1]
urlencoded [1] → string "[1]"
multipart {k} → string "{k}"
urlencoded {k} → string "{k}"
multipart 7 → string "7"
urlencoded 7 → string "7"
multipart true → string "true"
urlencoded true → string "true"
TEXT
