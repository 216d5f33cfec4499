/** Whether `build` accepts exactly what a tool's schema and the document's do: valid calls of real documents, and changed ones. */
import { ApiDocument } from 'endpoint.js/openapi';
import { expect, test } from 'vitest';
import { compareAcceptance } from './test/agreement.js';
import { importAjv } from './test/ajv.js';
import { Findings } from './test/findings.js';
import { listDocuments, listOwnDocuments, readDocument } from './test/list-documents.js';
import { Maker } from './test/make.js';
import { Source } from './test/source.js';

const AjvClass = await importAjv();

const findings = new Findings();

test.each([...listOwnDocuments(), ...listDocuments().filter((_, index) => index % 4 === 0)])(
  '$name',
  ({ name, path }) => {
    const root = readDocument(path);
    const source = new Source(root);
    const ajv = new AjvClass({ strict: false, logger: false, multipleOfPrecision: 9 });
    const size = Object.keys(root['paths'] ?? {}).length;
    const effort = { every: Math.ceil(size / 25), mutations: 60 };
    const run = { name, source, document: new ApiDocument(root), maker: new Maker(source), findings };
    compareAcceptance(run, (schema) => ajv.compile(schema), effort);
  },
  120_000,
);

test('build, the schemas of tools and those of documents accept the same', () => {
  console.info(findings.counts, findings.table());
  expect(findings.counts['calls']).toBeGreaterThanOrEqual(100_000);
  expect(findings.operations('silent', 'loud').size).toBe(0);
});
