import { endpoint } from 'endpoint.js';
import { optionsFromJson } from 'endpoint.js/json';
import { expect, test } from 'vitest';
import { planAuth } from './auth.js';
import { writeBuildCall } from './build-call.js';
import { deriveState } from './build.js';
import { EMPTY_FORM, EXAMPLE_FORM } from './form.js';
import { NO_SURROUNDINGS } from './surroundings.js';
import { createForm, type FormParts } from './test/forms.js';

const row = { id: 1, name: 'x', value: '1', kind: 'text', place: 'auto' } as const;
const layer = (options: string) => ({ id: 1, name: '', on: true, options });
const state = (form: FormParts) => deriveState(createForm(form));

test.each<[name: string, form: FormParts, call: object | undefined]>([
  ['the form as it is', { route: 'GET /u', parameters: [row] }, { route: 'GET /u', options: '{"x":"1"}' }],
  ['no options', { route: 'GET /u' }, { route: 'GET /u', options: '' }],
  ['an unreadable field', { route: 'GET /u', parameters: [{ ...row, value: '[', kind: 'json' }] }, undefined],
  ['a missing value', { route: 'GET /{a}' }, undefined],
])('writes the call for %s', (_, form, call) => {
  expect(writeBuildCall(state(form))).toEqual(call);
});

test.each<[name: string, form: FormParts]>([
  ['the example', EXAMPLE_FORM],
  ['a media type', { route: 'GET /u', format: 'raw', previews: 'mercy' }],
  ['a header that is dropped', { route: '/u', headers: [{ id: 1, name: 'user-agent', value: '' }] }],
  [
    'a header that is dropped, and defaults',
    { route: '/u', headers: [{ id: 1, name: 'user-agent', value: '' }], layers: [layer('{"a": 1}')] },
  ],
  [
    'settings and defaults',
    {
      route: 'post u/{x}',
      layers: [layer('{"x": "1", "headers": {"a": "b"}, "@in": {"body": {"c": 2}}}')],
      vendor: 'acme',
      baseUrl: 'https://acme.example',
    },
  ],
  ['another vendor with a media type', { route: 'GET /u', vendor: 'acme', format: 'raw', previews: 'mercy' }],
  ['a default media type', { route: 'GET /u', layers: [layer('{"mediaType": {"format": "raw"}}')] }],
])('the builder of a server makes the same request: %s', (_, form) => {
  const { request, problems } = state(form);
  expect(problems).toEqual([]);
  const { route = '', options = '' } = writeBuildCall(state(form)) ?? {};
  // As the operation does it.
  expect(endpoint(route, optionsFromJson(options))).toEqual(request);
});

test('the credentials are left out', () => {
  const authorize = {
    auth: { kind: 'bearer', token: 'planted' },
    authOrigin: EMPTY_FORM.baseUrl,
    authorize: planAuth,
  } as const;
  const built = deriveState({ ...EMPTY_FORM, route: 'GET /u' }, undefined, { ...NO_SURROUNDINGS, ...authorize });
  expect(built.request?.headers).toHaveProperty('authorization');
  expect(writeBuildCall(built)).toEqual({ route: 'GET /u', options: '' });
});
