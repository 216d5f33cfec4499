#!/usr/bin/env bash
# Shows that openapi-fetch writes the text of JavaScript for members of an urlencoded form.
set -euo pipefail

cat <<'TEXT'
Guess: a list repeats its name, an object is its JSON, and a member that is null is left out, or one of them is an error.
Truth: openapi-fetch sends tags=sea,war, author=[object Object] and note=null. There is no error.
Versions: openapi-fetch 0.17.0, Node 20.20.
Who meets it: callers of Stripe-like APIs, whose bodies are urlencoded forms with nested members; types accept the call.
TEXT

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --loglevel=error openapi-fetch@0.17.0 >>npm.log

cat >send.mjs <<'JS'
import createClient from 'openapi-fetch';

let body;
const fetch = async (request) => {
  body = await request.text();
  return new Response(null, { status: 204 });
};
const { error } = await createClient({ baseUrl: 'http://h', fetch }).POST('/books', {
  body: { tags: ['sea', 'war'], author: { name: 'Woolf' }, note: null },
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});
console.log(decodeURIComponent(body).replaceAll('+', ' '));
console.log('error:', error);
JS
node send.mjs | tee seen.txt
diff seen.txt - <<'TEXT'
tags=sea,war&author=[object Object]&note=null
error: undefined
TEXT
