import { EMPTY_FORM, type Form } from '../model/form.js';
import { isObject } from '../../../json/read.js';
import { readLiteral } from '../../../json/literal.js';
import { fillFormFromOptions } from '../model/form-from-options.js';
import { fillFormFromRequest } from './http-request.js';

/** A form, and what of the pasted text is not in it. */
export interface Taken {
  readonly form: Form;
  readonly notes: readonly string[];
}

/** `octokit.request(`, `endpoint(`, `endpoint.merge(`, `fetch(`: what is called, and where its arguments begin. */
const CALL = /(?:^|[^\w$.])((?:[\w$]+\s*\.\s*)*?)(request|paginate|endpoint|merge|fetch)\s*(?:<[^()]*>\s*)?\(/;

interface Arguments {
  readonly first: unknown;
  readonly second: unknown;
  readonly skipped: readonly string[];
}

/** The first two arguments of a call, as far as they are literals. */
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

function notesOn(skipped: readonly string[]): string[] {
  if (skipped.length === 0) return [];
  return [`Not a literal, so left for you to fill in: ${skipped.join(', ')}.`];
}

/** `fetch(url, init)`; a body may be `JSON.stringify(…)`, which the reader can't run. */
function takeFetch(text: string, { first, second, skipped }: Arguments, form: Form): Taken | undefined {
  if (typeof first !== 'string') return undefined;
  const init = isObject(second) ? second : {};
  const headers = Object.entries(isObject(init['headers']) ? init['headers'] : {});
  const stringified = /\bbody\s*:\s*JSON\s*\.\s*stringify\s*\(/.exec(text);
  const written = stringified && readLiteral(text, stringified.index + stringified[0].length, true);
  const body = typeof init['body'] === 'string' ? init['body'] : written && JSON.stringify(written.value);
  const request = {
    method: typeof init['method'] === 'string' ? init['method'] : 'GET',
    url: first,
    headers: headers.map(([name, value]) => [name, String(value)] as const),
  };
  return {
    form: fillFormFromRequest(body == null ? request : { ...request, body }, form),
    notes: notesOn([
      ...skipped.filter((path) => path !== 'body' || body == null),
      ...(written?.skipped ?? []).map(({ source }) => source),
    ]),
  };
}

/** A route as text, or method and url among the options, as `octokit.request` and `endpoint` take them. */
function takeRoute({ first, second, skipped }: Arguments, form: Form): Taken | undefined {
  const options = isObject(second) ? second : isObject(first) ? first : {};
  const base = { ...form, headers: [], format: '', previews: '' };
  if (typeof first === 'string') return { form: fillFormFromOptions(first, options, base), notes: notesOn(skipped) };
  const { method, url, ...others } = options;
  if (typeof url !== 'string') return undefined;
  const route = typeof method === 'string' ? `${method} ${url}` : url;
  return { form: fillFormFromOptions(route, others, base), notes: notesOn(skipped) };
}

/** Takes a call apart; undefined where the text holds none that says a route. */
export function takeCall(text: string, form: Form = EMPTY_FORM): Taken | undefined {
  const match = CALL.exec(text);
  if (match === null) return undefined;
  const call = argumentsAt(text, match.index + match[0].length);
  return match[2] === 'fetch' ? takeFetch(text, call, form) : takeRoute(call, form);
}
