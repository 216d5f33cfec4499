#!/usr/bin/env bash
# Shows that zod's fromJSONSchema reads a const or an enum of objects or lists, and refuses each value that is equal to it.
set -euo pipefail

cat <<'TEXT'
Guess: z.fromJSONSchema({ const: { kind: "all" } }) accepts { kind: "all" }, or throws as it does for keywords that it doesn't support.
Truth: it throws nothing and accepts no value: objects and lists are compared by identity, also in enum. Ajv accepts them.
Versions: zod 4.6.7, ajv 8.20.0, Node 20.20.
Who meets it: tools and forms whose schema has a list or an object as one of its values, such as a pair of coordinates.
TEXT

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --loglevel=error zod@4.6.7 ajv@8.20.0 >>npm.log

cat >values.mjs <<'JS'
import Ajv2020 from 'ajv/dist/2020.js';
import { z } from 'zod';
for (const [schema, value] of [
  [{ const: 'all' }, 'all'],
  [{ const: { kind: 'all' } }, { kind: 'all' }],
  [{ enum: [[0, 0], [0, 1]] }, [0, 1]],
]) {
  const zod = z.fromJSONSchema(schema).safeParse(value).success;
  console.log(JSON.stringify(schema), 'zod', zod, 'Ajv', new Ajv2020.default().validate(schema, value));
}
JS
node values.mjs | tee seen.txt
diff seen.txt - <<'TEXT'
{"const":"all"} zod true Ajv true
{"const":{"kind":"all"}} zod false Ajv true
{"enum":[[0,0],[0,1]]} zod false Ajv true
TEXT
