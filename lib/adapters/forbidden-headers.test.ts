import { isForbiddenHeader } from 'endpoint.js/fetch';
import { expect, test } from 'vitest';

// https://fetch.spec.whatwg.org/#forbidden-request-header
test.each(['Accept-Charset', 'cookie', 'Content-Length', 'Proxy-Authorization', 'sec-fetch-site', 'Via', 'host'])(
  '%s is forbidden',
  (name) => {
    expect(isForbiddenHeader(name)).toBe(true);
  },
);

test.each(['accept', 'authorization', 'content-type', 'user-agent', 'x-cookie', 'security'])(
  '%s is allowed',
  (name) => {
    expect(isForbiddenHeader(name)).toBe(false);
  },
);
