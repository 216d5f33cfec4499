/** Each construct of a message is read exactly, or is named and the request isn’t complete. */
import { expect, test } from 'vitest';
import { readOne } from '../test/read.js';

const GET = 'GET https://h.test/a HTTP/1.1\n';
const POST = 'POST https://h.test/a HTTP/1.1\nContent-Type: text/plain\n';

test.each<[text: string, note: RegExp]>([
  [`${GET}Host: g.test\n\n`, /host header \(g\.test\) differs/],
  [`${GET}Host: h.test:8080\n\n`, /host header \(h\.test:8080\) differs/],
  [':authority: h.test\n:method: GET\n:path: /a\n:scheme: https\nhost: g.test\n\n', /host header \(g\.test\) differs/],
  [':authority: h.test\n:path: /a\n:scheme: https\n\n', /doesn’t have the method/],
  ['GET /a HTTP/1.1\nHost: h.test\nHost: g.test\n\n', /several values of Host/],
  [`${GET}not a header\n\n`, /“not a header” isn’t a header/],
  [`${GET}X-A : b\n\n`, /“X-A : b” isn’t a header/],
  [`${GET}X-A:\n\n`, /header x-a isn’t sent/],
  [`${GET}Connection: upgrade\nUpgrade: h2c\n\n`, /asks for another protocol/],
  [`${POST}Content-Length: 5\n\n`, /Content-Length is 5, but the body has 0 bytes/],
  [`${POST}Content-Length: 0\n\nabc`, /Content-Length is 0, but the body has 3 bytes/],
  [`${POST}Content-Length: 1\n\na\nGET /b HTTP/1.1\n\n`, /Content-Length is 1/],
  [`${POST}Transfer-Encoding: gzip\n\nabc`, /is framed \(Transfer-Encoding: gzip\)/],
  [`${POST}Transfer-Encoding: chunked\n\n5\nhel`, /is framed/],
  [`${POST}Transfer-Encoding: chunked\n\n1\na\n0\nX-A: b\n\n`, /is framed/],
  ['get https://h.test/a HTTP/1.1\n\n', /“get” is shown in upper case/],
])('%j is named', async (text, note) => {
  const { notes, incomplete } = await readOne(text);
  expect(notes?.join(' ')).toMatch(note);
  expect(incomplete).toBe(true);
});

test.each<[text: string, note: RegExp, url: string]>([
  ['GET /a HTTP/1.1\nHost: h.test\n\n', /doesn’t say whether it was sent over TLS/, 'https://h.test/a'],
  ['GET /a HTTP/1.1\nX-A: b\n\n', /has no host/, '/a'],
  ['GET localhost:3000/a\nX-A: b', /has no scheme/, 'http://localhost:3000/a'],
])('%j is complete with an assumption', async (text, note, url) => {
  const { notes, ...read } = await readOne(text);
  expect(read).toMatchObject({ incomplete: false, url });
  expect(notes?.join(' ')).toMatch(note);
});

test.each([`${POST}\nabc`, `${GET}Host: H.test\n\n`, `${GET}Host: h.test:443\n\n`, `${POST}Content-Length: 3\n\nabc`])(
  '%j is complete',
  async (text) => {
    expect(await readOne(text)).toMatchObject({ incomplete: false, url: 'https://h.test/a' });
  },
);
