/** Compares the request that a form builds with a pasted one, byte for byte: for formats that say exactly what is sent. */
import { EndpointError } from 'endpoint.js';
import { toFetch } from 'endpoint.js/fetch';
import { jsonTokens } from '../../../json/json.js';
import { deriveState } from '../model/build.js';
import type { Form } from '../model/form.js';
import { mergeHeaders, type Difference, type HttpRequest } from './reading.js';

type Sent = readonly [url: string, init: ReturnType<typeof toFetch>[1]];

const differs = (note: string): Difference => ({ note, harmless: false });

function writeTokens(text: string): string | undefined {
  return jsonTokens(text)
    ?.filter(({ kind }) => kind !== 'space')
    .map((token) => token.text)
    .join('');
}

const withoutFragment = (url: string): string => url.replace(/#[^]*$/, '');

function compareUrl(request: HttpRequest, [url]: Sent): Difference[] {
  const expected = withoutFragment(request.url);
  const [, origin = '', target = ''] = /^([a-z]+:\/\/[^/?]*)([^]*)$/i.exec(expected) ?? [];
  if (!URL.canParse(url) || !URL.canParse(expected)) return [differs('The URL can’t be sent.')];
  const { pathname, search, origin: sentOrigin } = new URL(url);
  const sent = pathname + (search === '' && withoutFragment(url).endsWith('?') ? '?' : search);
  if (sent === target && sentOrigin === new URL(origin).origin) return [];
  return [differs(`The URL is sent as ${sentOrigin}${sent}, which isn’t what the text sends.`)];
}

/** The headers that every client adds by itself. */
const ADDED: ReadonlySet<string> = new Set(['accept', 'user-agent']);

function compareHeaders(request: HttpRequest, [, { headers, body }]: Sent): Difference[] {
  const expected = mergeHeaders(request.headers);
  const sent = mergeHeaders(Object.entries(headers));
  const differences = [...expected].flatMap(([name, value]) => {
    if (sent.get(name) !== value) return [differs(`The header ${name} isn’t sent as it is in the text.`)];
    // A page sends each character of a header as one byte.
    return /[^\0-\x7f]/.test(value) ? [differs(`The header ${name} has characters outside of ASCII.`)] : [];
  });
  for (const name of sent.keys())
    if (!expected.has(name) && !ADDED.has(name)) differences.push(differs(`The header ${name} is added.`));
  if (typeof body === 'string' && !sent.has('content-type'))
    differences.push(differs('The text sends no content type; a browser adds one.'));
  return differences;
}

function compareBody({ body }: HttpRequest, [, { body: sent }]: Sent): Difference[] {
  // A body without bytes is none.
  if ((body ?? '') === (sent ?? '')) return [];
  if (typeof sent !== 'string' || body === undefined) return [differs('The body isn’t sent as it is in the text.')];
  const tokens = writeTokens(body);
  if (tokens === undefined || tokens !== writeTokens(sent))
    return [differs('The body isn’t sent as it is in the text.')];
  return [{ note: 'The JSON is sent without the whitespace between its values.', harmless: true }];
}

/** The differences between the request that a browser sends for the form and that of the text. */
export function listExactDifferences(request: HttpRequest, form: Form): readonly Difference[] {
  const { request: built, problems } = deriveState(form);
  if (built === undefined) return problems.map(({ message }) => differs(message));
  try {
    const sent = toFetch({ ...built, request: undefined });
    const differences = [...compareUrl(request, sent), ...compareHeaders(request, sent), ...compareBody(request, sent)];
    if (sent[1].method !== request.method) differences.push(differs(`The method is sent as ${sent[1].method}.`));
    return differences;
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error;
    return [differs(error.message)];
  }
}
