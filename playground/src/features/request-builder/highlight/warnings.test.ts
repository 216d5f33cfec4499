import { expect, test } from 'vitest';
import { deriveState } from '../model/build.js';
import { findWarning } from './subjects.js';
import { createForm, type FormParts } from '../model/test/forms.js';

const variable = (name: string, value: string, kind: 'text' | 'json' = 'text') => ({ name, value, kind });

/** The texts of the route's tokens, of the url's runs and of the parameters that have a warning. */
function listWarned(form: FormParts) {
  const { explanation } = deriveState(createForm(form));
  const warned = (kind: string, texts: readonly string[]) =>
    texts.filter((_, index) => findWarning(explanation, `${kind} ${index}`) !== undefined);
  return {
    route: warned('token', explanation.tokens.map(({ text }) => text)),
    url: warned('run', explanation.url.map(({ text }) => text)),
    rows: warned('parameter', explanation.parameters.map(({ name }) => name)),
  };
} // prettier-ignore

test.each<[name: string, form: FormParts, route: string[], url: string[], rows: string[]]>([
  ['nothing', { route: 'GET /a/{b}', variables: [variable('b', 'x')] }, [], [], []],
  ['an encoded slash', { route: 'GET /a/{b}', variables: [variable('b', 'x/y')] }, ['b'], ['x%2Fy'], ['b']],
  [
    'a remaining parameter',
    { route: 'GET /a', parameters: [{ id: 1, ...variable('b', 'x%20y'), place: 'auto' }] },
    [],
    ['x%2520y'],
    ['b'],
  ],
  [
    'two parameters of one name',
    {
      route: 'POST /a/{b}',
      variables: [variable('b', 'x')],
      parameters: [{ id: 1, ...variable('b', 'p%20q'), place: 'query' }],
    },
    [],
    ['p%2520q'],
    ['b'],
  ],
  ['text of the route', { route: 'GET /a/<id>' }, ['/a/<id>'], ['/a/%3Cid%3E'], []],
  ['a user in the base', { route: 'GET /a', baseUrl: 'https://u:p@h' }, [], ['https://u:p@h'], []],
  [
    'a misspelled name',
    { route: 'GET /a{?owner}', parameters: [{ id: 1, ...variable('ownr', 'x'), place: 'auto' }] },
    ['owner'],
    ['x'],
    ['ownr'],
  ],
])('%s', (_, form, route, url, rows) => {
  expect(listWarned(form)).toEqual({ route, url, rows });
});
