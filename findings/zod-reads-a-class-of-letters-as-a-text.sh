#!/usr/bin/env bash
# Shows that zod's fromJSONSchema compiles a pattern without the flag for Unicode, so that \p{L} is the text "p{L}".
set -euo pipefail

cat <<'TEXT'
Guess: with the schema { pattern: "^\\p{L}+$" }, a name in letters is valid; JSON Schema's patterns are Unicode ones (2020-12, 6.4).
Truth: z.fromJSONSchema refuses "Zoë" and "Li", and accepts "p{L}". "^.$" refuses an emoji, whose maxLength of 1 it accepts. Ajv is right.
Versions: zod 4.6.7, ajv 8.20.0, Node 20.20.
Who meets it: forms and tools whose document describes names, which then refuse every person.
TEXT

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --loglevel=error zod@4.6.7 ajv@8.20.0 >>npm.log

cat >patterns.mjs <<'JS'
import Ajv2020 from 'ajv/dist/2020.js';
import { z } from 'zod';
for (const [pattern, ...values] of [
  [String.raw`^\p{L}+$`, 'Zoë', 'Li', 'p{L}'],
  ['^.$', 'x', '\u{1F600}'],
])
  for (const value of values) {
    const schema = { type: 'string', pattern };
    const zod = z.fromJSONSchema(schema).safeParse(value).success;
    console.log(pattern, value, 'zod', zod, 'Ajv', new Ajv2020.default().validate(schema, value));
  }
JS
node patterns.mjs | tee seen.txt
diff seen.txt - <<'TEXT'
^\p{L}+$ Zoë zod false Ajv true
^\p{L}+$ Li zod false Ajv true
^\p{L}+$ p{L} zod true Ajv false
^.$ x zod true Ajv true
^.$ 😀 zod false Ajv true
TEXT
