import type { LookupFunction } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { OperationError } from '../../service/operation.js';
import * as addresses from './addresses.js';
import { sendRequest, type SendRequestOptions, type HttpResponse } from './send-request.js';
import { startUpstream, type Upstream } from '../../test/upstream.js';

vi.mock('./addresses.js', { spy: true });

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());
afterEach(() => void vi.mocked(addresses.isPublicAddress).mockReset());

const origin = (): string => `http://a.test:${new URL(upstream.origin).port}`;

function send(
  lookup: LookupFunction,
  options: Partial<SendRequestOptions> = {},
  host = origin(),
): Promise<HttpResponse> {
  const request = { url: new URL(`${host}/echo`), method: 'GET', headers: {}, body: undefined };
  const { signal } = new AbortController();
  return sendRequest(request, { signal, timeoutMs: 60_000, maxBodyBytes: 1000, publicOnly: false, lookup, ...options });
}

async function refusal(...args: Parameters<typeof send>): Promise<string> {
  const before = upstream.requests.length;
  const error: unknown = await send(...args).catch((reason: unknown) => reason);
  expect(upstream.requests.length).toBe(before);
  expect(error).toBeInstanceOf(OperationError);
  return error instanceof Error ? error.message : '';
}

/** A resolver that calls back with this, whatever it was asked for. */
const answering =
  (...values: unknown[]): LookupFunction =>
  (_, __, callback) =>
    Reflect.apply(callback, undefined, values);

const failing = (code: string): LookupFunction => answering(Object.assign(new Error(`getaddrinfo ${code}`), { code }));

const entry = (address: string) => ({ address, family: address.includes(':') ? 6 : 4 });

describe('a resolver', () => {
  it('is called once, and its address is connected to', async () => {
    const lookup = vi.fn<LookupFunction>(answering(null, [entry('127.0.0.1')]));
    expect(await send(lookup)).toMatchObject({ status: 200 });
    expect(lookup).toHaveBeenCalledOnce();
  });

  it.each([
    ['a list', [[entry('127.0.0.1')]]],
    ['an address', ['127.0.0.1', 4]],
    ['a list of texts', [['127.0.0.1']]],
  ])('may call back with %s', async (_, values) => {
    expect(await send(answering(null, ...values))).toMatchObject({ status: 200 });
  });

  it('may call back twice', async () => {
    const twice: LookupFunction = (_, __, callback) => {
      callback(null, '127.0.0.1', 4);
      callback(new Error('again'), '');
    };
    expect(await send(twice)).toMatchObject({ status: 200 });
  });

  const faulty: [string, LookupFunction, string][] = [
    ['fails: no such name', failing('ENOTFOUND'), 'there is no such name; correct the host (ENOTFOUND)'],
    ['fails: no answer from DNS', failing('EAI_AGAIN'), "the name can't be resolved at present; try again later (EAI_AGAIN)"],
    ['fails with an unknown code', failing('ESTRANGE'), "the name can't be resolved (ESTRANGE)"],
    ['fails without a code', answering(new Error('no reason')), "the name can't be resolved"],
    ['finds an empty list', answering(null, []), 'the name has no address; correct the host (ENODATA)'],
    ['finds nothing', answering(null), 'the name has no address; correct the host (ENODATA)'],
    ['finds what is no address', answering(null, [entry('127.0.0.1'), entry('localhost')]), 'the name has no address'],
    ['throws', () => { throw new Error('broken'); }, "the name can't be resolved"],
  ]; // prettier-ignore
  it.each(faulty)('that %s fails the call alone, with a reason', async (_, lookup, reason) => {
    const message = await refusal(lookup);
    expect(message).toContain(`The request to ${origin()} failed: ${reason}`);
    // By a wildcard nothing tells these apart from a private name.
    expect(await refusal(lookup, { publicOnly: true })).toBe(
      await refusal(answering(null, [entry('10.0.0.1')]), { publicOnly: true }),
    );
  });

  const silent: LookupFunction = () => undefined;

  it('that never answers is given up at the timeout', async () => {
    const message = await refusal(silent, { timeoutMs: 20 });
    expect(message).toMatch(/^http:\/\/a\.test:\d+ sent no whole answer within 20 ms; /);
  });

  it.each([true, false])('that never answers is given up at the end of the call (already over: %s)', async (over) => {
    const controller = new AbortController();
    const reason = new Error('cancelled');
    if (over) controller.abort(reason);
    const ended = send(silent, { signal: controller.signal });
    controller.abort(reason);
    await expect(ended).rejects.toBe(reason);
  });

  it('that answers after the end of the call does no harm', async () => {
    let answer: (() => void) | undefined;
    const late: LookupFunction = (_, __, callback) => {
      answer = () => callback(null, '127.0.0.1', 4);
    };
    const before = upstream.requests.length;
    await refusal(late, { timeoutMs: 20 });
    answer?.();
    await new Promise(setImmediate);
    expect(upstream.requests.length).toBe(before);
  });
});

describe('by a wildcard', () => {
  const publicOnly = { publicOnly: true };
  const message = (host: string): RegExp =>
    new RegExp(
      `^No public address was found for ${host.replace(/[.[\]]/g, '\\$&')}; correct the host, .* only when http://`,
    );

  it.each([
    ['loopback', ['127.0.0.1']],
    ['the metadata service of a cloud', ['169.254.169.254']],
    ['IPv6', ['fd00::1']],
    ['one of several', ['1.1.1.1', '10.0.0.1']],
  ])('a name with a private address is refused: %s', async (_, found) => {
    expect(await refusal(answering(null, found.map(entry)), publicOnly)).toMatch(message('a.test'));
    expect(await refusal(answering(null, found.at(-1)), publicOnly)).toMatch(message('a.test'));
  });

  it.each(['127.0.0.2', '[::1]', '[::ffff:7f00:1]'])('a private address is refused: %s', async (host) => {
    const lookup = vi.fn<LookupFunction>();
    const target = origin().replace('a.test', host);
    expect(await refusal(lookup, publicOnly, target)).toMatch(message(host));
    expect(lookup).not.toHaveBeenCalled();
  });

  it('the address that was connected to is checked once more', async () => {
    // Public when it is resolved; afterwards the check is the real one.
    vi.mocked(addresses.isPublicAddress).mockReturnValueOnce(true);
    expect(await refusal(answering(null, '127.0.0.1', 4), publicOnly)).toMatch(message('a.test'));
    expect(addresses.isPublicAddress).toHaveBeenCalledTimes(2);
  });
});
