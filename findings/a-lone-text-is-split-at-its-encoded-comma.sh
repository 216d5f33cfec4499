#!/usr/bin/env bash
# Shows that a schema of a list makes Elysia split a member at its encoded comma.
set -euo pipefail

cat <<'TEXT'
Guess: with the schema t.Array(t.String()), ?city=Paris%2C%20TX is one city: "%2C" is a comma of the data, "," could be a separator.
Truth: Elysia splits both in two, also where the name is repeated: two cities become four.
  NestJS' ParseArrayPipe, which splits too, does so only for one value: two repeated ones keep their commas.
Versions: elysia 1.4.30 on bun 1.4.5; @nestjs/common 12.5.1, Node 20.20.
Who meets it: a filter by names, addresses or coordinates, which works until one of them has a comma.
TEXT

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --loglevel=error elysia@1.4.30 bun@1.4.5 @nestjs/common@12.5.1 reflect-metadata@0.2.2 rxjs@7.8.2 \
  class-validator@0.15.1 class-transformer@0.5.1 >>npm.log

cat >elysia.mjs <<'JS'
import { Elysia, t } from 'elysia';
const query = t.Object({ city: t.Array(t.String()) });
const app = new Elysia().get('/cities', ({ query: { city } }) => city, { query });
for (const search of ['city=Paris%2C%20TX', 'city=Paris%2C%20TX&city=Rome%2C%20NY'])
  console.log('elysia', await (await app.handle(new Request(`http://localhost/cities?${search}`))).text());
JS
cat >nest.mjs <<'JS'
import 'reflect-metadata';
import { ParseArrayPipe } from '@nestjs/common';
// The values that @Query('city') passes to its pipe.
for (const value of ['Paris, TX', ['Paris, TX', 'Rome, NY']])
  console.log('nest', JSON.stringify(await new ParseArrayPipe().transform(value, { type: 'query', data: 'city' })));
JS
(node_modules/.bin/bun elysia.mjs && node nest.mjs) | tee seen.txt
diff seen.txt - <<'TEXT'
elysia ["Paris"," TX"]
elysia ["Paris"," TX","Rome"," NY"]
nest ["Paris"," TX"]
nest ["Paris, TX","Rome, NY"]
TEXT
