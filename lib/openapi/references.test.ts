/**
 * A reference in place of any object, map or list of a document changes neither its catalogue nor its operations: one at a time, at every
 * place where the specification has an object, to a target in the same file, through a second reference, and in another file.
 */
import { describe, expect, test } from 'vitest';
import { sample } from '../../dev/testing/full.js';
import {
  ApiDocument,
  createExample,
  describeSchema,
  listMembers,
  readApi,
  summarizeType,
  writeCatalogue,
} from './index.js';
import type { Located } from './index.js';
import { listPlaces, writeDocument, type Json, type Place, type Version } from './test/specification.js';

const VERSIONS: readonly Version[] = ['2.0', '3.0.4', '3.1.1', '3.2.0'];
const ENTRY = '/folder/document.json';
const OTHER = '/folder/other.json';

/** The catalogue without the names of planted types, which a reference gives to a schema: they are replaced by what they stand for. */
function writeTypes(document: ApiDocument): string {
  const planted = new Map<string, string>();
  const strip = (part: string): string => part.replace(/[\s()]+/g, '');
  const parts = writeCatalogue(document)
    .split('\n\n')
    .map(strip)
    .filter((part) => {
      const [, name, type = ''] = /^exporttype(planted\w*)=(.*);$/i.exec(part) ?? [];
      if (name !== undefined) planted.set(name, type);
      return name === undefined;
    });
  const expand = (part: string): string =>
    part.replace(/Planted\w*/g, (name) => expand(planted.get(name) ?? name)).replaceAll('readonlyreadonly', 'readonly');
  return parts.map(expand).sort().join('\n');
} // prettier-ignore

/** The operations, with what is said about each schema in its place. */
function readOperations(document: ApiDocument): unknown {
  const describeAt = (schema: Located): unknown => ({
    type: summarizeType(document, schema),
    details: describeSchema(document, schema),
    example: createExample(document, schema, { members: 'all' }),
    members: listMembers(document, schema).map(({ schema: member, ...facts }) => [facts, summarizeType(document, member)]),
  });
  const { operations, tagDocs, ...api } = readApi(document);
  const text = JSON.stringify({ ...api, tagDocs: [...tagDocs], operations }, (key, value: unknown) =>
    // Headers of an encoding aren't read; a warning names them.
    key === 'schema' ? describeAt(value as Located) : key === 'source' || key === 'headers' ? undefined : value,
  );
  return JSON.parse(text);
} // prettier-ignore

const read = (document: ApiDocument) => ({
  types: writeTypes(document),
  operations: readOperations(document),
  warnings: document.warnings,
});

/** A copy of a document with another value at a place; a name that is missing there is removed. */
function replace(value: unknown, [key, ...path]: readonly string[], planted: unknown): unknown {
  if (key === undefined) return planted;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as Json) }) as Record<string, unknown>;
  copy[key] = replace(copy[key], path, planted);
  return copy;
}

const getAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((member, key) => (member as Json)[key], value);

/** Where the target is, and the files that have it there. */
const TARGETS: Readonly<Record<string, (document: Json, place: Place) => { readonly [file: string]: unknown }>> = {
  'the same file': (document, { path }) => ({
    [ENTRY]: { ...(replace(document, path, { $ref: '#/x-planted/planted' }) as Json), 'x-planted': { planted: getAt(document, path) } },
  }),
  'a second reference': (document, { path }) => ({
    [ENTRY]: {
      ...(replace(document, path, { $ref: '#/x-planted/planted' }) as Json),
      'x-planted': { planted: { $ref: '#/x-second/planted' } },
      'x-second': { planted: getAt(document, path) },
    },
  }),
  'another file': (document, { path }) => ({
    [ENTRY]: replace(document, path, { $ref: 'other.json#/planted' }),
    [OTHER]: { planted: JSON.parse(JSON.stringify(getAt(document, path)).replaceAll('"#/', '"document.json#/')) as unknown },
  }),
}; // prettier-ignore

const open = (files: Readonly<Record<string, unknown>>): ApiDocument =>
  new ApiDocument(files[ENTRY], { entry: ENTRY, files: new Map(Object.entries(files)) });

describe.each(VERSIONS)('%s', (version) => {
  const document = writeDocument(version);
  const original = read(open({ [ENTRY]: document }));
  // The objects that are least deep first.
  const places = sample(
    listPlaces(document).sort((a, b) => a.path.length - b.path.length),
    25,
  );

  test('the document has objects, and none is in vain', () => {
    const withoutEffect = places.filter(({ path }) => {
      // A document without paths is refused.
      if (path.length === 1 && path[0] === 'paths') return false;
      return JSON.stringify(read(open({ [ENTRY]: replace(document, path, undefined) }))) === JSON.stringify(original);
    });
    // Objects for readers, and those that change no request or type of a response.
    const IDLE = /^.?(?:Header|Link|Callback|Contact|License|Docs|Requirement|Schema|Encoding)/;
    const useless = withoutEffect.map(({ type, path }) => `${type} ${path.join('/')}`);
    expect(useless.filter((place) => !IDLE.test(place) && !/Example}? .*responses\//.test(place))).toEqual([]);
    expect(withoutEffect.length / places.length).toBeLessThan(0.5);
  });

  describe.each(Object.entries(TARGETS))('a target in %s', (_, write) => {
    test.each(places.map((place) => [place.type, place.path.join('/'), place] as const))(
      '%s at %s',
      (_type, _path, place) => {
        expect(read(open(write(document, place)))).toEqual(original);
      },
    );
  });
});
