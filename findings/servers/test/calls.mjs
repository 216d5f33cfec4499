/** The calls that our client makes to each server, and how they end, in words. */
import { setTimeout as delay } from 'node:timers/promises';
import { CallError, createCallClient, unaryCall, unaryMethod } from 'endpoint.js-client';
import { Request, Response } from '../../../proto/gen/web/api.js';

/** @typedef {import('endpoint.js-client').CallResult} CallResult */

const TEXT = '100 %41 ü€😀 <+>\t"\\';
const LARGE = 'é'.repeat(1 << 19);
const BYTES = 'x-sent-bin';
const METADATA = { 'x-sent': 'a b, c;d', [BYTES]: '/wAB/g' };
const DEADLINE_MS = 20_000;
const START_MS = 500;

/** @param {CallError} error */
const nameError = ({ status }) => `${status.name}: ${status.message.replaceAll(/https?:\/\/[^/]+/g, '')}`;

/** @template Result @param {Promise<Result>} running @returns {Promise<Result | CallError>} */
async function end(running) {
  try {
    return await running;
  } catch (error) {
    if (error instanceof CallError) return error;
    throw error;
  }
}

/**
 * @param {string} host
 * @param {import('endpoint.js-client').CallRequest} request
 * @param {import('endpoint.js-client').CallOptions} [options]
 * @param {Partial<import('endpoint.js-client').CallClientOptions>} [settings]
 */
const call = (host, request, options, settings) =>
  end(createCallClient({ host, probe: false, deadline: DEADLINE_MS, ...settings }).call(request, options));

/** @param {string} host @param {string} text @param {Partial<import('endpoint.js-client').CallClientOptions>} [settings] */
async function echo(host, text, settings) {
  const result = await call(host, { code: 'echo', str1: text }, {}, settings);
  if (result instanceof CallError) return nameError(result);
  return result.message === text ? 'as sent' : `other text: ${JSON.stringify(result.message.slice(0, 60))}`;
}

/** Changes a header of the requests. @param {string} name @param {string} value @returns {typeof globalThis.fetch} */
const fetchWith = (name, value) => (url, init) => {
  const headers = new Headers(init?.headers);
  headers.set(name, value);
  return fetch(url, { ...init, headers });
};

/** The places where metadata of a request comes back. @param {string} host @param {keyof typeof METADATA} name */
async function sendMetadata(host, name) {
  const metadata = { [name]: METADATA[name] };
  const succeeded = await call(host, { code: 'metadata' }, { metadata });
  const failed = await call(host, { code: 'fail', intValue: 9 }, { metadata });
  if (succeeded instanceof CallError) return nameError(succeeded);
  const places = {
    headers: succeeded.headers,
    trailers: succeeded.trailers,
    failures: failed instanceof CallError ? failed.trailers : new Headers(),
  };
  const found = Object.entries(places).flatMap(([place, fields]) => {
    const text = fields.get(name.replace('sent', 'back'));
    if (text === null) return [];
    const isSame = (name === BYTES ? text.replace(/=+$/, '') : text) === METADATA[name];
    return isSame ? place : `${place} (as ${JSON.stringify(text)})`;
  });
  return found.join(', ') || 'nowhere';
}

/** @param {string} host */
async function sendStatus(host) {
  let place = 'body';
  /** @type {import('endpoint.js-client').CallClientOptions['onWire']} */
  const onWire = (event) => {
    if (event.type === 'response' && event.headers.has('grpc-status')) place = 'headers';
  };
  const result = await call(host, { code: 'fail', intValue: 9, str1: TEXT }, {}, { onWire });
  if (!(result instanceof CallError)) return 'OK';
  const { name, message } = result.status;
  return name === 'FAILED_PRECONDITION' && message === TEXT ? `as sent, in the ${place}` : nameError(result);
}

/** Whether the handler of a call ends when the caller has gone. @param {string} host */
async function abort(host) {
  const count = async () => {
    const result = await call(host, { code: 'cancelled' });
    return result instanceof CallError ? Number.NaN : Number(result.message);
  };
  const before = await count();
  const signal = AbortSignal.timeout(START_MS);
  const result = await call(host, { code: 'wait', intValue: 6_000 }, { signal });
  if (!(result instanceof CallError) || result.status.name !== 'CANCELLED')
    throw new Error('The call was not aborted.');
  if (Number.isNaN(before)) return 'the handler can’t be asked';
  for (let tries = 0; tries < 30; tries += 1) {
    if ((await count()) > before) return 'the handler ends';
    await delay(100);
  }
  return 'the handler goes on';
}

/** @type {Readonly<Record<string, (host: string) => Promise<string>>>} */
const CALLS = {
  text: (host) => echo(host, TEXT),
  'no text': (host) => echo(host, ''),
  '1 MiB': (host) => echo(host, LARGE),
  'accept: */*': (host) => echo(host, TEXT, { fetch: fetchWith('accept', '*/*') }),
  status: sendStatus,
  'unknown method': async (host) => {
    const method = unaryMethod('api.ApiService', 'Other', Request, Response);
    const result = await end(unaryCall(method, new Request(), { host, probe: false, deadline: DEADLINE_MS }));
    return result instanceof CallError ? nameError(result) : 'OK';
  },
  metadata: (host) => sendMetadata(host, 'x-sent'),
  'binary metadata': (host) => sendMetadata(host, BYTES),
  deadline: async (host) => {
    const result = await call(host, { code: 'deadline' }, { deadline: 9_000 });
    if (result instanceof CallError) return nameError(result);
    return /^[5-9]\d{3}m?$/.test(result.message) ? 'as sent' : result.message;
  },
  'passed deadline': async (host) => {
    // The client itself would end the call much later.
    const fetch = fetchWith('grpc-timeout', '400m');
    const result = await call(host, { code: 'wait', intValue: 2_500 }, {}, { fetch });
    return result instanceof CallError ? nameError(result) : 'OK after the whole time';
  },
  abort,
};

/** Makes all calls to a server, one after another. @param {string} host */
export async function callServer(host) {
  /** @type {Record<string, string>} */
  const results = {};
  for (const [name, make] of Object.entries(CALLS)) results[name] = await make(host);
  return results;
}
