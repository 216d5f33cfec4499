const SIGNAL = new AbortController().signal;
/** Types of other clients have lists that can be changed. */
const NONE: never[] = [];
const STATUSES: number[] = [500];

/**
 * The options of other clients, by their TypeScript types: those that are warned about, each with a value of its kind, and all others.
 * These are options of this library too, or have names and values that parameters of APIs have, or values that the builder refuses.
 */
export const CLIENTS = {
  /** RequestInit of TypeScript 6.0.3. */
  fetch: {
    warned: {
      body: new FormData(),
      cache: 'no-store',
      credentials: 'include',
      integrity: 'sha256-abc',
      keepalive: true,
      mode: 'no-cors',
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      signal: SIGNAL,
    },
    others: ['headers', 'method', 'priority', 'referrer', 'window'],
  },
  /** axios 1.21.1 */
  axios: {
    warned: {
      allowAbsoluteUrls: false,
      auth: { username: 'u', password: 'p' },
      baseURL: '/api',
      decompress: true,
      insecureHTTPParser: true,
      maxBodyLength: 1,
      maxContentLength: 1,
      maxRedirects: 1,
      params: { a: 1 },
      responseType: 'arraybuffer',
      signal: SIGNAL,
      timeout: 1000,
      timeoutErrorMessage: 'late',
      withCredentials: true,
      withXSRFToken: true,
      xsrfCookieName: 'a',
      xsrfHeaderName: 'a',
    },
    // prettier-ignore
    others: [
      'beforeRedirect', 'cancelToken', 'httpAgent', 'httpsAgent', 'onDownloadProgress', 'onUploadProgress',
      'paramsSerializer', 'transformRequest', 'transformResponse', 'validateStatus', 'data', 'headers',
      'method', 'url', 'adapter', 'allowedSocketPaths', 'env', 'family', 'fetchOptions', 'formDataHeaderPolicy',
      'formSerializer', 'http2Options', 'httpVersion', 'lookup', 'maxRate', 'parseReviver', 'proxy', 'redact',
      'responseEncoding', 'sensitiveHeaders', 'socketPath', 'transitional', 'transport',
    ],
  },
  /** ky 2.1.0 */
  ky: {
    warned: {
      body: new URLSearchParams(),
      cache: 'reload',
      credentials: 'omit',
      hooks: { beforeRequest: NONE },
      integrity: 'sha384-abc',
      json: { a: 1 },
      keepalive: true,
      mode: 'cors',
      prefix: 'https://h/api',
      redirect: 'error',
      referrerPolicy: 'origin',
      retry: { limit: 1 },
      searchParams: 'a=1',
      signal: SIGNAL,
      throwHttpErrors: false,
      timeout: 5000,
      totalTimeout: 5000,
    },
    // prettier-ignore
    others: [
      'onDownloadProgress', 'onUploadProgress', 'parseJson', 'stringifyJson', 'baseUrl', 'headers', 'method',
      'context', 'fetch', 'priority', 'referrer', 'window',
    ],
  },
  /** got 14.6.6 */
  got: {
    warned: {
      body: '{"a":1}',
      decompress: true,
      followRedirect: true,
      form: { a: 1 },
      hooks: { beforeRequest: NONE },
      json: [1],
      maxRedirects: 1,
      prefixUrl: 'https://h',
      resolveBodyOnly: true,
      responseType: 'json',
      retry: { limit: 1 },
      searchParams: { a: 1 },
      signal: SIGNAL,
      throwHttpErrors: true,
      timeout: { request: 5000 },
    },
    // prettier-ignore
    others: [
      'cookieJar', 'parseJson', 'stringifyJson', 'headers', 'method', 'request', 'url', 'agent', 'allowGetBody',
      'cache', 'cacheOptions', 'context', 'copyPipedHeaders', 'createConnection', 'dnsCache', 'dnsLookup',
      'dnsLookupIpVersion', 'enableUnixSockets', 'encoding', 'h2session', 'http2', 'https',
      'ignoreInvalidCookies', 'isStream', 'localAddress', 'maxHeaderSize', 'methodRewriting', 'pagination',
      'password', 'preserveHooks', 'setHost', 'strictContentLength', 'username',
    ],
  },
  /** ofetch 1.5.1 */
  ofetch: {
    warned: {
      baseURL: 'https://h',
      body: { a: 1 },
      cache: 'no-cache',
      credentials: 'same-origin',
      ignoreResponseError: true,
      integrity: 'sha512-abc',
      keepalive: false,
      mode: 'same-origin',
      params: { a: 1 },
      query: { a: 1 },
      redirect: 'follow',
      referrerPolicy: 'no-referrer',
      responseType: 'arrayBuffer',
      retryDelay: 1,
      retryStatusCodes: STATUSES,
      signal: SIGNAL,
      timeout: 1000,
    },
    // prettier-ignore
    others: [
      'dispatcher', 'parseResponse', 'headers', 'method', 'agent', 'duplex', 'onRequest', 'onRequestError',
      'onResponse', 'onResponseError', 'priority', 'referrer', 'retry', 'window',
    ],
  },
  /** The options of `@octokit/types` 18.0.0, and those of its `request`. */
  octokit: {
    warned: { redirect: 'follow', signal: new AbortController().signal },
    // prettier-ignore
    others: [
      'baseUrl', 'headers', 'mediaType', 'request', 'fetch', 'operationName', 'parseSuccessResponseBody',
      'query',
    ],
  },
} as const;
