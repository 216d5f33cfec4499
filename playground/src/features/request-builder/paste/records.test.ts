import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../dev/testing/full.js';
import { compare, describeRequest, type Sent } from './test/differential.js';

/** A request as a record has it. */
interface Recorded {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
}

const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('a', 'b c', 'x-1', '5', 'é', 'a,b') },
  { weight: 1, arbitrary: fc.constantFrom('', '{a}', '{{b}}', ':c', '"', '%', '+', '&=', '/', '..', '\u{1f600}', 'null', '[1]', '__proto__') }, // prettier-ignore
);
const segment = text.map((each) => (each === '..' ? each : encodeURIComponent(each)));
const pair = fc.tuple(text, text).map((each) => each.map(encodeURIComponent).join('='));
const query = fc.oneof(
  { weight: 3, arbitrary: fc.array(pair, { maxLength: 3 }).map((pairs) => pairs.join('&')) },
  { weight: 1, arbitrary: fc.constantFrom('a', 'a=&b', 'a={x}', 'a+b=c+d', 'a=1&a=2', '&', 'q=a|b^c`', 'a[]=1&a[]=2', 'page={{page}}', '%ff=1') }, // prettier-ignore
);
const url = fc
  .tuple(
    fc.constantFrom('https://h.example', 'http://localhost:8080', 'https://h.example', 'https://u:p@h.example'),
    fc.array(segment, { maxLength: 3 }),
    query,
  )
  .map(([origin, segments, search]) => `${origin}/${segments.join('/')}${search === '' ? '' : `?${search}`}`);
const header = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constantFrom('x-a', 'X-B', 'accept', 'authorization'), fc.constantFrom('a', 'b, c', 'é', '{{a}}')) },
  { weight: 1, arbitrary: fc.constantFrom(['x-a', ''], ['cookie', 'a=b; c=d'], ['user-agent', 'x'], ['accept-language', 'de'], ['priority', 'u=1'], ['origin', 'null']) }, // prettier-ignore
).map(([name = '', value = '']) => [name, value] as const); // prettier-ignore
const BODIES: readonly (readonly [type: string, body: string])[] = [
  ['application/json', '{"a":1,"b":[null,{"c":"d"}]}'], ['application/json', '{"url":"u","headers":{}}'], ['application/json', '[1, 12345678901234567890]'], ['application/json; charset=utf-8', '"a"'], ['application/json', '{"a":1,"a":2}'], ['application/json', '{'], ['application/json', '{}'], ['application/json', '{"":1}'], ['application/json', '{"__proto__":{"a":1}}'], ['application/json', 'null'], ['application/json', '{"a":"{{b}}"}'], ['application/json', '{"a":1e400}'], ['application/json', '{"a":-0}'], ['application/json', '{"a":"\\ud83d"}'],
  ['application/vnd.api+json', '{"data":{"id":1}}'], ['application/x-www-form-urlencoded', 'a=1&b=2+3&a=4'], ['application/x-www-form-urlencoded', 'a=1&a=2'], ['application/x-www-form-urlencoded;charset=UTF-8', 'a=%E9&b'], ['application/x-www-form-urlencoded', '{"a":1}'], ['application/x-www-form-urlencoded', 'a[b]=1&a[]=2'], ['application/x-www-form-urlencoded', 'data=1&url=x&__proto__=y'],
  ['text/plain', ' a\n'], ['text/plain', '{"a":1}'], ['text/plain', ''], ['application/xml', '<a>\u{1f600}</a>'], ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--'], ['application/octet-stream', 'a\0b'], ['', '{"a":1}'], ['', 'a'],
]; // prettier-ignore
const recorded: fc.Arbitrary<Recorded> = fc
  .tuple(
    fc.constantFrom('GET', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'QUERY', 'PROPFIND'),
    url,
    fc.array(header, { maxLength: 3 }),
    fc.option(fc.constantFrom(...BODIES)),
  ) // prettier-ignore
  .map(([method, address, headers, content]) => ({
    method,
    url: address,
    headers: content === null || content[0] === '' ? headers : [...headers, ['content-type', content[0]] as const],
    body: content?.[1],
  }));

function send({ method, url: address, headers, body }: Recorded): Promise<Sent | undefined> {
  const init = { method, headers: headers.map(([name, value]): [string, string] => [name, value]), ...(body && { body }) }; // prettier-ignore
  // A request that isn’t valid, such as a GET with a body, isn’t sent.
  return describeRequest(address, init).catch(() => undefined);
}

const objects = (pairs: Recorded['headers'], name: string) => pairs.map(([key, value]) => ({ [name]: key, value }));
const countBytes = (body: string) => new TextEncoder().encode(body).length;

/**
 * The request that a format states: Postman adds the type of a text to any body without one, and leaves the body of a GET out; a message
 * has no credentials.
 */
function complete(request: Recorded, format: string): Recorded {
  const { method, url: address, headers, body } = request;
  if (format === 'HTTP message') return { ...request, url: address.replace('u:p@', '') };
  if (format === 'Postman') {
    if (body === undefined || /^(?:GET|HEAD)$/.test(method)) return { ...request, body: undefined };
    const isStated = body === '' || headers.some(([name]) => name === 'content-type');
    return isStated ? request : { ...request, headers: [...headers, ['content-type', 'text/plain']] };
  }
  return request;
}

/** A request in the formats that state all of it. */
const FORMATS: Readonly<Record<string, (request: Recorded) => string>> = {
  Postman: ({ method, url: address, headers, body }) =>
    JSON.stringify({ info: { schema: 'https://schema.getpostman.com/' }, item: [{ request: { method, url: address, header: objects(headers, 'key'), ...(body !== undefined && { body: { mode: 'raw', raw: body } }) } }] }), // prettier-ignore
  HAR: ({ method, url: address, headers, body }) =>
    JSON.stringify({ log: { entries: [{ request: { method, url: address, headers: objects(headers, 'name'), ...(body !== undefined && { postData: { mimeType: '', text: body } }) } }] } }), // prettier-ignore
  'HTTP message': ({ method, url: address, headers, body }) => {
    const { host, pathname, search, protocol } = new URL(address);
    const head = [`${method} ${pathname}${search} HTTP/2`, `:scheme: ${protocol.slice(0, -1)}`, `:authority: ${host}`, ...headers.map(([name, value]) => `${name}: ${value}`)]; // prettier-ignore
    return body === undefined ? head.join('\n') : [...head, `content-length: ${countBytes(body)}`, '', body].join('\n');
  },
};

const cases = fc.tuple(fc.constantFrom(...Object.keys(FORMATS)), recorded);

test('a record is read as what was sent, or named as not complete', async () => {
  const verdicts = new Set<string>();
  await fc.assert(
    fc.asyncProperty(cases, async ([format, request]) => {
      const verdict = await compare(FORMATS[format]?.(request) ?? '', await send(complete(request, format)));
      expect(verdict).not.toMatch(/^different/);
      verdicts.add(`${format}: ${verdict}`);
    }),
    { numRuns: runs(500) },
  );
  expect([...verdicts]).toEqual(expect.arrayContaining(Object.keys(FORMATS).map((format) => `${format}: same`)));
});
