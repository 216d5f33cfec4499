/** The invariants of every built url, for all templates and values. */
import {
  createEndpoint,
  EndpointError,
  type Endpoint,
  type EndpointErrorCode,
  type EndpointOptions,
  type RequestOptions,
} from 'endpoint.js';
import { createExplain, type Explain } from 'endpoint.js/explain';
import { inspect, isDeepStrictEqual } from 'node:util';
import type { HostileCase, HostileSettings } from './generator.cases.js';
import { readOrigin, Refusal, predictPath, selectTemplate } from './model.cases.js';

/** Every documented code; the type makes this list complete. */
const CODES: Readonly<Record<EndpointErrorCode | 'too-long', true>> = {
  'invalid-option': true,
  'invalid-route': true,
  'invalid-method': true,
  'invalid-url': true,
  'invalid-template': true,
  'ambiguous-template': true,
  'invalid-header': true,
  'invalid-media-type': true,
  'invalid-value': true,
  'invalid-json': true,
  'missing-parameter': true,
  'unsafe-value': true,
  'other-origin': true,
  'duplicate-parameter': true,
  'unsent-parameter': true,
  'too-long': true,
};

/** The result of a request, and its violations. */
export interface Verdict {
  readonly request: RequestOptions | undefined;
  /** The code of the error, if there was one. */
  readonly code: string | undefined;
  readonly violations: readonly string[];
}

const { in: LOCATION } = createEndpoint();
const builders = new Map<string, { endpoint: Endpoint; explain: Explain }>();

function builderFor(settings: HostileSettings): { endpoint: Endpoint; explain: Explain } {
  const key = JSON.stringify(settings);
  let found = builders.get(key);
  if (!found) {
    const { missing, strict, arrays, objects, maxLength } = settings;
    const options = { missing, strict, query: { arrays, objects }, ...(maxLength === undefined ? {} : { maxLength }) };
    found = { endpoint: createEndpoint(options), explain: createExplain(options) };
    builders.set(key, found);
  }
  return found;
}

/** The arguments of a builder for the request. */
function createArguments(request: HostileCase): [string, EndpointOptions] | [EndpointOptions] {
  const { method, url, asRoute, baseUrl, values, located } = request;
  const places = Object.entries(located).filter(([, place]) => Object.keys(place).length);
  const options = { ...values, baseUrl, ...(places.length ? { [LOCATION]: Object.fromEntries(places) } : {}) };
  return asRoute ? [`${method} ${url}`, options] : [{ ...options, method, url }];
}

/** The result, or the error; anything but an EndpointError with a documented code is a violation. */
function attempt(run: () => RequestOptions, violations: string[]): RequestOptions | string {
  try {
    return run();
  } catch (error) {
    if (error instanceof EndpointError && Object.hasOwn(CODES, error.code)) return error.code;
    violations.push(`throws ${String(error)}`);
    return 'another error';
  }
}

const PARTS = ['protocol', 'hostname', 'port', 'username', 'password'] as const;

/** Not by `URL.canParse`: that of Node 20 rejects some hosts beyond ASCII once it is optimised. */
function parse(url: string, page?: string): URL | undefined {
  try {
    return new URL(url, page);
  } catch {
    return undefined;
  }
}

/** The pages of relative urls. */
const PAGES = ['http://page.test/', 'https://page.test/dir/page'];

/** Differences between the origin of a url, and its path, and the stated ones. */
function compareParsed(url: string, origin: string, path?: string): string[] {
  return (origin ? PAGES.slice(0, 1) : PAGES).flatMap((page) => {
    const stated = parse(origin || page);
    const parsed = parse(url, page);
    if (!stated) return [`states "${origin}", which isn't a URL`];
    if (!parsed) return [`isn't a URL on ${page}`];
    const wrong = PARTS.filter((part) => parsed[part] !== stated[part]).map(
      (part) => `has the ${part} "${parsed[part]}", not "${stated[part]}", on ${page}`,
    );
    if (path !== undefined && parsed.pathname !== (path || '/'))
      wrong.push(`is read with the path "${parsed.pathname}", not "${path}", on ${page}`);
    return wrong;
  });
}

