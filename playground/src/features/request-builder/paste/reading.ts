import { isObject, type JsonObject } from '../../../json/json.js';
import type { Form, Unread } from '../model/form.js';
import { writeBasic } from '../model/auth.js';
import { listVariables, mapTexts, replaceAngled, rewriteAround, unmark, writeNames } from './variables.js';

/** A request found in a text. */
export interface HttpRequest {
  readonly method: string;
  /** Absolute, a path, or either with `{name}` or a leading `{{name}}`. */
  readonly url: string;
  /** One of each name, which is in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** As it is sent. */
  readonly body?: string | undefined;
  /** Whether the form must send the same bytes: anything else is a difference that is named. */
  readonly exact?: boolean;
  /** Whether its texts have all values: it was sent. */
  readonly isRecord?: boolean;
  /** Values of the variables in the path. */
  readonly variables?: readonly (readonly [name: string, value: string])[];
}

/** A request as a format's reader finds it. */
export interface Found extends HttpRequest {
  /** Options of the builder as JSON, in place of headers and body: `@in` stands for `endpoint.in`. The method may be empty. */
  readonly options?: JsonObject;
  /** The settings that the text has beside options; without any, those of the form count, with its defaults. */
  readonly settings?: { readonly vendor: string; readonly baseUrl: string };
  /** Its name in a collection. */
  readonly name?: string;
  /** Names of the folders around it, the outermost first. */
  readonly folder?: readonly string[];
  /** Parts of the text that the request lacks. */
  readonly unread: readonly Unread[];
  /** Sentences about what was assumed, and what has no effect. */
  readonly notes: readonly string[];
  /** Another reading of the text, and the words of the button for it. */
  readonly instead?: { readonly label: string; readonly text: string };
}

/** What a format's reader finds in a text. */
export interface Findings {
  /** Kind of the text, where the reader decides it. */
  readonly kind?: string | undefined;
  readonly requests: readonly Found[];
  /** Sentences about the text as a whole. */
  readonly notes?: readonly string[];
}

/** A form with sentences about it. */
export interface Loaded {
  readonly form: Form;
  readonly notes: readonly string[];
  readonly incomplete: boolean;
}

/** A request that can be loaded into the form, which is made when it is read for the first time: a collection may have thousands. */
export interface PastedRequest extends Loaded {
  readonly name: string;
  readonly folder: readonly string[];
  /** Method and URL, for a list. */
  readonly method: string;
  readonly url: string;
  readonly instead: Found['instead'];
}

/** A text of a known format, with its requests. */
export interface Reading {
  /** Kind of the text: `curl command`. */
  readonly kind: string;
  readonly notes: readonly string[];
  readonly requests: readonly PastedRequest[];
}

/** A text that isn't read, and the reason. */
export interface Refusal {
  /** One sentence. */
  readonly refusal: string;
}

/** A text whose format is known, and which has no request that can be read. Its message is a sentence for the user. */
export class UnreadableError extends Error {}

/**
 * The refusal of a text that a reader can’t read.
 *
 * @throws any other error
 */
export function refuse(error: unknown): Refusal {
  if (error instanceof UnreadableError) return { refusal: unmark(error.message) };
  // Deeply nested texts exceed the stack.
  if (error instanceof RangeError) return { refusal: `The text is nested too deeply: ${error.message}.` };
  throw error;
}

/** Headers of the connection, which every client sets itself, and those of HTTP/2 in place of the first line. */
export const isConnection = (name: string): boolean =>
  /^(?::.*|host|content-length|connection|transfer-encoding|accept-encoding|te|upgrade|expect)$/i.test(name);

const BODILESS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Collects what a reader finds out about one request. */
export class Draft {
  /** By their names in lower case. */
  readonly headers = new Map<string, string>();
  readonly notes: string[] = [];
  readonly unread: Unread[] = [];

  /** Adds a header; several of one name are one (RFC 9110 section 5.3). */
  add(name: string, value: string): void {
    const key = name.toLowerCase();
    const before = this.headers.get(key);
    this.headers.set(key, before === undefined ? value : `${before}${key === 'cookie' ? '; ' : ', '}${value}`);
  }

  /** Adds a header unless the request already has one of this name. */
  addDefault(name: string, value: string): void {
    if (!this.headers.has(name)) this.headers.set(name, value);
  }

  /** The content type; empty without one. */
  get type(): string {
    return this.headers.get('content-type') ?? '';
  }

  /** Removes the headers of the connection, and returns them. */
  takeConnection(): ReadonlyMap<string, string> {
    const taken = [...this.headers].filter(([name]) => isConnection(name));
    for (const [name] of taken) this.headers.delete(name);
    return new Map(taken);
  }

