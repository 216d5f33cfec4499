import { EMPTY_FORM, readTemplate, type Form } from '../../model/form.js';
import { isOptionName } from '../../model/options.js';
import { fillFormFromOptions } from '../../model/options-to-form.js';
import { Draft, type Found } from '../reading.js';
import type { Scope } from './evaluate.js';
import { templateUrl } from './http-calls.js';
import { Client, isPlain, listHeaders, noteSkipped, stripUnknown, Unknown } from './values.js';

/** The form of GitHub's API, without the defaults of other APIs. */
function toGithub(form: Form): Form {
  const { baseUrl, vendor } = EMPTY_FORM;
  return { ...form, baseUrl, vendor, layers: form.layers.map((layer) => ({ ...layer, on: false })) };
}

function splitRoute(route: string): readonly [method: string, url: string] {
  const [, method = 'GET', url = ''] = /^\s*(?:([A-Za-z]+)\s+)?(\S*)/.exec(route) ?? [];
  return [method.toUpperCase(), url];
}

interface BuilderCall {
  readonly first: unknown;
  readonly second: unknown;
  /** The client whose settings apply. */
  readonly client: unknown;
  readonly isGithub: boolean;
}

/** Reads the arguments of `octokit.request` and `endpoint`: a route as text, or method and url among the options. */
export function readBuilder({ first, second, client, isGithub }: BuilderCall, scope: Scope): Found | undefined {
  const { value, skipped } = stripUnknown(isPlain(second) ? second : isPlain(first) ? first : {});
  const { method, url, ...others } = value as Readonly<Record<string, unknown>>;
  const isText = typeof first === 'string';
  if (!isText && typeof url !== 'string') return undefined;
  const draft = new Draft();
  const stated = isText ? first : typeof method === 'string' ? `${method} ${String(url)}` : String(url);
  // A route without a slash is the text of something else, such as `db.request('SELECT …')`.
  if (!/^\s*(?:[A-Za-z]+\s+)?(?:\/|[a-z]+:\/\/|\{)/.test(stated)) return undefined;
  const route = templateRoute(draft, stated, scope);
  const options = isText ? (value as Readonly<Record<string, unknown>>) : others;
  const baseUrl =
    client instanceof Client && typeof client.settings['baseUrl'] === 'string' ? client.settings['baseUrl'] : undefined;
  if (client instanceof Client && 'auth' in client.settings)
    draft.notes.push('`auth` of the client is left out; fill in “authorization”.');
  const [shownMethod, shownUrl] = splitRoute(route);
  const fill = (form: Form): Form => {
    const api = isGithub ? toGithub(form) : form;
    const base = { ...api, headers: [], format: '', previews: '', ...(baseUrl !== undefined && { baseUrl }) };
    return fillFormFromOptions(route, options, base);
  };
  return {
    method: shownMethod,
    url: shownUrl,
    fill,
    notes: [...draft.notes, ...noteSkipped([...skipped, ...scope.skipped])],
  };
}

function templateRoute(draft: Draft, route: string, scope: Scope): string {
  const [, method = '', url = ''] = /^(\s*(?:[A-Za-z]+\s+)?)([^]*)$/.exec(route) ?? [];
  return method + templateUrl(draft, url, scope);
}

/** Lists in the query, which openapi-fetch repeats, as variables with `*`; the others keep their names. */
function splitQuery(query: unknown): {
  readonly lists: Readonly<Record<string, unknown>>;
  readonly others: Readonly<Record<string, unknown>>;
} {
  const entries = Object.entries(isPlain(query) ? query : {});
  const isList = ([name, value]: [string, unknown]) => Array.isArray(value) && /^[A-Za-z_]\w*$/.test(name);
  return {
    lists: Object.fromEntries(entries.filter(isList)),
    others: Object.fromEntries(entries.filter((entry) => !isList(entry))),
  };
}

/** Reads a call of openapi-fetch: `client.GET('/a/{id}', { params: { path, query, header }, body })`. */
export function readOpenapiFetch(
  method: string,
  [path, init]: readonly unknown[],
  client: unknown,
  scope: Scope,
): Found | undefined {
  if (typeof path !== 'string' || !/^(?:\/|\{|[a-z]+:\/\/)/.test(path)) return undefined;
  const draft = new Draft();
  const { params: givenParams, body: givenBody, headers: givenHeaders, baseUrl: ownBase } = isPlain(init) ? init : {};
  const known = stripUnknown({ params: givenParams, body: givenBody, headers: givenHeaders });
  const { params, body, headers } = known.value as Readonly<Record<string, unknown>>;
  if (isPlain(init) && 'bodySerializer' in init) draft.omit('`bodySerializer` isn’t run; the body is sent as JSON.');
  const groups = isPlain(params) ? params : {};
  const { lists, others } = splitQuery(groups['query']);
  const variables = { ...(isPlain(groups['path']) ? groups['path'] : {}), ...lists };
  const url = templateUrl(draft, path, scope) + (Object.keys(lists).length === 0 ? '' : `{?${Object.keys(lists).map((name) => `${name}*`).join(',')}}`); // prettier-ignore
  const taken = new Set((readTemplate(url) ?? []).map(({ name }) => name));
  const isBodiless = method === 'GET' || method === 'HEAD';
  const members = isPlain(body) ? body : {};
  const isMixed = (name: string) => isOptionName(name) || taken.has(name);
  const options = {
    ...variables,
    ...(isBodiless ? Object.fromEntries(Object.entries(others).filter(([name]) => !isMixed(name))) : {}),
    ...Object.fromEntries(Object.entries(members).filter(([name]) => !isMixed(name))),
    ...(body !== undefined && body !== null && !isPlain(body) && { data: body }),
    '@in': {
      query: Object.fromEntries(Object.entries(others).filter(([name]) => !isBodiless || isMixed(name))),
      body: Object.fromEntries(Object.entries(members).filter(([name]) => isMixed(name))),
    },
    headers: Object.fromEntries([
      ...listHeaders(client instanceof Client ? client.settings['headers'] : undefined),
      ...listHeaders(groups['header']),
      ...listHeaders(headers),
    ]),
  };
  const base = ownBase ?? (client instanceof Client ? client.settings['baseUrl'] : undefined);
  if (givenParams instanceof Unknown || givenBody instanceof Unknown) draft.incomplete = true;
  const fill = (form: Form): Form => ({
    ...fillFormFromOptions(`${method} ${url}`, options, { ...form, headers: [], format: '', previews: '' }),
    ...(typeof base === 'string' && {
      baseUrl: base.replace(/\/$/, ''),
      vendor: '',
      layers: form.layers.map((layer) => ({ ...layer, on: false })),
    }),
  });
  const notes = [...draft.notes, ...noteSkipped([...known.skipped, ...scope.skipped])];
  if (typeof base !== 'string') notes.push('The call has no base URL: that of the form applies.');
  return { method, url, fill, notes, incomplete: draft.incomplete };
}
