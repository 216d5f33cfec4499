/** Compares requests with the operations of a document that they may be of. */
import type { RequestOptions } from 'endpoint.js/tools';
import { isReserved, type Operation, type Parameter } from './operations.js';
import { asList, asObject, type Source } from './source.js';

/** The names of members in a schema, and of members in these. */
function listNames(source: Source, stated: unknown, depth = 0): string[] {
  const { properties, allOf, anyOf, oneOf, items } = asObject(source.schema(stated));
  if (depth > 8) return [];
  const members = asObject(properties);
  return [
    ...Object.keys(members),
    ...Object.values(members).flatMap((member) => listNames(source, member, depth + 3)),
    ...[allOf, anyOf, oneOf, items === undefined ? [] : [items]]
      .flatMap(asList)
      .flatMap((part) => listNames(source, part, depth + 1)),
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
export function readJudged(source: Source, { path, method, parameters }: Operation, base: string): Judged {
  const inQuery = parameters.filter(({ place }) => place.startsWith('query'));
  // Members of an object may be parameters by themselves.
  const spread = inQuery.flatMap((one) =>
    [one.name, ...listNames(source, one.schema)].map((name) => ({ ...one, name })),
  );
  const isFree = (parameter: Parameter): boolean => isReserved(source, parameter) !== true;
  const literal = new URLSearchParams(/\?([^#]*)/.exec(path)?.[1] ?? '');
  const url = new URL(base);
  return {
    method,
    segments: readSegments(url.pathname, path),
    origin: url.origin,
    fragment: /#.*/.exec(path)?.[0] ?? '',
    isOpen: path.includes('{+') || parameters.some(({ isOpen, allowReserved }) => isOpen || allowReserved),
    queryNames: new Set([...literal.keys(), ...spread.filter(isFree).map(({ name }) => name)]),
    isIndexed: inQuery.some(({ style }) => style === 'deepObject'),
    memberNames: new Set(spread.map(({ name }) => name)),
    headers: new Set(
      parameters.filter((one) => one.place === 'header' && isFree(one)).map(({ name }) => name.toLowerCase()),
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
