import { EMPTY_FORM, type Form } from '../model/form.js';
import { isObject } from '../../../json/json.js';
import { readLiteral, LiteralError } from '../../../json/literal.js';
import { fillFormFromOptions } from '../model/options.js';
import { fillFormFromRequest } from './http-request.js';
import { readCurl } from './curl.js';

/** A form, and notes about the parts of the pasted text that it doesn't have. */
interface ReadForm {
  readonly form: Form;
  readonly notes: readonly string[];
}

/** `octokit.request(`, `endpoint(`, `endpoint.merge(`, `fetch(`: the called function, up to its arguments. */
const CALL = /(?:^|[^\w$.])((?:[\w$]+\s*\.\s*)*?)(request|paginate|endpoint|merge|fetch)\s*(?:<[^()]*>\s*)?\(/;

interface Arguments {
  readonly first: unknown;
  readonly second: unknown;
  readonly skipped: readonly string[];
}

/** The literals among the first two arguments of a call. */
function argumentsAt(text: string, start: number): Arguments {
  const first = readLiteral(text, start, true);
  const more = /\s*,/y;
  more.lastIndex = first.end;
  const second =
    more.test(text) && /\s*\S/.test(text.slice(more.lastIndex)) ? readLiteral(text, more.lastIndex, true) : undefined;
  const skipped = [...first.skipped, ...(second?.skipped ?? [])];
  return {
    first: first.value,
    second: second?.value,
    skipped: skipped.map(({ path, source }) => (path.length === 0 ? source : path.join('.'))),
  };
}

function noteSkipped(skipped: readonly string[]): string[] {
  if (skipped.length === 0) return [];
  return [`Not literals, so fill them in: ${skipped.join(', ')}.`];
}

/** Reads `fetch(url, init)`; a body may be `JSON.stringify(…)`, which isn't run. */
function readFetch(text: string, { first, second, skipped }: Arguments, form: Form): ReadForm | undefined {
  if (typeof first !== 'string') return undefined;
  const init = isObject(second) ? second : {};
  const headers = Object.entries(isObject(init['headers']) ? init['headers'] : {});
  const stringified = /\bbody\s*:\s*JSON\s*\.\s*stringify\s*\(/.exec(text);
  const stringifiedBody = stringified && readLiteral(text, stringified.index + stringified[0].length, true);
  const body =
    typeof init['body'] === 'string' ? init['body'] : stringifiedBody && JSON.stringify(stringifiedBody.value);
  const request = {
    method: typeof init['method'] === 'string' ? init['method'] : 'GET',
    url: first,
    headers: headers.map(([name, value]) => [name, String(value)] as const),
  };
  return {
    form: fillFormFromRequest(body == null ? request : { ...request, body }, form),
    notes: noteSkipped([
      ...skipped.filter((path) => path !== 'body' || body == null),
      ...(stringifiedBody?.skipped ?? []).map(({ source }) => source),
    ]),
  };
}

/** Reads a route as text, or method and url among the options, the arguments of `octokit.request` and `endpoint`. */
function readRoute({ first, second, skipped }: Arguments, form: Form): ReadForm | undefined {
  const options = isObject(second) ? second : isObject(first) ? first : {};
  const base = { ...form, headers: [], format: '', previews: '' };
  if (typeof first === 'string')
    return { form: fillFormFromOptions(first, options, base), notes: noteSkipped(skipped) };
  const { method, url, ...others } = options;
  if (typeof url !== 'string') return undefined;
  const route = typeof method === 'string' ? `${method} ${url}` : url;
  return { form: fillFormFromOptions(route, others, base), notes: noteSkipped(skipped) };
}

/** Reads a call; undefined if the text has none with a route. */
export function readCall(text: string, form: Form = EMPTY_FORM): ReadForm | undefined {
  const match = CALL.exec(text);
  if (match === null) return undefined;
  const call = argumentsAt(text, match.index + match[0].length);
  return match[2] === 'fetch' ? readFetch(text, call, form) : readRoute(call, form);
}

/** The form of a pasted text. */
interface Pasted extends ReadForm {
  /** Kind of the text: `curl command`. */
  readonly kind: string;
}

/**
 * Reads a curl command, a URL or a call; everything else stays as it is in `form`.
 * @returns undefined if the text turns out to be none of them
 */
export function readPasted(text: string, form: Form): Pasted | undefined {
  if (/^(?:\$\s+)?(?:\S*[/\\])?curl(?:\.exe)?\s/.test(text.trimStart())) {
    const curl = readCurl(text);
    return curl && { kind: 'curl command', form: fillFormFromRequest(curl.request, form), notes: curl.notes };
  }
  if (/^https?:\/\/\S+$/i.test(text.trim())) {
    const request = { method: 'GET', url: text.trim(), headers: [] };
    return { kind: 'URL', form: fillFormFromRequest(request, form), notes: [] };
  }
  try {
    const call = readCall(text, form);
    return call && { ...call, kind: 'call' };
  } catch (error) {
    if (error instanceof LiteralError) return undefined;
    throw error;
  }
}
