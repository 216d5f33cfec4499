import { isContainer, type JsonObject } from '../../../../json/json.js';
import { Draft, toObject, UnreadableError, type Found } from '../reading.js';
import { noteOthers, readOptions } from './options.js';

/** Whether a value is JSON, without what JSON leaves out. */
function isJson(value: unknown): boolean {
  return isContainer(value) ? Object.values(value).every(isJson) : value !== undefined;
}

/** The settings of the builder for GitHub. */
const GITHUB = { vendor: 'github', baseUrl: 'https://api.github.com' };

const listNames = (headers: unknown): readonly string[] =>
  Object.keys(toObject(headers)).map((name) => name.toLowerCase());

/** Notes what Octokit sends otherwise than the builder. */
function noteOctokit(draft: Draft, verb: string, options: JsonObject): void {
  const [first, ...others] = Object.keys(options).filter((name) => options[name] === null);
  if (first !== undefined && /^(?:GET|HEAD|)$/i.test(verb))
    draft.omit(`Octokit sends null in a query as the text “null”: ${[first, ...others].join(', ')}.`, first);
  if (typeof options['data'] === 'string' && !listNames(options['headers']).includes('content-type'))
    draft.omit('Octokit sends the text in `data` with the type of JSON.', 'data');
}

/** The options and the base of a client that the text makes; its token becomes a header, as Octokit sends it. */
function readClient(draft: Draft, client: JsonObject, options: JsonObject): JsonObject {
  const { auth, baseUrl = GITHUB.baseUrl, ...others } = client;
  noteOthers(draft, others, 'userAgent timeZone log');
  if (auth !== undefined && typeof auth !== 'string')
    draft.omit('The credentials of `auth` aren’t read; enter them under “authorization”.', 'headers', 'authorization');
  const { headers } = options;
  const scheme = /^[^.]+\.[^.]+\.[^.]+$/.test(String(auth)) ? 'bearer' : 'token';
  const isAdded = typeof auth === 'string' && !listNames(headers).includes('authorization');
  return {
    baseUrl,
    ...options,
    ...(isAdded && { headers: { ...toObject(headers), authorization: `${scheme} ${auth}` } }),
  };
}

/** Reads the arguments of `octokit.request`, whose client the text may make, and of `endpoint`: a route, or method and url among the options. */
export function readBuilder([first, second]: readonly unknown[], client?: JsonObject): Found {
  const draft = new Draft();
  const isRoute = typeof first === 'string';
  const { method = 'GET', url = '', ...others } = isRoute ? {} : readOptions(first);
  const written = isRoute ? readOptions(second) : others;
  // Functions and settings of the client that sends are named.
  const entries = Object.entries(client ? readClient(draft, client, written) : written).filter(([name, value]) => {
    const isBase = name === 'baseUrl';
    const isRead = value === undefined || (name !== 'request' && (isBase ? typeof value === 'string' : isJson(value)));
    if (!isRead) draft.omit(`The option ${name} isn’t read.`, ...(isBase ? ['settings'] : []), name);
    return isRead;
  });
  const options: JsonObject = Object.fromEntries(entries);
  if (method === '' || typeof method !== 'string') draft.omit('The method isn’t a text.');
  const route = isRoute ? first : `${String(method)} ${String(url)}`;
  // A text without a slash isn’t a route.
  const [, verb = '', target] = /^\s*([A-Za-z]+\s+)?((?:\/|[a-z]+:\/\/|\{)[^]*)$/i.exec(route) ?? [];
  if (target === undefined || /^\{\{[^{}]*\}\}$/.test(target))
    throw new UnreadableError('The route of the call isn’t in the text; write it in quotes.');
  if (client) noteOctokit(draft, verb.trim(), options);
  const { baseUrl, ...read } = options;
  return {
    method: verb,
    url: target,
    headers: [],
    options: client ? read : options,
    ...(client && { settings: { ...GITHUB, ...(typeof baseUrl === 'string' && { baseUrl }) } }),
    notes: draft.notes,
    unread: draft.unread,
  };
}
