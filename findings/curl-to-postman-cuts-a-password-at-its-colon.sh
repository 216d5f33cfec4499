#!/usr/bin/env bash
# Shows that Postman's reader of curl commands keeps a password up to its first colon.
set -euo pipefail

cat <<'TEXT'
Guess: in `--user name:pass:word` the name ends at the first colon, and the rest is the password (RFC 7617, section 2; curl does so).
Truth: the password is "pass"; the rest is gone, without an error.
Versions: curl-to-postmanv2 1.8.4, Node 20.20.
Who meets it: who imports a command with a generated password or a token such as `id:secret:region`: 401, with a password that looks right.
TEXT

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --loglevel=error curl-to-postmanv2@1.8.4 >>npm.log

cat >read.cjs <<'JS'
const { convert } = require('curl-to-postmanv2');
const data = "curl --user 'name:pass:word' https://api.example.com/a";
convert({ type: 'string', data }, (error, { result, output }) => {
  console.log('error', error, 'result', result);
  const { basic } = output[0].data.auth;
  for (const { key, value } of basic) console.log(key, '=', value);
});
JS
node read.cjs | tee seen.txt
diff seen.txt - <<'TEXT'
error null result true
username = name
password = pass
TEXT