  /** Names a part of the request that isn’t read, and the path of its field; the route settles what no field has. */
  omit(note: string, ...path: readonly string[]): undefined {
    this.unread.push({ path: path.length === 0 ? ['route'] : path, note });
  }

  /** Notes a URL without a host. */
  checkBase(url: string): void {
    if (!isAbsolute(url)) this.notes.push('The URL has no host; the base URL of the form is shown.');
  }

  /** Names a method that the form writes in another case. */
  checkCase(method: string): void {
    if (method !== method.toUpperCase()) this.omit(`The method “${method}” is shown in upper case.`);
  }

  /** Names a Host header that isn’t that of the URL, where a server may count it. */
  checkHost(url: string, host: string | undefined): void {
    if (host === undefined || !URL.canParse(url)) return;
    const { host: counted, protocol } = new URL(url);
    const named = `${protocol}//${host}`;
    if (!URL.canParse(named) || new URL(named).host !== counted)
      this.omit(`The host header (${host}) differs from the URL, which counts.`);
  }

  /** Notes credentials that depend on variables, and so can’t be encoded; false for any others. */
  omitUnknownCredentials(credentials: string): boolean {
    const variables = listVariables(replaceAngled(credentials));
    if (variables.length === 0) return false;
    this.omit(`The credentials depend on ${writeNames(variables)}; enter them under “authorization”.`, 'headers', 'authorization'); // prettier-ignore
    return true;
  }

  /** Replaces the credentials by those of a user. */
  setBasic(user: string, password: string): void {
    this.headers.delete('authorization');
    if (!this.omitUnknownCredentials(`${user}${password}`))
      this.headers.set('authorization', writeBasic(user, password));
  }

  /** Notes the fields of a multipart body, or of its text, which the form can’t have; its content type would lack the boundary. */
  omitMultipart(body: readonly string[] | string): undefined {
    this.headers.delete('content-type');
    const fields = typeof body === 'string' ? (body.match(/(?<=\bname=")[^"]*(?=")/g) ?? []) : body;
    const names = fields.map((field) => `“${field}”`).join(', ');
    this.omit(
      `The multipart body is left out${names === '' ? '' : `, with ${fields.length === 1 ? 'its field' : 'its fields'} ${names}`}. In code, pass a FormData as \`data\`.`,
      'data',
    );
  }

  /** The request, as far as a form can have it: neither the builder nor `fetch` sends a body with GET. */
  finish(method: string, url: string, body?: string, others: Omit<Partial<HttpRequest>, 'body'> = {}): Found {
    const isDropped = body !== undefined && BODILESS.has(method.toUpperCase());
    if (isDropped) {
      this.omit(`The body is left out: ${method.toUpperCase()} has none in the builder.`, 'data');
      this.headers.delete('content-type');
    }
    const request = { method, url, headers: [...this.headers], body: isDropped ? undefined : body, ...others };
    return {
      ...(others.isRecord === true ? request : mapTexts(request, replaceAngled)),
      notes: [...new Set(this.notes)],
      unread: this.unread,
    };
  }
}

/** The type of a form's text. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** @throws UnreadableError if a URL has another scheme than http and https; in most notations, a host without one may have a port */
export function requireHttp(url: string, mayBeHost = true): void {
  const [, scheme, port] = /^([a-z][a-z\d+.-]*):(\d+(?=\/|$))?/i.exec(url) ?? [];
  if (scheme !== undefined && !(mayBeHost && port !== undefined) && !/^https?:\/\//i.test(url))
    throw new UnreadableError(`Only http and https URLs are read, not \`${scheme}:\`.`);
}

/** Whether a URL has a scheme, or begins with a `{{name}}` that may have one. */
export function isAbsolute(url: string): boolean {
  return /^(?:[a-z][\w+.-]*:\/\/|\{\{)/i.test(url);
}

/** An object of JSON; an empty one in place of anything else. */
export const toObject = (value: unknown): JsonObject => (isObject(value) ? value : {});

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

/** The length of a text in UTF-8. */
export const countBytes = (text: string): number => new TextEncoder().encode(text).length;

/** The bytes of a percent-encoded text, a character for each. */
export const decodeBytes = (text: string): string =>
  toWellFormed(text)
    .replaceAll(/[^\0-\x7f]+/g, encodeURIComponent)
    .replaceAll(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The bytes of the names and values of a query or form, as one text: also those that aren't UTF-8. */
export function readBytes(query: string): string {
  const pairs = query.split('&').map((pair) => {
    const [, name = pair, value = ''] = /^([^=]*)=([^]*)$/.exec(pair) ?? [];
    return [name, value].map((text) => decodeBytes(text.replaceAll('+', ' ')));
  });
  return JSON.stringify(pairs);
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
