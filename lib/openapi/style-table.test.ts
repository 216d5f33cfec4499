/**
 * The table of styles in OpenAPI 3.1.1 ("Style Examples"; 3.1.0 differs where it contradicts RFC 6570): each cell as a document, whose
 * route the builder builds as the table has it, or with a warning that names the parameter.
 */
import { createEndpoint, endpoint } from 'endpoint.js';
import { expect, test } from 'vitest';
import { ApiDocument, readApi } from './index.js';

const string = { type: 'string' };
const list = { type: 'array', items: string };
const object = (properties: object): object => ({ type: 'object', properties });

type Column = 'empty' | 'string' | 'array' | 'object';

const VALUES: Readonly<Record<Column, { schema: object; value: unknown }>> = {
  empty: { schema: { type: 'string' }, value: '' },
  string: { schema: { type: 'string' }, value: 'blue' },
  array: { schema: { type: 'array', items: { type: 'string' } }, value: ['blue', 'black', 'brown'] },
  object: {
    schema: { type: 'object', properties: { R: {}, G: {}, B: {} } },
    value: { R: 100, G: 200, B: 150 },
  },
};

type Row = readonly [style: string, explode: boolean, place: 'path' | 'query', cells: Partial<Record<Column, string>>];

const ROWS: readonly Row[] = [
  ['matrix', false, 'path', { empty: ';color', string: ';color=blue', array: ';color=blue,black,brown', object: ';color=R,100,G,200,B,150' }],
  ['matrix', true, 'path', { empty: ';color', string: ';color=blue', array: ';color=blue;color=black;color=brown', object: ';R=100;G=200;B=150' }],
  ['label', false, 'path', { empty: '.', string: '.blue', array: '.blue,black,brown', object: '.R,100,G,200,B,150' }],
  ['label', true, 'path', { empty: '.', string: '.blue', array: '.blue.black.brown', object: '.R=100.G=200.B=150' }],
  ['simple', false, 'path', { string: 'blue', array: 'blue,black,brown', object: 'R,100,G,200,B,150' }],
  ['simple', true, 'path', { string: 'blue', array: 'blue,black,brown', object: 'R=100,G=200,B=150' }],
  ['form', false, 'query', { empty: 'color=', string: 'color=blue', array: 'color=blue,black,brown', object: 'color=R,100,G,200,B,150' }],
  ['form', true, 'query', { empty: 'color=', string: 'color=blue', array: 'color=blue&color=black&color=brown', object: 'R=100&G=200&B=150' }],
  ['spaceDelimited', false, 'query', { array: 'color=blue%20black%20brown', object: 'color=R%20100%20G%20200%20B%20150' }],
  ['pipeDelimited', false, 'query', { array: 'color=blue%7Cblack%7Cbrown', object: 'color=R%7C100%7CG%7C200%7CB%7C150' }],
  ['deepObject', true, 'query', { object: 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150' }],
]; // prettier-ignore

const CELLS = ROWS.flatMap(([style, explode, place, cells]) =>
  (Object.keys(cells) as Column[]).map((column) => ({ style, explode, place, column, written: cells[column] ?? '' })),
);

/** The cells that no template and no setting of the builder has: the caller joins the members. */
const REFUSED = ['spaceDelimited object', 'pipeDelimited object'];

/** The settings of the builder with which every style but those of a separator is built. */
const BUILDERS = [undefined, 'repeat', 'comma', 'pipes', 'spaces'] as const;
const isDelimited = (style: string): boolean => style.endsWith('Delimited');

test('the table has 35 cells, of which all but two are built', () => {
  expect(CELLS).toHaveLength(35);
  expect(REFUSED).toHaveLength(2);
});

test.each(CELLS)('$style, explode $explode: $column as $written', ({ style, explode, place, column, written }) => {
  const { schema, value } = VALUES[column];
  const parameter = { name: 'color', in: place, required: true, style, explode, schema };
  // A dot alone would be a dot segment.
  const path = place === 'path' ? '/x{color}' : '/x';
  for (const builder of isDelimited(style) ? [undefined] : BUILDERS) {
    const document = new ApiDocument({ openapi: '3.1.1', paths: { [path]: { get: { parameters: [parameter] } } } });
    const { operations, arrays } = readApi(document, builder);
    const [operation] = operations;
    const isRefused = REFUSED.includes(`${style} ${column}`);
    expect(document.warnings).toEqual(
      isRefused
        ? [expect.stringMatching(`color is text for a route; no route has the style ${style}( with explode)? here`)]
        : [],
    );
    // Members of an object may have become parameters.
    const isSpread = operation?.parameters.some(({ name }) => name !== 'color');
    const text = written.replace(/^color=/, '');
    const sent = isRefused ? decodeURIComponent(text) : value;
    const { url } = createEndpoint({ query: { arrays } })(operation?.route ?? '', {
      [endpoint.in]: { [place]: isSpread ? (value as object) : { color: sent } },
    });
    expect(url).toBe(place === 'path' ? `/x${written}` : `/x?${written}`);
  }
});

test.each<[value: string, style: string, schema: object, isReported: boolean]>([
  ['an object of text', 'deepObject', object({ a: string }), false],
  ['an object of lists', 'deepObject', object({ a: list }), true],
  ['an object of objects', 'deepObject', object({ a: object({}) }), true],
  ['members that are lists', 'form', object({ a: list }), false],
  ['members that are objects', 'form', object({ a: object({ b: string }) }), true],
  ['members of alternatives', 'deepObject', { oneOf: [object({ a: string }), object({ b: list })] }, true],
])('%s of style %s', (_, style, schema, isReported) => {
  const parameters = [{ name: 'v', in: 'query', style, explode: true, schema }];
  const document = new ApiDocument({ openapi: '3.1.1', paths: { '/x': { get: { parameters } } } });
  const [parameter] = readApi(document).operations[0]?.parameters ?? [];
  const warning = `GET /x: ${parameter?.name}: OpenAPI has no style for lists and objects inside an object`;
  expect(document.warnings).toEqual(isReported ? [expect.stringContaining(warning)] : []);
}); // prettier-ignore
