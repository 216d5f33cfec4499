/**
 * Documents through an independent serializer: what their tools and the routes of their catalogues build. Those in `test/documents/`,
 * of many kinds, and in full real ones.
 */
import { ApiDocument } from 'endpoint.js/openapi';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { full } from '../../dev/testing/full.js';
import { loadDocument, openDocument } from '../cli/load-document.js';
import { Findings } from './test/findings.js';
import { listDocuments, listOwnDocuments, readDocument, readFiles } from './test/list-documents.js';
import { Maker } from './test/make.js';
import { runRoutes } from './test/run-routes.js';
import { runTools } from './test/run-tools.js';
import { Source } from './test/source.js';
import { BunFormData } from './test/unnamed-files.js';

const tools = new Findings();
const routes = new Findings();

const { FormData: NativeFormData } = globalThis;
beforeAll(() => {
  globalThis.FormData = BunFormData;
});
afterAll(() => {
  globalThis.FormData = NativeFormData;
});

test.each([...listOwnDocuments(), ...(full ? listDocuments() : [])])('$name', async ({ name, path }) => {
  const root = readDocument(path);
  const source = new Source(root);
  const run = { name, source, maker: new Maker(source) };
  await runTools({ ...run, document: new ApiDocument(root), findings: tools });
  await runRoutes({ ...run, document: new ApiDocument(root), findings: routes });
});

test('a document of several files', async () => {
  const { path, root, files } = readFiles('shop');
  const source = new Source(root, files);
  const run = { name: 'shop', source, maker: new Maker(source), keepsNames: true };
  await runTools({ ...run, document: await loadDocument(openDocument(path)), findings: tools });
  await runRoutes({ ...run, document: await loadDocument(openDocument(path)), findings: routes });
});

/** The least that a run reads. */
const [DOCUMENTS, OPERATIONS, ALTERNATIVES] = full ? [300, 20_000, 5000] : [6, 50, 50];

test.each([
  ['tools', tools],
  ['routes', routes],
])('%s build nearly all operations as their documents describe them, and none silently in another way', (_, found) => {
  if (full) console.info(found.counts, found.table());
  const { operations = 0 } = found.counts;
  expect(operations).toBeGreaterThanOrEqual(OPERATIONS);
  expect([...found.operations('silent', 'unwarned')]).toEqual([]);
  expect(1 - found.operations('loud').size / operations).toBeGreaterThanOrEqual(0.999);
});

test('each alternative of a body is built by a call', () => {
  const { documents, alternatives = 0, 'alternatives refused': refused = 0 } = tools.counts;
  expect(documents).toBeGreaterThanOrEqual(DOCUMENTS);
  expect(alternatives).toBeGreaterThanOrEqual(ALTERNATIVES);
  expect(refused).toBeLessThanOrEqual(2);
});
