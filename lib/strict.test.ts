import { createEndpoint } from 'endpoint.js';
import { toFetch } from 'endpoint.js/fetch';
import { ApiDocument, readApi, writeCatalogue } from 'endpoint.js/openapi';
import { createTools } from 'endpoint.js/tools';
import { compile, compileMatch, compileRoutes } from 'endpoint.js/uri-template';
import { expect, test } from 'vitest';
import { catchError } from './test/attempt.js';

const form = { method: 'post', url: 'https://h/x', headers: {} } as const;
const paths = { '/x': { get: { operationId: 'x' } } };
const document = { openapi: '3.1.0', info: { title: 'x', version: '1' }, paths };

const catchMessage = (run: () => unknown): string => {
  const error = catchError(run);
  return error ? `${error.code} ${error.message}` : 'nothing';
};

/** Of one function: dev/settings reads the same of all names of all functions that take settings. */
test.each(['vendor', 'origins', 'maxLength'])('asks whether %s was meant', (name) => {
  // A letter is missing, superfluous, wrong, or swapped with its neighbour.
  for (const slip of [name.slice(0, -1), `${name}s`, `${name.slice(0, -1)}x`, name.replace(/(.)(.)$/, '$2$1')])
    expect(catchMessage(() => createEndpoint({ [slip]: undefined }))).toMatch(
      RegExp(`^invalid-option settings\\.${slip}: isn't one of .*\\b${name}\\b.* \\(did you mean ${name}\\?\\)\\.$`),
    );
});

test.each<[owner: string, call: (settings: never) => unknown]>([
  ['settings', createEndpoint],
  ['query', (query) => createEndpoint({ query })],
  ['settings', (settings) => createTools(document, settings)],
  ['form', (settings) => toFetch(form, settings)],
  ['options', (options) => compile('/{x}', options)],
])('rejects what is no object of %s', (owner, call) => {
  for (const settings of ['x', [], null, new Map(), 1])
    expect(catchMessage(() => call(settings as never))).toBe(`invalid-option ${owner}: must be a plain object.`);
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
