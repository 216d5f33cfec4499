import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../dev/testing/full.js';
import { deriveParameterSource, deriveRunSource, deriveTokenSource, findSentence } from '../highlight/subjects.js';
import { deriveState, reduceBuilder, type BuilderState } from './build.js';
import { EXAMPLE_FORM } from './form.js';
import { createForm } from './test/forms.js';
import { setText } from './edit.js';

const FORM = createForm({
  variables: ['owner', 'repo', 'state', 'labels', 'page', 'path', 'a'].map((name) => ({
    name,
    value: name === 'labels' ? '["a", "b"]' : `v ${name}`,
    kind: name === 'labels' ? 'json' : 'text',
    parked: true,
  })),
  parameters: [{ id: 1, name: 'further', value: '1', kind: 'text', place: 'auto' }],
  layers: [{ id: 1, name: '', on: true, options: '{"page": 2}' }],
});

const ROUTES = [
  EXAMPLE_FORM.route,
  'GET /repos/{owner}/{repo}/contents/{+path}{?a}',
  'POST /repos/:owner/:repo/issues{?labels*}&x=1#{a}',
  'https://uploads.example.com/{owner:3}/files{;state,page}{&a}',
  'delete https://{owner}.example.com:8080/x{/path*}',
  '/a}b{owner}{{repo}}/%zz{?page',
  '/a?b/{owner}&x=1#{a}#c',
];

/** The text with everything encoded that a url encodes. */
const encode = (text: string): string =>
  text
    .replaceAll(/[^!-~]|["<>\\^`{|}]/gu, (character) =>
      encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode(character))),
    )
    .replaceAll('%25', '%');

/** Everything on the page that is highlighted together, with the text that it must have in the current route. */
function checkState({ form, explanation, unread, variables }: BuilderState) {
  const { tokens, url, expressions, parameters } = explanation;
  const { route } = form;
  if (route.trim() === '') return;
  expect(tokens.map(({ text }) => text).join('')).toBe(route);
  expect(route.endsWith(unread)).toBe(true);
  for (const { text, start, end } of [...tokens, ...expressions]) expect(route.slice(start, end)).toBe(text);
  const read = route.length - unread.length;
  for (const { source, text } of url) {
    if (source.kind === 'literal') expect(encode(text)).toBe(encode(route.slice(source.start, source.end)));
    if ('expression' in source) expect(expressions[source.expression]?.end).toBeLessThanOrEqual(read);
    if (source.kind === 'unexpanded') expect(expressions[source.expression]?.text).toBe(text);
    if ('parameter' in source) expect(parameters[source.parameter]?.name).toBe(source.name);
  }
  for (const { varspecs, text } of expressions) {
    for (const { parameter, name } of varspecs) {
      expect(text).toContain(name);
      expect(parameters[parameter]?.name).toBe(name);
    }
  }
  const sources = [
    ...tokens.map((_, index) => deriveTokenSource(explanation, index)),
    ...url.map((run, index) => deriveRunSource(explanation, run, index)),
    ...parameters.map((_, index) => deriveParameterSource(explanation, index)),
  ];
  for (const { from, subjects } of sources) {
    expect(findSentence(explanation, from)).toBeTruthy();
    expect(subjects).not.toContain('t-1');
  }
  if (unread === '') expect(variables.every(({ expression }) => route.includes(expression))).toBe(true);
}

/** The text of the request line. */
function shownUrl({ explanation, unread }: BuilderState): string {
  return explanation.url.map(({ text }) => text).join('') + unread;
}

test.each([
  ['GET /repos/{owner}/x{?a', 'https://api.github.com/repos/v%20owner/x{?a'],
  ['GET /repos/{owner', 'https://api.github.com/repos/{owner'],
  ['GET /repos/{owner}/{', 'https://api.github.com/repos/v%20owner/{'],
  ['GET {', '{'],
  ['FO(O /a', 'FO(O /a'],
  ['GET https://ev il/{a}', 'https://ev il/{a}'],
  ['/a{a}}b', 'https://api.github.com/av%20a}b'],
])('shows the readable beginning of %s', (route, expected) => {
  // An earlier request must not show through.
  const before = reduceBuilder(deriveState(FORM), setText('route', EXAMPLE_FORM.route));
  const state = reduceBuilder(before, setText('route', route));
  expect(shownUrl(state)).toBe(expected);
});

test('everything shown belongs to the current text after random edits', () => {
  const edit = fc.record({
    route: fc.constantFrom(...ROUTES),
    from: fc.nat(60),
    length: fc.nat(6),
    text: fc.oneof(
      fc.constantFrom('{', '}', '{?', ',', '*', ':', '/', '#', ' ', 'é', '%', '..'),
      fc.string({ maxLength: 4 }),
    ),
  });
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), (edits) => {
      let state = deriveState(FORM);
      for (const { route, from, length, text } of edits) {
        const base = from % 2 === 0 ? state.form.route : route;
        const value = base.slice(0, from) + text + base.slice(from + length);
        state = reduceBuilder(state, setText('route', value));
        checkState(state);
        expect(shownUrl(state)).toBe(shownUrl(deriveState(state.form)));
      }
    }),
    { numRuns: runs(100) },
  );
});
