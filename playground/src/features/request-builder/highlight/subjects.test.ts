import { expect, test } from 'vitest';
import { deriveState } from '../model/build.js';
import { createForm } from '../model/test/forms.js';
import { writeLines } from '../outputs/RequestView.js';
import { HighlightStore } from './Highlight.js';
import { deriveParameterSource, deriveRunSource, deriveTokenSource, findSentence } from './subjects.js';

const form = createForm({
  route: 'POST /repos/{owner}/x{?tags*,page}',
  variables: [
    { name: 'owner', value: 'a b', kind: 'text' },
    { name: 'tags', value: '["c", "d"]', kind: 'json' },
  ],
  parameters: [{ id: 1, name: 'title', value: 't', kind: 'text', place: 'auto' }],
  headers: [{ id: 1, name: 'X-A', value: '1' }],
  layers: [{ id: 1, name: 'tenant', on: true, options: '{"page": 2}' }],
});
const state = deriveState(form);
const { explanation } = state;

/** The texts that are highlighted with a subject. */
function highlighted(subject: string) {
  const has = ({ subjects }: { readonly subjects: string }) => subjects.split(' ').includes(subject);
  return {
    route: explanation.tokens
      .flatMap(({ text }, index) => (has(deriveTokenSource(explanation, index)) ? [text] : []))
      .join(''),
    url: explanation.url
      .flatMap((run, index) => (has(deriveRunSource(explanation, run, index)) ? [run.text] : []))
      .join(''),
    parameters: explanation.parameters.flatMap((parameter, index) =>
      has(deriveParameterSource(explanation, index)) ? [parameter.name] : [],
    ),
  };
}

const findSubjectOfToken = (text: string): string => {
  const index = explanation.tokens.findIndex((token) => token.text === text);
  return deriveTokenSource(explanation, index).subjects.split(' ', 1)[0] ?? '';
};

test.each([
  ['owner', { route: 'owner', url: 'a%20b', parameters: ['owner'] }],
  ['tags', { route: 'tags*', url: '?tags=c&tags=d', parameters: ['tags'] }],
  ['?', { route: '{?tags*,page}', url: '?tags=c&tags=d&page=2', parameters: ['page', 'tags'] }],
  ['/x', { route: '/x', url: '/x', parameters: [] }],
])('%s of the route highlights everything that belongs to it', (text, expected) => {
  const found = highlighted(findSubjectOfToken(text));
  expect({ ...found, parameters: found.parameters.toSorted() }).toEqual(expected);
});

test('a layer highlights everything that it provided', () => {
  const index = explanation.layers.find(({ kind }) => kind === 'defaults')?.index;
  expect(highlighted(`d${index}`)).toMatchObject({ url: 'page2', parameters: ['page'] });
});

test('every line of the request has a sentence', () => {
  const lines = writeLines(state, true).filter(({ from }) => from !== '');
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.filter(({ from }) => !findSentence(explanation, from))).toEqual([]);
  expect(findSentence(explanation, 'run 999')).toBeUndefined();
});

/** A highlighted element, as far as the store reads it. */
function createPlace(subjects: string, from: string) {
  const place = {
    isConnected: true,
    dataset: { subjects, from },
    closest: () => place as unknown as Element,
  };
  return place;
}

test('the last action decides the highlight, and that of the caret remains when the pointer leaves', () => {
  const store = new HighlightStore();
  let changes = 0;
  const stop = store.subscribe(() => (changes += 1));
  store.focus(createPlace('p1', 'parameter 1'));
  store.hover(createPlace('p2', 'parameter 2'));
  store.hover(createPlace('p2', 'parameter 2'));
  expect(store.current()?.subject).toBe('p2');
  store.hover(undefined);
  expect(store.current()?.subject).toBe('p1');
  store.hover(createPlace('p2', 'parameter 2'));
  store.focus(createPlace('p3', 'parameter 3'));
  expect(store.current()?.subject).toBe('p3');
  expect(changes).toBe(5);
  stop();
  store.focus(undefined);
  expect(changes).toBe(5);
});

test.each<[name: string, change: (place: ReturnType<typeof createPlace>) => void, expected: object | undefined]>([
  [
    'that is another piece now',
    ({ dataset }) => Object.assign(dataset, { subjects: 'e1 e0', from: 'run 4' }),
    { subject: 'e1', from: 'run 4' },
  ],
  ['that was removed', (place) => (place.isConnected = false), undefined],
  ['without an explanation now', ({ dataset }) => Object.assign(dataset, { from: '' }), undefined],
])('a highlighted place %s is read again', (_, change, expected) => {
  const store = new HighlightStore();
  const place = createPlace('e0', 'run 3');
  store.focus(place);
  store.hover(place);
  change(place);
  store.refresh();
  const { subject, from } = store.current() ?? {};
  expect({ subject, from }).toEqual({ ...expected });
});
