/** Real documents through an independent serializer: what their tools and the routes of their catalogues build. */
import { expect, test } from 'vitest';
import { ApiDocument } from 'endpoint.js/openapi';
import { Findings } from './test/findings.js';
import { listDocuments, readDocument } from './test/list-documents.js';
import type { Run } from './test/judge-call.js';
import { Maker } from './test/make.js';
import { runTools } from './test/run-tools.js';
import { runRoutes } from './test/run-routes.js';
import { Source } from './test/source.js';

const tools = new Findings();
const routes = new Findings();

test.each(listDocuments())(
  '$name',
  async ({ name, path }) => {
    const root = readDocument(path);
    const source = new Source(root);
    const run: Omit<Run, 'findings' | 'document'> = { name, source, maker: new Maker(source) };
    await runTools({ ...run, document: new ApiDocument(root), findings: tools });
    await runRoutes({ ...run, document: new ApiDocument(root), findings: routes });
  },
  120_000,
);

test('nearly all operations are built as the documents describe them, and none silently in another way', () => {
  console.info(tools.counts, tools.table());
  console.info(routes.counts, routes.table());
  for (const found of [tools, routes]) {
    const { operations = 0 } = found.counts;
    expect(found.operations('silent', 'unwarned').size).toBe(0);
    expect(1 - found.operations('loud').size / operations).toBeGreaterThanOrEqual(0.999);
  }
  expect(tools.counts['documents']).toBeGreaterThanOrEqual(300);
  expect(tools.counts['alternatives refused'] ?? 0).toBeLessThanOrEqual(2);
});
