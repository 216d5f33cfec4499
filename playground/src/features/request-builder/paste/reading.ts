import type { Form } from '../model/form.js';
import { listVariables, replaceAngled, rewriteAround, writeNames } from './variables.js';

/** A request found in a text. */
export interface HttpRequest {
  readonly method: string;
  /** Absolute, a path, or either with `{name}` or a leading `{{name}}`. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** As it is sent. */
  readonly body?: string;
  /** Whether the form must send the same bytes: anything else is a difference that is named. */
  readonly exact?: boolean;
  /** Values of the variables in the path. */
  readonly variables?: readonly (readonly [name: string, value: string])[];
}

/** A difference between the request of a text and that of the form. */
export interface Difference {
  /** One sentence. */
  readonly note: string;
  /** Whether the meaning is the same. */
  readonly harmless: boolean;
}

/** The content of a request: a request of HTTP, or a form that a call of a builder fills. */
export type Content =
  | { readonly request: HttpRequest }
  | { readonly method: string; readonly url: string; readonly fill: (form: Form) => Form };

/** A request as a format's reader finds it. */
export type Found = Content & {
  /** Its name in a collection. */
  readonly name?: string;
  /** Names of the folders around it, the outermost first. */
  readonly folder?: readonly string[];
  /** Sentences about what the form doesn't have, or what was assumed. */
  readonly notes: readonly string[];
  /** Whether the form lacks something that the request sends, such as a file. */
  readonly incomplete?: boolean;
};

/** What a format's reader finds in a text. */
export interface Findings {
  readonly requests: readonly Found[];
  /** Sentences about the text as a whole. */
  readonly notes?: readonly string[];
}

/** A request that can be loaded into the form. */
export interface PastedRequest {
  readonly name: string;
  readonly folder: readonly string[];
  /** Method and URL, for a list. */
  readonly method: string;
  readonly url: string;
  readonly notes: readonly string[];
  readonly incomplete: boolean;
  /** Made when it is read for the first time: a collection may have thousands. */
  readonly form: Form;
}

/** A text of a known format, with its requests. */
export interface Reading {
  /** Kind of the text: `curl command`. */
  readonly kind: string;
  readonly notes: readonly string[];
  readonly requests: readonly PastedRequest[];
}

/** A text whose format is known, and which has no request that can be read. Its message is a sentence for the user. */
export class UnreadableError extends Error {}

/** Headers of the connection, which every client sets itself. */
export const CONNECTION_HEADERS: ReadonlySet<string> = new Set(
  'host content-length connection transfer-encoding accept-encoding te upgrade expect'.split(' '),
);

/** The headers by their names in lower case; several of one name are one (RFC 9110 section 5.3). */
export function mergeHeaders(headers: HttpRequest['headers']): ReadonlyMap<string, string> {
  const merged = new Map<string, string>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const before = merged.get(key);
    merged.set(key, before === undefined ? value : `${before}${key === 'cookie' ? '; ' : ', '}${value}`);
  }
  return merged;
}

/** Collects what a reader finds out about one request. */
export class Draft {
  method: string | undefined;
  headers: [name: string, value: string][] = [];
  notes: string[] = [];
  incomplete = false;

  has(header: string): boolean {
    return mergeHeaders(this.headers).has(header.toLowerCase());
  }

  /** Adds a header unless the request already has one of this name. */
  addDefault(name: string, value: string): void {
    if (!this.has(name)) this.headers.push([name, value]);
  }

  /** Removes a header of any case. */
  remove(name: string): void {
    this.headers = this.headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase());
  }

  /** Replaces a header of any case. */
  replace(name: string, value: string): void {
    this.remove(name);
    this.headers.push([name, value]);
  }

  /** The value of a header; empty without one. */
  find(header: string): string {
    return mergeHeaders(this.headers).get(header) ?? '';
  }

  /** Notes a part of the request that the form can't have. */
  omit(note: string): void {
    this.notes.push(note);
    this.incomplete = true;
  }

  /** Notes credentials that depend on variables, and so can’t be encoded; false for any others. */
  omitUnknownCredentials(credentials: string): boolean {
    const variables = listVariables(replaceAngled(credentials));
    if (variables.length === 0) return false;
    this.omit(`The credentials depend on ${writeNames(variables)}; enter them under “authorization”.`);
    return true;
  }

  /** Notes fields of a multipart body, which has no text form; its content type would lack the boundary. */
  omitMultipart(fields: readonly string[]): void {
    this.remove('content-type');
    const names = fields.map((field) => `“${field}”`).join(', ');
    this.omit(
      `The multipart body is left out${names === '' ? '' : `, with ${fields.length === 1 ? 'its field' : 'its fields'} ${names}`}. In code, pass a FormData as \`data\`.`,
    );
  }

  finish(method: string, url: string, body?: string, exact = false): Found {
    return {
      request: { method, url, headers: this.headers, ...(exact && { exact }), ...(body !== undefined && { body }) },
      notes: [...new Set(this.notes)],
      incomplete: this.incomplete,
    };
  }
}

/** Whether a URL has a scheme, or begins with a `{{name}}` that may have one. */
export function isAbsolute(url: string): boolean {
  return /^(?:[a-z][\w+.-]*:\/\/|\{\{)/i.test(url);
}

/** A value as text: JSON for objects and lists, empty for none. */
export function writeText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  return value == null ? '' : JSON.stringify(value);
}

/** Appends parameters to the query of a URL, before its fragment. */
export function appendQuery(url: string, query: string): string {
  if (query === '') return url;
  const [, front = '', fragment = ''] = /^([^#]*)([^]*)$/.exec(url) ?? [];
  const separator = front.includes('?') ? (/[?&]$/.test(front) ? '' : '&') : '?';
  return `${front}${separator}${query}${fragment}`;
}

/** The bytes that a query or form stands for, percent-encoded alike: also those that aren't UTF-8. */
export function readBytes(query: string): string {
  const encode = (text: string) =>
    text.replaceAll(/%[\da-f]{2}|\p{Surrogate}|[^]/giu, (piece) => {
      if (piece === '+') return '%20';
      if (piece.length === 3 && piece.startsWith('%')) return piece.toUpperCase();
      const code = piece.codePointAt(0) ?? 0;
      if (code < 0x80) return `%${code.toString(16).toUpperCase().padStart(2, '0')}`;
      return encodeURIComponent(toWellFormed(piece));
    });
  return query
    .split('&')
    .map((pair) => {
      const [, name = pair, value] = /^([^=]*)=([^]*)$/.exec(pair) ?? [];
      return value === undefined || value === '' ? encode(name) : `${encode(name)}=${encode(value)}`;
    })
    .join('&');
}

/** Parameters as the text of a form or a query; `{{name}}` stays. */
export function writeQuery(pairs: Iterable<readonly [name: string, value: string]>): string {
  return [...pairs].map(([name, value]) => `${encodeKeeping(name)}=${encodeKeeping(value)}`).join('&');
}

/** Half a surrogate pair as U+FFFD, as in all encodings of a URL (Encoding Standard). */
export const toWellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\ufffd');

/** Percent-encodes a text, except its variables. */
export function encodeKeeping(text: string): string {
  return rewriteAround(toWellFormed(text), encodeURIComponent);
}
