import { expect, test } from 'vitest';
import { describeCut, describePageFailure, isBlockedPort, type CutFacts, type PageFacts } from './failures.js';

const facts: PageFacts = {
  url: 'https://api.test/a?key=secret-0123',
  page: 'https://play.test/x',
  method: 'patch',
  online: true,
  reachable: undefined,
};

test.each<[title: RegExp, change: Partial<PageFacts>, isKnown: boolean]>([
  [/^https:\/\/api.test answers, but /, { reachable: true }, false],
  [/^No response from /, { reachable: false }, false],
  [/^No response from /, {}, false],
  [/^This device is offline$/, { online: false, reachable: false }, true],
  [/^No response from /, { url: 'http://localhost:1234/a', online: false }, false],
  [/^The browser blocks http /, { url: 'http://api.test/a' }, true],
  [/^The browser blocks http /, { url: 'http://api.test/a', online: false }, true],
  [/^No response from /, { url: 'http://127.0.0.1:8081/a' }, false],
  [/^No response from /, { url: 'http://a.localhost/a' }, false],
  [/^No response from /, { url: 'http://[::1]/a' }, false],
  [/^No response from /, { url: 'http://api.test/a', page: 'http://play.test/' }, false],
  [/^No response from /, { url: '/a' }, false],
  [/^Browsers block port /, { url: 'http://127.0.0.1:9/a' }, true],
  [/^Browsers block port /, { url: 'https://api.test:6000/a', reachable: true }, true],
  [/^No response within 60 seconds$/, { timeout: 60_000, reachable: true }, true],
])('%s, for %j', (title, change, isKnown) => {
  const failure = describePageFailure({ ...facts, ...change });
  expect(failure.title).toMatch(title);
  expect(failure.next?.length).toBeGreaterThan(0);
  expect(JSON.stringify(failure)).not.toContain('secret');
  // A reason is a guess, and called one, exactly where the browser reports none.
  expect(failure.causes !== undefined).toBe(!isKnown);
  expect(/probably/i.test(failure.text)).toBe(!isKnown);
  expect(/CORS/.test(failure.title)).toBe(false);
});

test.each<[change: Partial<PageFacts>, cause: RegExp, isNamed: boolean]>([
  [{ reachable: true }, /CORS.*https:\/\/play\.test.*PATCH/, true],
  [{ reachable: true, url: 'https://play.test/a' }, /CORS/, false],
  [{ reachable: true }, /connection broke/, true],
  [{ reachable: true }, /extension/, true],
  [{ reachable: false }, /extension/, true],
  [{ reachable: false }, /api\.test doesn’t exist \(DNS\)/, true],
  [{ reachable: false, url: 'http://10.0.0.1/', page: 'http://p/' }, /DNS/, false],
  [{ reachable: false, url: 'http://[::1]:81/' }, /DNS/, false],
  [{ reachable: false }, /certificate/, true],
  [{ reachable: false, url: 'http://h.test/', page: 'http://p/' }, /certificate/, false],
])('a failure with %j may be %s: %s', (change, cause, isNamed) => {
  expect(describePageFailure({ ...facts, ...change }).causes?.some((each) => cause.test(each))).toBe(isNamed);
});

test.each<[facts: CutFacts, title: RegExp, text: RegExp]>([
  [
    { kind: 'cut off', bytes: 1234, length: null },
    /^The response was cut off$/,
    /1,234 bytes of its body came, .* broke\. Below/,
  ],
  [{ kind: 'cut off', bytes: 1234, length: '5000' }, /cut off/, /Its content-length is 5,000 bytes\./],
  [{ kind: 'cut off', bytes: 1234, length: '1000' }, /cut off/, /^(?!.*content-length)/],
  [{ kind: 'cut off', bytes: 0, length: 'nonsense' }, /cut off/, /none of its body came, then the connection broke\.$/],
  [{ kind: 'cancelled', bytes: 1, length: null }, /^Cancelled/, /1 byte of its body had come\. Below is what came\./],
  [{ kind: 'too long', bytes: 300_000_000, length: null }, /longer/, /after 300 MB/],
])('%j', (cut, title, text) => {
  const failure = describeCut(cut);
  expect(failure.title).toMatch(title);
  expect(failure.text).toMatch(text);
  expect(failure.text).not.toMatch(/CORS|probably/i);
});

test('the engine refuses every blocked port before it connects', async () => {
  const ports = Array.from({ length: 2 ** 16 }, (_, port) => String(port)).filter((port) =>
    isBlockedPort(new URL(`https://127.0.0.1:${port}/`)),
  );
  // 443 and 80 are in no url of their scheme.
  expect(ports).toHaveLength(81);
  for (const port of ports) {
    // Browsers block this one too.
    if (port === '0') continue;
    const reason = await fetch(`http://127.0.0.1:${port}/`).then(
      () => undefined,
      (error: unknown) => (error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined),
    );
    expect({ port, reason }).toEqual({ port, reason: 'bad port' });
  }
});
