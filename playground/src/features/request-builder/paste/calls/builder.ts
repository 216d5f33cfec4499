import { isContainer, isObject, type JsonObject } from '../../../../json/json.js';
import { Draft, UnreadableError, type Found } from '../reading.js';
import { noteOthers, readOptions } from './options.js';

/** Whether a value is JSON, without what JSON leaves out. */
function isJson(value: unknown): boolean {
  return isContainer(value) ? Object.values(value).every(isJson) : value !== undefined;
}

/** The options that are read; the others are named. */
function keepRead(draft: Draft, options: JsonObject): JsonObject {
  const entries = Object.entries(options).filter(([name, value]) => {
    // Functions and settings of the client that sends.
    const isRead = value === undefined || (name !== 'request' && isJson(value));
    if (!isRead) draft.omit(`The option ${name} isn’t read.`, name);
    return isRead;
  });
  return Object.fromEntries(entries);
}

/** Notes what Octokit sends otherwise than the builder. */
function noteOctokit(draft: Draft, verb: string, options: JsonObject): void {
  const nulls = Object.keys(options).filter((name) => options[name] === null);
  if (nulls.length > 0 && /^(?:GET|HEAD|)$/i.test(verb))
    draft.omit(`Octokit sends null in a query as the text “null”: ${nulls.join(', ')}.`, nulls[0] ?? '');
  const { headers } = options;
  const isTyped = isObject(headers) && Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  if (typeof options['data'] === 'string' && !isTyped)
    draft.omit('Octokit sends the text in `data` with the type of JSON.', 'data');
}

/** The options and the base of a client that the text makes; its token becomes a header, as Octokit sends it. */
function readClient(draft: Draft, client: JsonObject, options: JsonObject): JsonObject {
  const { auth, baseUrl = GITHUB.baseUrl, ...others } = client;
  noteOthers(draft, others, 'userAgent timeZone log');
  if (auth !== undefined && typeof auth !== 'string')
    draft.omit('The credentials of `auth` aren’t read; enter them under “authorization”.', 'headers', 'authorization');
  const headers = isObject(options['headers']) ? options['headers'] : {};
  const isOwn = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  const scheme = /^[^.]+\.[^.]+\.[^.]+$/.test(String(auth)) ? 'bearer' : 'token';
  return {
    ...options,
    baseUrl: options['baseUrl'] ?? baseUrl,
    ...(typeof auth === 'string' && !isOwn && { headers: { ...headers, authorization: `${scheme} ${auth}` } }),
  };
}

/** The settings of the builder for GitHub. */
const GITHUB = { vendor: 'github', baseUrl: 'https://api.github.com' };

/** Reads the arguments of `octokit.request`, whose client the text may make, and of `endpoint`: a route, or method and url among the options. */
export function readBuilder([first, second]: readonly unknown[], octokit?: { readonly client: JsonObject }): Found {
  const draft = new Draft();
  const isRoute = typeof first === 'string';
  const { method = 'GET', url = '', ...others } = isRoute ? {} : readOptions(first);
  const given = isRoute ? readOptions(second) : others;
  const options = keepRead(draft, octokit ? readClient(draft, octokit.client, given) : given);
  if (method === '' || typeof method !== 'string') draft.omit('The method isn’t a text.');
  const stated = isRoute ? first : `${String(method)} ${String(url)}`;
  // A text without a slash isn’t a route.
  const [, verb = '', target] = /^\s*([A-Za-z]+\s+)?((?:\/|[a-z]+:\/\/|\{)[^]*)$/i.exec(stated) ?? [];
  if (target === undefined || /^\{\{[^{}]*\}\}$/.test(target))
    throw new UnreadableError('The route of the call isn’t in the text; write it in quotes.');
  if (octokit) noteOctokit(draft, verb.trim(), options);
  const { baseUrl, ...read } = options;
  const settings = octokit ? { ...GITHUB, ...(typeof baseUrl === 'string' && { baseUrl }) } : undefined;
  return {
    route: verb + target,
    options: octokit ? read : options,
    ...(settings && { settings }),
    notes: draft.notes,
    unread: draft.unread,
  };
}
