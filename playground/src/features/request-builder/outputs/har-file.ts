import type { RequestOptions } from 'endpoint.js';
import { toHar } from 'endpoint.js/har';

/** A response that hasn't come: browsers write the same for a request that was blocked. */
const NO_RESPONSE = {
  status: 0,
  statusText: '',
  httpVersion: 'HTTP/1.1',
  cookies: [],
  headers: [],
  content: { size: 0, mimeType: 'x-unknown' },
  redirectURL: '',
  headersSize: -1,
  bodySize: -1,
};

/**
 * An HTTP archive (HAR 1.2) with the request as its only entry.
 * @throws EndpointError for a request that the format can't hold
 */
export function writeHarFile(request: RequestOptions, at: Date): string {
  const entry = {
    startedDateTime: at.toISOString(),
    time: 0,
    request: toHar(request),
    response: NO_RESPONSE,
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
    comment: 'Not sent: built by the playground of endpoint.js.',
  };
  const log = { version: '1.2', creator: { name: 'endpoint.js playground', version: '1' }, entries: [entry] };
  return `${JSON.stringify({ log }, null, 2)}\n`;
}
