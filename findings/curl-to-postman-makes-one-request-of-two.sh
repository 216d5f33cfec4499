#!/usr/bin/env bash
# Shows that Postman's reader of curl commands makes one request of two: the second's method, the first's address.
set -euo pipefail

cat <<'TEXT'
Guess: a command with --next gives two requests, or an error that names --next.
Truth: it gives one, with the method of the second and the address of the first: what was read is deleted instead.
Versions: curl-to-postmanv2 1.8.4, Node 20.20.
Who meets it: everyone who imports such a command into Postman, and users of the package, who get "result: true".
TEXT

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --loglevel=error curl-to-postmanv2@1.8.4 >>npm.log

cat >read.cjs <<'JS'
const { convert } = require('curl-to-postmanv2');
const data =
  'curl https://api.example.com/accounts/7 --next --request DELETE https://api.example.com/drafts/1';
convert({ type: 'string', data }, (error, { result, output }) => {
  console.log('error', error, 'result', result);
  for (const { data } of output) console.log(data.method, data.url);
});
JS
node read.cjs | tee seen.txt
diff seen.txt - <<'TEXT'
error null result true
DELETE https://api.example.com/accounts/7
TEXT
