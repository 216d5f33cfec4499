import type { LookupFunction } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { OperationError } from '../../service/operation.js';
import * as addresses from './addresses.js';
import { sendRequest, type SendRequestOptions, type HttpResponse } from './send-request.js';
import { startUpstream, type Upstream } from '../../test/upstream.js';
import { isPublicAddress } from './addresses.js';
import { parseAllowedOrigins } from './allowed-origins.js';

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

const addressEntry = (address: string) => ({ address, family: address.includes(':') ? 6 : 4 });

describe('a resolver', () => {
  it('is called once, and its address is connected to', async () => {
    const lookup = vi.fn<LookupFunction>(answering(null, [addressEntry('127.0.0.1')]));
    expect(await send(lookup)).toMatchObject({ status: 200 });
    expect(lookup).toHaveBeenCalledOnce();
  });

  it.each([
    ['a list', [[addressEntry('127.0.0.1')]]],
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
    ['finds what is no address', answering(null, [addressEntry('127.0.0.1'), addressEntry('localhost')]), 'the name has no address'],
    ['throws', () => { throw new Error('broken'); }, "the name can't be resolved"],
  ]; // prettier-ignore
  it.each(faulty)('that %s fails the call alone, with a reason', async (_, lookup, reason) => {
    const message = await refusal(lookup);
    expect(message).toContain(`The request to ${origin()} failed: ${reason}`);
    // By a wildcard the message is the same as for a private name.
    expect(await refusal(lookup, { publicOnly: true })).toBe(
      await refusal(answering(null, [addressEntry('10.0.0.1')]), { publicOnly: true }),
    );
  });

  const silent: LookupFunction = () => undefined;

  it('that never answers is given up at the timeout', async () => {
    const message = await refusal(silent, { timeoutMs: 20 });
    expect(message).toMatch(/^http:\/\/a\.test:\d+ sent no complete response within 20 ms; /);
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
    expect(await refusal(answering(null, found.map(addressEntry)), publicOnly)).toMatch(message('a.test'));
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

describe('an address', () => {
  it.each([
    '8.8.8.8', '1.1.1.1', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0',
    '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255', '192.169.0.0', '198.17.255.255',
    '198.20.0.0', '223.255.255.255', '2606:4700:4700::1111', '2a00::1', '2001:4860:4860::8888', '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
  ])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true)); // prettier-ignore

  it.each([
    '0.0.0.0', '0.1.2.3', '10.0.0.0', '10.255.255.255', '100.64.0.0', '100.127.255.255', '127.0.0.1', '127.255.255.254',
    '169.254.169.254', '172.16.0.0', '172.31.255.255', '192.0.0.1', '192.0.2.1', '192.88.99.1', '192.168.0.1', '198.18.0.1',
    '198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255',
    '::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.1.2.3', '::ffff:0.0.0.0',
    '64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::1', '100::1', '2001::1', '2001:db8::1', '2002:7f00:1::', '3fff::1',
    'fc00::1', 'fd12:3456::1', 'fe80::1', 'fe80::1%eth0', '2606:4700::1%eth0', 'fec0::1', 'ff02::1', '', 'localhost', '8.8.8',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false)); // prettier-ignore
});

const list = [
  'https://api.example.com', 'http://127.0.0.1:8080', 'http://[::1]:8080', 'https://*.example.com', 'http://*.example.net:8080',
]; // prettier-ignore

describe('allowed origins', () => {
  it.each([
    ['https://api.example.com/path?q#f', 'exact'],
    ['https://api.example.com:443/', 'exact'],
    ['https://API.example.com', 'exact'],
    ['https://user:password@api.example.com/', 'exact'],
    ['http://127.0.0.1:8080/', 'exact'],
    ['http://2130706433:8080/', 'exact'],
    ['http://[0:0::1]:8080/', 'exact'],
    ['https://a.example.com/', 'wildcard'],
    ['https://a.b.example.com/', 'wildcard'],
    ['http://a.example.net:8080/', 'wildcard'],
    ['http://api.example.com/', undefined],
    ['https://api.example.com:444/', undefined],
    ['https://example.com/', undefined],
    ['https://.example.com/', undefined],
    ['https://api.example.com./', undefined],
    ['https://aexample.com/', undefined],
    ['https://a.example.com.evil.test/', undefined],
    ['https://api.example.com@evil.test/', undefined],
    ['http://a.example.net/', undefined],
    ['http://127.0.0.1/', undefined],
    ['http://localhost:8080/', undefined],
    ['ftp://api.example.com/', undefined],
    ['file:///', undefined],
  ] as const)('%s: %s', (url, match) => {
    expect(parseAllowedOrigins(list).match(new URL(url))).toBe(match);
  });

  it('may be every host of a scheme and port', () => {
    const { match } = parseAllowedOrigins(['https://*']);
    expect(match(new URL('https://any.test/'))).toBe('wildcard');
    expect(match(new URL('https://127.0.0.1/'))).toBe('wildcard');
    expect(match(new URL('http://any.test/'))).toBeUndefined();
    expect(match(new URL('https://any.test:8443/'))).toBeUndefined();
  });

  it.each([
    ['*', "isn't an origin that can be allowed; write https://api.example.com, https://*.example.com or https://*."],
    ['', "isn't an origin"],
    ['api.example.com', "isn't an origin"],
    ['ftp://a.example', "isn't an origin"],
    ['https://a.*.example', "isn't an origin"],
    ['https://*a.example', "isn't an origin"],
    ['https://*.*.example', "isn't an origin"],
    ['https://*.0.0.1', "isn't an origin"],
    ['https://*:99999', "isn't an origin"],
    ['https://a.example/', 'is not how this origin is written; write https://a.example.'],
    ['https://A.example', 'write https://a.example.'],
    ['https://*.A.example', 'write https://*.a.example.'],
    ['https://*.a.example/', 'write https://*.a.example.'],
    ['https://*:443', 'write https://*.'],
    ['http://2130706433', 'write http://127.0.0.1.'],
  ])('%s is refused', (entry, message) => {
    expect(() => parseAllowedOrigins([entry])).toThrow(TypeError);
    expect(() => parseAllowedOrigins([entry])).toThrow(`${JSON.stringify(entry)} `);
    expect(() => parseAllowedOrigins([entry])).toThrow(message);
  });
});
