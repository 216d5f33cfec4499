import { expect, test } from 'vitest';
import { compareContents } from './packed.mjs';

const full = {
  lib: ['LICENSE', 'dist/THIRD-PARTY-NOTICES.txt', 'dist/index.js'],
  client: ['LICENSE', 'dist/THIRD-PARTY-NOTICES.txt'],
  server: ['LICENSE'],
};

test.each([
  [full, full, []],
  [
    { ...full, lib: [...full.lib, 'dist/secret.txt'] },
    full,
    ["lib: dist/secret.txt is packed, and isn't in dev/release/contents.json."],
  ],
  [full, { ...full, client: [...full.client, 'dist/index.js'] }, ["client: dist/index.js isn't packed."]],
  [{ ...full, server: [] }, { ...full, server: [] }, ['server: LICENSE must be packed.']],
])('%j against %j', (packed, expected, problems) => {
  expect(compareContents(packed, expected)).toStrictEqual(problems);
});
