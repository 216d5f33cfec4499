/**
 * Reads a document by its own means, and compares requests with its operations: nothing of the sources of `lib/` is used, so that both
 * don't have the same mistake.
 */
import type { RequestOptions } from 'endpoint.js/tools';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const asObject = (value: unknown): Json => (isObject(value) ? value : {});
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Follows references within the document. */
function resolve(root: Json, value: unknown): Json {
  let current = value;
  for (let hops = 0; hops < 50 && isObject(current) && typeof current['$ref'] === 'string'; hops++) {
    const tokens = current['$ref'].replace(/^#\/?/, '').split('/');
    current = tokens
      .map((token) => decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>(
        (place, token) => (typeof place === 'object' ? (place as Json | null)?.[token] : undefined),
        root,
      );
  }
  return asObject(current);
}

/** The names of members in a schema, and of members in these. */
function listNames(root: Json, schema: unknown, depth = 0): string[] {
  const { properties, allOf, anyOf, oneOf, items } = resolve(root, schema);
  if (depth > 8) return [];
  return [
    ...Object.keys(asObject(properties)),
    ...Object.values(asObject(properties)).flatMap((member) => listNames(root, member, depth + 3)),
    ...[allOf, anyOf, oneOf, items === undefined ? [] : [items]]
      .flatMap(asList)
      .flatMap((part) => listNames(root, part, depth + 1)),
  ];
}

/** An operation as the judge sees it. */
export interface Judged {
  readonly method: string;
  /** Of each segment of the path: a pattern of what it may be. */
  readonly segments: readonly RegExp[];
  readonly origin: string;
  /** Of the path in the document. */
  readonly fragment: string;
  /** Whether a parameter may have several segments. */
  readonly isOpen: boolean;
  readonly queryNames: ReadonlySet<string>;
  /** The beginnings of names that are written with members. */
  readonly memberNames: ReadonlySet<string>;
  readonly headers: ReadonlySet<string>;
  /** Whether members of lists are written by their index, by the settings or a style. */
  readonly isIndexed: boolean;
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

/** The segments of a path; values are anything but empty and dots alone. */
function readSegments(base: string, path: string): RegExp[] {
  const whole = `${base.replace(/\/$/, '')}${path}`.split(/[?#]/, 1)[0] ?? '';
  return whole.split('/').map((segment) => {
    const literal = (text: string): string =>
      // As URL parsers write them, in either spelling.
      [...text]
        .map((one) => `(?:${escape(one)}|${escape(encodeURIComponent(one))}|${escape(encodeURI(one))})`)
        .join('');
    const pattern = segment.split(/(\{[^{}]*\})/).map((part) => (/^\{.*\}$/.test(part) ? '[^/]*' : literal(part)));
    return new RegExp(`^${pattern.join('')}$`, 'i');
  });
}

/** Reads an operation of a document. */
export function readJudged(root: Json, path: string, method: string, base: string): Judged {
  const item = resolve(root, asObject(root['paths'])[path]);
  const operation = asObject(item[method]);
  const parameters = [...asList(item['parameters']), ...asList(operation['parameters'])].map((one) =>
    resolve(root, one),
  );
  const inQuery = parameters.filter((one) => String(one['in']).startsWith('query'));
  const schemaOf = (parameter: Json): unknown =>
    parameter['schema'] ?? asObject(Object.values(asObject(parameter['content']))[0])['schema'];
  const names = (one: Json): string[] => [String(one['name']), ...listNames(root, schemaOf(one))];
  const { securitySchemes } = asObject(root['components']);
  const schemes = Object.values({ ...asObject(root['securityDefinitions']), ...asObject(securitySchemes) });
  const credentials = new Set(
    schemes
      .map((scheme) => resolve(root, scheme))
      .map((scheme) => `${String(scheme['in'])} ${String(scheme['name'])}`.toLowerCase()),
  );
  const isFree = (place: string, name: string): boolean => !credentials.has(`${place} ${name}`.toLowerCase());
  const literal = new URLSearchParams(/\?([^#]*)/.exec(path)?.[1] ?? '');
  const url = new URL(base);
  return {
    method,
    segments: readSegments(url.pathname, path),
    origin: url.origin,
    fragment: /#.*/.exec(path)?.[0] ?? '',
    isOpen:
      path.includes('{+') ||
      parameters.some(
        (one) => one['in'] === 'path' && (one['x-multi-segment'] === true || one['allowReserved'] === true),
      ),
    queryNames: new Set([...literal.keys(), ...inQuery.flatMap(names).filter((name) => isFree('query', name))]),
    isIndexed: inQuery.some((one) => one['style'] === 'deepObject'),
    memberNames: new Set(inQuery.flatMap(names)),
    headers: new Set(
      parameters
        .filter((one) => one['in'] === 'header' && isFree('header', String(one['name'])))
        .map((one) => String(one['name']).toLowerCase()),
    ),
  };
}

const CREDENTIALS = /^(?:authorization|cookie|proxy-.*|host|content-length|connection)$/;

function isNamed({ queryNames, memberNames, isIndexed }: Judged, name: string): boolean {
  /** Whether text is places of members, one after another; a name may have brackets or dots of its own. */
  const isPlace = (text: string): boolean => {
    if (text === '') return true;
    const [index] = (isIndexed && /^\[\d+\]/.exec(text)) || /^\[\]/.exec(text) || [''];
    if (index !== '' && isPlace(text.slice(index.length))) return true;
    return [...memberNames].some((member) =>
      [`[${member}]`, `.${member}`].some((place) => text.startsWith(place) && isPlace(text.slice(place.length))),
    );
  };
  if (queryNames.has(name)) return true;
  return [...memberNames].some(
    (base) => name.length > base.length && name.startsWith(base) && isPlace(name.slice(base.length)),
  );
}

/** Judges the path of a request. */
function judgePath({ segments, isOpen }: Judged, pathname: string): string | undefined {
  const found = pathname.split('/');
  if (isOpen) return undefined;
  if (found.length !== segments.length) return `has ${found.length} segments`;
  const wrong = found.find((segment, index) => !segments[index]?.test(segment));
  return wrong === undefined ? undefined : `has the segment ${wrong}`;
}

/**
 * Judges a request by its operation.
 *
 * @param secret the authorization of the settings
 * @returns what moved; undefined where nothing did
 */
export function judge(operation: Judged, { method, url, headers }: RequestOptions, secret: string): string | undefined {
  const parsed = new URL(url);
  if (method !== operation.method) return `is ${method}`;
  if (parsed.origin !== operation.origin || parsed.username !== '') return `goes to ${parsed.origin}`;
  if (decodeURI(parsed.hash) !== decodeURI(operation.fragment)) return `has the fragment ${parsed.hash}`;
  const path = judgePath(operation, parsed.pathname);
  if (path !== undefined) return path;
  const foreign = [...parsed.searchParams.keys()].find((name) => !isNamed(operation, name));
  if (foreign !== undefined) return `has the query parameter ${foreign}`;
  if (headers['authorization'] !== secret) return 'has another authorization';
  const other = Object.keys(headers).find(
    (name) =>
      name !== 'authorization' &&
      (CREDENTIALS.test(name) || (!operation.headers.has(name) && !/^(?:accept|user-agent|content-type)$/.test(name))),
  );
  return other === undefined ? undefined : `has the header ${other}`;
}
