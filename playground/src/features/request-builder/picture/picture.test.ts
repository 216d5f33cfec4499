import { describe, expect, test } from 'vitest';
import { buildConcealed } from '../model/conceal.js';
import { planAuth } from '../model/auth.js';
import { NO_SURROUNDINGS } from '../model/surroundings.js';
import { deriveState } from '../model/build.js';
import { EMPTY_FORM, EXAMPLE_FORM, type Form } from '../model/form.js';
import { createContent, type Piece, type PictureContent } from './content.js';
import { flow, wrap } from './layout.js';
import { THEMES } from '../../../ui/themes.js';
import { drawPicture } from './svg.js';

function describeForm(form: Partial<Form>): PictureContent {
  const concealed = buildConcealed(deriveState({ ...EMPTY_FORM, ...form }));
  if (!concealed) throw new Error('The form builds no request.');
  return createContent(concealed.built, concealed.form.route);
}

const parameter = (id: number, name: string, value: string) =>
  ({ id, name, value, kind: 'text', place: 'auto' }) as const;
const show = (pieces: readonly Piece[]): string[] =>
  pieces.map(({ text, source }) => (source ? `${source.ordinal}:${text}` : text));

describe('a picture has', () => {
  test.each<[name: string, Partial<Form>, route: string[], beside: string[], url: string[]]>([
    [
      'the base URL, variables and further parameters as sources',
      {
        route: 'GET /repos/{owner}{?page,sort*}',
        variables: [
          { name: 'owner', value: 'a b', kind: 'text' },
          { name: 'sort', value: '["x","y"]', kind: 'json' },
        ],
        parameters: [parameter(1, 'q', 'z')],
      },
      ['GET', ' ', '/repos/', '2:{owner}', '{', '?', 'page', ',', '3:sort*', '}'],
      ['1:base URL', '4:parameter q'],
      ['1:https://api.github.com', '/repos/', '2:a%20b', '3:?sort=x&sort=y', '4:&q=z'],
    ],
    [
      'the host of an absolute route as copied text',
      { route: 'https://h.example/{a}', variables: [{ name: 'a', value: '1', kind: 'text' }] },
      ['https://h.example', '/', '1:{a}'],
      [],
      ['https://h.example', '/', '1:1'],
    ],
    ['a path alone', { route: '/', baseUrl: '' }, ['/'], [], ['/']],
  ])('%s', (_, form, route, beside, url) => {
    const content = describeForm(form);
    expect({ route: show(content.route), beside: show(content.beside), url: show(content.url) }).toEqual({
      route,
      beside,
      url,
    });
    expect(content.sources.map(({ ordinal }) => ordinal)).toEqual(content.sources.map((_source, index) => index + 1));
    for (const { sentence } of content.sources) expect(content.description).toContain(sentence.replaceAll('`', ''));
  });

  test('the sentence of the value, not of the characters around it', () => {
    const { sources } = describeForm(EXAMPLE_FORM);
    expect(sources.find(({ text }) => text.startsWith('?state'))?.sentence).toMatch(/`state` is written unchanged/);
  });

  test('long texts cut in the middle', () => {
    const long = describeForm({ route: 'GET /{a}', variables: [{ name: 'a', value: 'x'.repeat(9000), kind: 'text' }] });
    const text = long.url.at(-1)?.text ?? '';
    expect(text).toMatch(/^x+ … x+$/);
    expect(text.length).toBeLessThan(260);
    expect(long.description.length).toBeLessThan(4000);
  });
});

const SECRET = 'S3cr3tV4lu3';
test.each<[name: string, Partial<Form>]>([
  ['a variable', { route: 'GET /{token}', variables: [{ name: 'token', value: SECRET, kind: 'text' }] }],
  ['JSON', { route: 'GET /{token}', variables: [{ name: 'token', value: `"${SECRET}"`, kind: 'json' }] }],
  ['a parameter', { route: 'GET /', parameters: [parameter(1, 'api_key', SECRET)] }],
  ['a text in a value', { route: 'GET /', parameters: [parameter(1, 'q', `Bearer ${SECRET}`)] }],
  ['the route', { route: `GET /?access_token=${SECRET}` }],
  ['credentials in the url', { route: `GET https://u:${SECRET}@h.example/` }],
  ['the base URL', { route: 'GET /', baseUrl: `https://u:${SECRET}@h.example` }],
  [
    'a name of defaults',
    { route: 'GET /', layers: [{ id: 1, on: true, name: `token=${SECRET}`, options: '{"q": "1"}' }] },
  ],
  ['defaults', { route: 'GET /', layers: [{ id: 1, on: true, name: '', options: `{"token": "${SECRET}"}` }] }],
])('no secret of %s is in the picture', (_, form) => {
  for (const theme of THEMES) expect(drawPicture(describeForm(form), theme)).not.toContain(SECRET);
});

