import { expect, it } from 'vitest';
import { createEndpoint } from 'endpoint.js';
import { createExplain } from 'endpoint.js/explain';
import { toFetch } from 'endpoint.js/fetch';
import { toHar } from 'endpoint.js/har';
import { ApiDocument, createExample, readApi } from 'endpoint.js/openapi';
import { send } from 'endpoint.js/send';
import { toSnippet } from 'endpoint.js/snippets';
import { createTools, createToolsFrom } from 'endpoint.js/tools';
import * as templates from 'endpoint.js/uri-template';
import { createCallClient, fetchTransport, unaryCall, unaryMethod } from 'endpoint.js-client';
import { createServer } from 'endpoint.js-server';
import { Request, Response } from '../../proto/gen/web/api.js';
import { cert, key } from '../../server/test/certificate.js';
import { findSettings } from './test/find-settings.js';

/** Types whose objects have known names and are no settings: the packages make them, or they record a call. */
const DATA = new Set(['Api', 'ApiServer', 'Fix', 'Located', 'RequestOptions', 'SnippetSource']);
const { places, excluded } = findSettings(DATA);

const host = 'http://127.0.0.1:9';
const request = createEndpoint({ baseUrl: host })('GET /');
const root = { openapi: '3.1.0', info: { title: 'A', version: '1' }, servers: [{ url: 'https://a.test' }], paths: {} };
const document = new ApiDocument(root);
const jwt = { issuer: 'i', audience: 'a', jwks: 'https://a.test/keys' };
const renewable = createServer({ token: 't', jwt, tls: { cert, key } });
const callApi = unaryMethod('api.ApiService', 'CallApi', Request, Response);

/** How to call each function that takes settings; the number is the index of its parameter. */
const CALLS: Readonly<Record<string, (settings: never) => unknown>> = {
  'createEndpoint[0]': (settings) => createEndpoint(settings),
  'toFetch[1]': (form) => toFetch(request, form),
  'toHar[1]': (form) => toHar(request, form),
  'send[1]': (settings) => send(request, settings),
  'toSnippet[3]': (form) => toSnippet(request, 'curl', undefined, form),
  // It throws nothing: its explanations have the error.
  'createExplain[0]': (settings) => Promise.reject(createExplain(settings)('GET /').error),
  'createExample[2]': (options) => createExample(document, { value: {}, file: '' }, options),
  'createTools[1]': (settings) => createTools(root, settings),
  'createToolsFrom[2]': (settings) => createToolsFrom(document, readApi(document), settings),
  'parse[1]': (options) => templates.parse('/{a}', options),
  'variables[1]': (options) => templates.variables('/{a}', options),
  'compile[1]': (options) => templates.compile('/{a}', options),
  'parseTemplate[1]': (options) => templates.parseTemplate('/{a}', options),
  'compileMatch[1]': (options) => templates.compileMatch('/{a}', options),
  'match[2]': (options) => templates.match('/{a}', '/b', options),
  'compileRoutes[1]': (options) => templates.compileRoutes(['GET /a'], options),
  'createCallClient[0]': (options: object) => createCallClient({ host, ...options }),
  'CallClient.call[0]': (fields: object) => createCallClient({ host }).call({ code: '', ...fields }),
  'CallClient.call[1]': (options) => createCallClient({ host }).call({ code: '' }, options),
  'unaryCall[2]': (options: object) => unaryCall(callApi, new Request(), { host, ...options }),
  'fetchTransport[0]': (options) => fetchTransport(options),
  'createServer[0]': (options) => createServer(options),
  'CallServer.listen[0]': (options) => createServer().listen(options),
  'CallServer.renew[0]': (renewal) => renewable.renew(renewal),
  'CallServer.drain[0]': (options) => createServer().drain(options),
};

/** What a setting needs besides the settings within it. */
const REQUIRED: Readonly<Record<string, object>> = {
  'createServer[0].operations.*': { description: '', arguments: {}, handler: () => '' },
};

/** Passes settings at a place: those of a parameter, or those within others. */
async function passAt(place: string, settings: object): Promise<unknown> {
  const call = CALLS[place];
  if (call) return call(settings as never);
  if (place.endsWith(']')) throw new Error(`CALLS has no ${place}.`);
  const end = place.lastIndexOf('.');
  const parent = place.slice(0, end);
  return passAt(parent, { ...REQUIRED[parent], [place.slice(end + 1)]: settings });
}

it('each function that takes settings has a call here, and each call a function', () => {
  const parameters = [...places.keys()].filter((place) => place.endsWith(']'));
  expect(parameters.toSorted()).toEqual(Object.keys(CALLS).toSorted());
  expect([...excluded].toSorted()).toEqual([...DATA].toSorted());
});

// A letter twice is the slip that no name has.
const slips = [...places].flatMap(([place, names]) => names.map((name) => [place, name + name.slice(-1)] as const));
it.each(slips)('%s: the unknown name %s is an error that names a similar one', async (place, unknown) => {
  const similar = places.get(place)?.join('|');
  await expect(passAt(place, { [unknown]: undefined })).rejects.toThrow(
    new RegExp(`\\.${unknown}: isn't one of .*\\(did you mean (?:${similar})\\?\\)`),
  );
});

it.each([...places.keys()])('%s: a name that resembles none is an error', async (place) => {
  await expect(passAt(place, { qzjx: 1 })).rejects.toThrow(/\.qzjx: isn't one of [^(]+$/);
});
