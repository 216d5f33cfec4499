import { createEndpoint, EndpointError } from 'endpoint.js';
import { createExplain } from 'endpoint.js/explain';
import { toFetch } from 'endpoint.js/fetch';
import { toHar } from 'endpoint.js/har';
import { ApiDocument, createExample, readApi, writeCatalogue } from 'endpoint.js/openapi';
import { toSnippet } from 'endpoint.js/snippets';
import { createTools } from 'endpoint.js/tools';
import { compile, compileMatch, compileRoutes, match, parse, parseTemplate, variables } from 'endpoint.js/uri-template';
import { describe, expect, test } from 'vitest';

const form = { method: 'post', url: 'https://h/x', headers: {} } as const;
const paths = { '/x': { get: { operationId: 'x' } } };
const document = { openapi: '3.1.0', info: { title: 'x', version: '1' }, paths };

/** Each function with settings, and a name of theirs with its values; messages begin with the owner. */
const FUNCTIONS: Readonly<
  Record<string, [call: (settings: never) => unknown, owner: string, names: readonly string[]]>
> = {
  createEndpoint: [createEndpoint, 'settings', ['vendor', 'origins', 'maxLength']],
  'createEndpoint, query': [(query) => createEndpoint({ query }), 'query', ['arrays', 'objects']],
  createExplain: [
    (settings) => {
      const { error } = createExplain(settings)('/x');
      if (error) throw error;
    },
    'settings',
    ['vendor', 'origins'],
  ],
  createTools: [(settings) => createTools(document, settings), 'settings', ['include', 'baseUrl']],
  toFetch: [(settings) => toFetch(form, settings), 'form', ['arrays', 'objects']],
  toHar: [(settings) => toHar(form, settings), 'form', ['arrays', 'objects']],
  toSnippet: [(settings) => toSnippet(form, 'curl', undefined, settings), 'form', ['arrays', 'objects']],
  parse: [(options) => parse('/{x}', options), 'options', ['maxLength', 'strict', 'placeholders']],
  variables: [(options) => variables('/{x}', options), 'options', ['strict']],
  compile: [(options) => compile('/{x}', options), 'options', ['maxLength', 'strict']],
  parseTemplate: [(options) => parseTemplate('/{x}', options), 'options', ['placeholders']],
  compileMatch: [(options) => compileMatch('/{x}', options), 'options', ['lenient', 'missing', 'maxLength']],
  match: [(options) => match('/{x}', '/a', options), 'options', ['lenient', 'strict']],
  compileRoutes: [(options) => compileRoutes(['/x'], options), 'options', ['baseUrl']],
  createExample: [
    (options) => createExample(new ApiDocument(document), { value: {}, file: '/' }, options),
    'options',
    ['members'],
  ],
};

function catchMessage(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return error instanceof EndpointError ? `${error.code} ${error.message}` : String(error);
  }
  return 'nothing';
}

describe.each(Object.entries(FUNCTIONS))('%s', (_, [call, owner, names]) => {
  test.each(names)('asks whether %s was meant', (name) => {
    // A letter is missing, superfluous, wrong, or swapped with its neighbour.
    for (const slip of [name.slice(0, -1), `${name}s`, `${name.slice(0, -1)}x`, name.replace(/(.)(.)$/, '$2$1')])
      expect(catchMessage(() => call({ [slip]: undefined } as never))).toMatch(
        RegExp(`^invalid-option ${owner}\\.${slip}: isn't one of .*\\b${name}\\b.* \\(did you mean ${name}\\?\\)\\.$`),
      );
  });

  test('rejects a name without a similar one, and what is no object of settings', () => {
    expect(catchMessage(() => call({ zzz: 1 } as never))).toMatch(/^invalid-option \S+\.zzz: isn't one of [\w, ]+\.$/);
    for (const settings of ['x', [], null, new Map(), 1])
      expect(catchMessage(() => call(settings as never))).toBe(`invalid-option ${owner}: must be a plain object.`);
  });
});

test.each<[(settings: never) => unknown, object, string]>([
  [createEndpoint, { missing: 'omitt' }, "settings.missing: isn't one of error, omit (did you mean omit?)."],
  [
    createEndpoint,
    { baseURL: 'x' },
    "settings.baseURL: isn't one of vendor, mediaTypeVersion, baseUrl, headers, mediaType, origins, query, missing, strict, maxLength (did you mean baseUrl?).",
  ],
  [
    createEndpoint,
    { mediaTypee: {} },
    "settings.mediaTypee: isn't one of vendor, mediaTypeVersion, baseUrl, headers, mediaType, origins, query, missing, strict, maxLength (did you mean mediaType?).",
  ],
  [
    createEndpoint,
    { retries: 1 },
    "settings.retries: isn't one of vendor, mediaTypeVersion, baseUrl, headers, mediaType, origins, query, missing, strict, maxLength.",
  ],
  [createEndpoint, { strict: 'true' }, "settings.strict: isn't a boolean."],
  [createEndpoint, { strict: null }, "settings.strict: isn't a boolean."],
  [createEndpoint, { maxLength: '9' }, "settings.maxLength: isn't a positive number."],
  [createEndpoint, { maxLength: Number.NaN }, "settings.maxLength: isn't a positive number."],
  [
    (form_) => toFetch(form, form_),
    { arrays: 'coma' },
    "form.arrays: isn't one of repeat, comma, brackets, indices, pipes, spaces (did you mean comma?).",
  ],
  [(options) => compile('/', options), { strict: Symbol('x') }, "options.strict: isn't a boolean."],
  [(options) => compile('/', options), { strict: Object.create(null) as object }, "options.strict: isn't a boolean."],
  [(options) => compileMatch('/', options), { missing: 'skip' }, "options.missing: isn't one of error, omit."],
  [
    (value) => readApi(new ApiDocument(document), (value as { arrays: never }).arrays),
    { arrays: 'coma' },
    "arrays: isn't one of repeat, comma, brackets, indices, pipes, spaces.",
  ],
  [
    (value) => writeCatalogue(new ApiDocument(document), (value as { name: never }).name),
    { name: 'a; b' },
    "name: isn't a type name; use one such as Routes.",
  ],
  [(options) => compileRoutes(['/'], options), { baseUrl: 1 }, "options.baseUrl: isn't a string."],
])('%# rejects the value in %o', (call, settings, message) => {
  expect(catchMessage(() => call(settings as never))).toBe(`invalid-option ${message}`);
});