/** Violations of the path. */
function comparePath(path: string, request: HostileCase): string[] {
  const origin = readOrigin(selectTemplate(request));
  const base = readOrigin(request.baseUrl);
  try {
    const predicted = predictPath(request);
    const prefix = origin ? '' : request.baseUrl.slice(base.length).replace(/\/+$/, '');
    const seam = /^\/|^$/.test(predicted) ? '' : '/';
    const expected = prefix + seam + predicted || (origin || base ? '' : '/');
    return path === expected ? [] : [`has the path "${path}", not "${expected}"`];
  } catch (error) {
    if (error instanceof Refusal) return [`must not be built: ${error.message}`];
    throw error;
  }
}

/** Whether a server that decodes a path, however often, finds a dot segment in it. */
function hasDotPiece(path: string): boolean {
  const decoded = path.replace(/%(?:25)*(2e|2f|5c)/gi, (_, octet: string) => decodeURIComponent(`%${octet}`));
  return decoded.split(/[/\\]/).some((piece) => piece === '.' || piece === '..');
}

/** Violations of the url of a request. */
function judgeUrl(url: string, request: HostileCase): string[] {
  const origin = readOrigin(selectTemplate(request)) || readOrigin(request.baseUrl);
  const [path = ''] = /^[^?#]*/.exec(url.slice(origin.length)) ?? [];
  const wrong = comparePath(path, request);
  if (!url.startsWith(origin)) wrong.push(`doesn't begin with "${origin}"`);
  wrong.push(...compareParsed(url, origin, path));
  // Text of the template is its author's.
  const literals = selectTemplate(request).replace(/\{[^{}]*\}|:\w+/g, 'v');
  if (hasDotPiece(path) && !hasDotPiece(literals)) wrong.push(`has a piece of dots in "${path}"`);
  if (url.length > (request.settings.maxLength ?? 1_048_576)) wrong.push('is longer than maxLength');
  return wrong;
}

/** Builds a request in both ways, and checks the results. */
export function judge(request: HostileCase): Verdict {
  const { endpoint } = builderFor(request.settings);
  const input = createArguments(request) as [string, EndpointOptions];
  const violations: string[] = [];
  const whole = attempt(() => endpoint(...input), violations);
  const halves = attempt(() => endpoint.parse(endpoint.merge(...input)), violations);
  if (!isDeepStrictEqual(whole, halves)) violations.push(`is not parse(merge()): ${inspect([whole, halves])}`);
  if (typeof whole === 'string') return { request: undefined, code: whole, violations };
  violations.push(...judgeUrl(whole.url, request));
  return { request: whole, code: undefined, violations };
}

/** The sentence of `explain` about a safe origin. */
export const PROMISE = /no value can change/i;

/** Throws for any violation. Cheaper than an assertion on each of many requests. */
export function assertNone(violations: readonly string[]): void {
  if (violations.length) throw new Error(violations.join('\n'));
}

/** Checks the explanation of a request. */
export function judgeExplanation(request: HostileCase): string[] {
  const { endpoint, explain } = builderFor(request.settings);
  const input = createArguments(request) as [string, EndpointOptions];
  const violations: string[] = [];
  const built = attempt(() => endpoint(...input), violations);
  const { request: explained, error, url } = explain(...input);
  if (!isDeepStrictEqual(built, explained ?? error?.code)) violations.push('is explained as another request or error');
  const joined = url.map(({ text }) => text).join('');
  if (explained && joined !== explained.url) violations.push(`is explained as "${joined}"`);
  const origin = readOrigin(selectTemplate(request)) || readOrigin(request.baseUrl);
  const wrong = compareParsed(joined, origin);
  for (const { sentence } of wrong.length ? url : [])
    if (PROMISE.test(sentence)) violations.push(`"${sentence}" is stated for "${joined}", which ${wrong.join('; ')}`);
  return violations;
}
