#!/usr/bin/env bash
# Shows that qs reads its own list of 21 members as an object.
set -euo pipefail

cat <<'TEXT'
Guess: a list that qs.stringify() writes is read back as a list by qs.parse(), whatever its length.
Truth: from the 21st member, an object with the keys "0", "1", … comes back, in each style of arrays, without an error.
Versions: qs 6.17.1, Node 20.20.
Who meets it: a server with qs as its query parser, once a filter has more than 20 values; .map() and .length are undefined then.
TEXT

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --loglevel=error qs@6.17.1 >>npm.log

cat >read.js <<'JS'
const qs = require('qs');
for (const arrayFormat of ['indices', 'brackets', 'repeat'])
  for (const count of [20, 21]) {
    const a = Array.from({ length: count }, (_, index) => `${index}`);
    const back = qs.parse(qs.stringify({ a }, { arrayFormat })).a;
    console.log(arrayFormat, count, Array.isArray(back) ? 'list' : typeof back, Object.keys(back).length);
  }
JS
node read.js | tee seen.txt
diff seen.txt - <<'TEXT'
indices 20 list 20
indices 21 object 21
brackets 20 list 20
brackets 21 object 21
repeat 20 list 20
repeat 21 object 21
TEXT
