import { endpoint } from 'endpoint.js';
import { toHar } from 'endpoint.js/har';
import { expect, test } from 'vitest';
import { writeHarFile } from './har-file.js';

// The members that HAR 1.2 requires (http://www.softwareishard.com/blog/har-12-spec/).
test('the file is an archive of the request, and of a response that hasn’t come', () => {
  const request = endpoint('POST /repos/{owner}/{repo}/issues', { owner: 'a', repo: 'b', title: 'c\n' });
  const har: unknown = JSON.parse(writeHarFile(request, new Date(Date.UTC(2024, 0, 2))));
  const text = expect.any(String) as string;
  const entry = {
    startedDateTime: '2024-01-02T00:00:00.000Z',
    time: 0,
    request: JSON.parse(JSON.stringify(toHar(request))) as unknown,
    response: {
      status: 0,
      statusText: text,
      httpVersion: text,
      cookies: [],
      headers: [],
      content: { size: 0, mimeType: text },
      redirectURL: text,
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
    comment: text,
  };
  expect(har).toEqual({ log: { version: '1.2', creator: { name: text, version: text }, entries: [entry] } });
});
