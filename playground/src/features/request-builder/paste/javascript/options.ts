import type { AnyNode } from 'acorn';
import { isContainer, isObject } from '../../../../json/json.js';
import type { Draft } from '../reading.js';
import { encodeBraces } from '../variables.js';
import { evaluate, getSource, listMembers, Unknown, type Scope } from './evaluate.js';
import { HeadersInit, writeParameters } from './functions.js';

/** The url of a call with `{name}` for unknown values in path and query; a name in front of them stays `{{name}}`. */
export function templateUrl(draft: Draft, url: string, { marks }: Scope): string {
  const [, origin = '', target = ''] = /^((?:[a-z][\w+.-]*:\/\/|\{\{[^{}]*\}\})[^/?#]*)?([^]*)$/i.exec(url) ?? [];
  let path = target.replace(/\?\{\{([^{}=&]*)\}\}$/, (whole, name: string) => {
    if (!marks.has(name)) return whole;
    draft.omit(`The query is the value of ${name}, which isn’t in the text; add its parameters.`);
    return '';
  });
  for (const name of marks) path = path.replaceAll(`{{${name}}}`, `{${name}}`);
  const filled = [...marks].filter((name) => path.includes(`{${name}}`) || origin.includes(`{{${name}}}`));
  if (filled.length > 0) draft.omit(`Values that aren’t in the text: ${filled.join(', ')}.`);
  return origin + path;
}

const SCHEME = /^([a-z][a-z\d+.-]*):/i;
/** Characters that `URL` leaves out or rewrites: controls and spaces around it, `\` and dot segments. */
const REWRITTEN = /^[\0- ]|[\0- ]$|[\t\n\r\\]|\/\.{1,2}(?:[/?#]|$)|%2e/i;

/** An absolute url as `fetch` sends it; undefined if it isn’t one over HTTP. */
function normalizeUrl(url: string): string | undefined {
  const trimmed = url.replaceAll(/^[\0- ]+|[\0- ]+$|[\t\n\r]/g, '');
  const [, scheme = ''] = SCHEME.exec(trimmed) ?? [];
  if (scheme !== '' && !/^https?:\/\//i.test(trimmed)) return undefined;
  if (scheme === '' || url.includes('{{') || !REWRITTEN.test(url)) return trimmed;
  return URL.canParse(trimmed) ? new URL(trimmed).href : undefined;
}

/** The url's text, relative to the form's base where it has no scheme; undefined if it isn’t one over HTTP. */
export function finishUrl(draft: Draft, text: string, scope: Scope): string | undefined {
  const url = normalizeUrl(text);
  if (url === undefined) return undefined;
  const isMark = /^\{\{([^{}]*)\}\}/.exec(url)?.[1];
  if (/^https?:\/\/[^/?#]*@/i.test(url)) draft.omit('`fetch` refuses a URL with credentials, and axios moves them.');
  if (url.startsWith('//')) {
    draft.omit('The URL has the scheme of the page that calls; `https` is shown.');
    return templateUrl(draft, encodeBraces(`https:${url}`, scope.marks), scope);
  }
  if (!/^https?:\/\//i.test(url) && (isMark === undefined || !scope.marks.has(isMark)))
    draft.omit('The URL is relative to one that isn’t in the text; the base URL of the form is shown.');
  return templateUrl(draft, encodeBraces(url, scope.marks), scope);
}

/** Notes what the text doesn't have. */
export function noteOmitted(draft: Draft, { omitted }: Scope): void {
  if (omitted.size > 0) draft.omit(`Not literals, so fill them in: ${[...omitted].join(', ')}.`);
}

/** A value that requests write as its text. */
type Plain = string | number | boolean | null | undefined;

/** Whether a value is written as its text. */
export const isPlain = (value: unknown): value is Plain => !isContainer(value);

/** Options that the browser or the connection uses, and that don't change what a text says. */
export interface Harmless {
  readonly names: ReadonlySet<string>;
  /** Those by which the browser adds something of its own. */
  readonly added: Readonly<Record<string, string>>;
}

/** Members of a call's options, which are read one by one. */
export class Options {
  readonly #members: Map<string, AnyNode>;
  readonly #scope: Scope;

  constructor(members: ReadonlyMap<string, AnyNode>, scope: Scope) {
    this.#members = new Map(members);
    this.#scope = scope;
  }

  /** Takes the value of an option; undefined if there is none, or if it isn't known, which is recorded. */
  take(name: string): unknown {
    const node = this.#members.get(name);
    this.#members.delete(name);
    if (node === undefined) return undefined;
    const value = evaluate(node, this.#scope);
    if (!(value instanceof Unknown)) return value;
    this.#scope.omitted.add(name);
    return undefined;
  }

  /** Takes the text of an option; undefined without one. A value that isn't a known text is recorded as omitted. */
  takeText(name: string): string | undefined {
    const value = this.take(name);
    if (value === undefined || (typeof value === 'string' && !value.includes('{{'))) return value;
    this.#scope.omitted.add(name);
    return undefined;
  }

  /** Takes the options whose known values change nothing. */
  takeDefaults(defaults: Readonly<Record<string, readonly unknown[]>>): void {
    for (const [name, values] of Object.entries(defaults)) {
      const node = this.#members.get(name);
      if (node !== undefined && values.includes(evaluate(node, this.#scope))) this.#members.delete(name);
    }
  }

  /** Notes the options that are neither read nor without effect on the request. */
  finish(draft: Draft, { names, added }: Harmless): void {
    const unread = [...this.#members.keys()].filter((name) => !names.has(name));
    const additions = unread.flatMap((name) => (Object.hasOwn(added, name) ? [`${added[name]} (\`${name}\`)`] : []));
    if (additions.length > 0)
      draft.notes.push(`A browser adds ${additions.join(' and ')}, which the text doesn’t have.`);
    const others = unread.filter((name) => !Object.hasOwn(added, name));
    if (others.length > 0) draft.omit(`Options that aren’t read: ${others.join(', ')}.`);
    noteOmitted(draft, this.#scope);
  }
}

/** The options of an argument; without any if there is none, or if they aren't in the text, which is recorded. */
export function readOptions(node: AnyNode | undefined, scope: Scope): Options {
  const members = node && listMembers(node, scope);
  if (node && members === undefined && evaluate(node, scope) !== undefined) scope.omitted.add(getSource(node, scope));
  return new Options(members ?? new Map(), scope);
}

/** Headers as pairs, from an object, pairs or `Headers`; without those that aren't plain values, which is noted. */
export function listHeaders(draft: Draft, headers: unknown): (readonly [name: string, value: Plain])[] {
  if (headers === undefined) return [];
  if (headers instanceof HeadersInit) return listHeaders(draft, headers.content);
  if (!isContainer(headers) || headers instanceof URLSearchParams) {
    draft.omit('The headers are left out: they are neither an object nor a list of pairs.');
    return [];
  }
  const pairs: unknown[] = isObject(headers) ? Object.entries(headers) : (headers as unknown[]);
  return pairs.flatMap((pair) => {
    const [name, value, ...others] = (Array.isArray(pair) ? pair : []) as [unknown, unknown, ...unknown[]];
    if (typeof name === 'string' && isPlain(value) && others.length === 0) return [[name, value] as const];
    draft.omit(`A header is left out: ${typeof name === 'string' ? name : 'it isn’t a pair'}.`);
    return [];
  });
}

/** The type of a form's text. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The body of parameters, a text, or nothing; undefined, and a note, for another. */
export function writeBody(draft: Draft, body: unknown, type: string): string | undefined {
  if (body == null) return undefined;
  if (body instanceof URLSearchParams) {
    draft.addDefault('content-type', type);
    return writeParameters(body);
  }
  if (typeof body === 'string') return body;
  draft.omit('The body is left out: it isn’t a text.');
  return undefined;
}