test('credentials of the surroundings and secret variables are left out', () => {
  const state = deriveState({ ...EMPTY_FORM, route: 'GET /a' }, undefined, {
    ...NO_SURROUNDINGS,
    auth: { kind: 'key', name: 'key', value: SECRET, place: 'query' },
    authOrigin: 'https://api.github.com',
    authorize: planAuth,
    variables: [{ name: 'token', value: SECRET }],
  });
  expect(JSON.stringify(buildConcealed(state))).not.toContain(SECRET);
});

test('a request that can’t be built has no picture', () => {
  expect(buildConcealed(deriveState({ ...EMPTY_FORM, route: 'GET /{a}' }))).toBeUndefined();
});

describe('the drawing', () => {
  const HOSTILE = `<script>alert(1)</script>&"'\u0001\u202e💥`;
  const content = describeForm({
    route: `GET /{a}`,
    variables: [{ name: 'a', value: HOSTILE, kind: 'text' }],
    layers: [{ id: 1, on: true, name: HOSTILE, options: '{"q": "1"}' }],
  });

  test('is XML with a title and a description, whatever the values hold', () => {
    const svg = drawPicture(content, 'system');
    expect(svg).not.toMatch(/<script|(?!\n)[\p{Cc}\p{Cf}]/u);
    expect(svg).toContain('&lt;script&gt;');
    expect(svg).toMatch(/<title id="ep-title">GET \/\{a\}<\/title>/);
    expect(svg).toMatch(/<desc id="ep-desc">The url /);
    // Each element is closed, in order.
    const open: string[] = [];
    for (const [, end, name = '', selfClosing] of svg.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
      if (end) expect(open.pop()).toBe(name);
      else if (!selfClosing) open.push(name);
    }
    expect(open).toEqual([]);
  });

  test.each([
    ['system', true],
    ['light', false],
    ['dark', false],
  ] as const)('of the theme %s needs nothing from elsewhere', (theme, follows) => {
    const svg = drawPicture(content, theme);
    expect(svg.includes('prefers-color-scheme')).toBe(follows);
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/href|url\(|@import|src=/);
  });
});

describe('text flows', () => {
  const piece = (text: string): Piece => ({ text, anchor: text, source: undefined });
  const area = { x: 0, y: 0, width: 10, lineHeight: 1, advance: 1 };

  test.each<[name: string, texts: string[], blocks: [text: string, x: number, y: number][]]>([
    [
      'on one line',
      ['/ab', 'cd'],
      [
        ['/ab', 0, 0],
        ['cd', 3, 0],
      ],
    ],
    [
      'to a new line after a slash',
      ['/abcde/fghij/k'],
      [
        ['/abcde/', 0, 0],
        ['fghij/k', 0, 1],
      ],
    ],
    [
      'to a new line before a question mark',
      ['abcdefg', '?x=yz'],
      [
        ['abcdefg', 0, 0],
        ['?x=yz', 0, 1],
      ],
    ],
    [
      'over several lines where it has no place to break',
      ['a'.repeat(23)],
      [
        ['a'.repeat(10), 0, 0],
        ['a'.repeat(10), 0, 1],
        ['aaa', 0, 2],
      ],
    ],
    [
      'with two columns for a wide character',
      ['日本語日本語'],
      [
        ['日本語日本', 0, 0],
        ['語', 0, 1],
      ],
    ],
    ['not at all without text', [''], []],
  ])('%s', (_, texts, blocks) => {
    expect(flow(texts.map(piece), area).blocks.map(({ text, x, y }) => [text, x, y])).toEqual(blocks);
  });

  test.each([
    ['one two three', 7, ['one two', 'three']],
    ['abcdefgh ij', 3, ['abc', 'def', 'gh', 'ij']],
    ['', 3, ['']],
  ])('prose %j in lines of %d characters', (text, length, lines) => {
    expect(wrap(text, length)).toEqual(lines);
  });
});
