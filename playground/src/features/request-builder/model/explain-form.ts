import { EndpointError, type EndpointOptions } from 'endpoint.js';
import { createExplain, type Explain, type Explanation } from 'endpoint.js/explain';
import { optionsFromJson } from 'endpoint.js/json';
import { findChange } from '../../../json/changes.js';
import type { Form } from './form.js';
import { toEndpointOptions, type OptionsObject } from './options.js';
import type { FieldId, Problem } from './problems.js';
import type { AuthState, Surroundings } from './surroundings.js';
import { urlStart } from './template.js';

/** A builder with the settings and defaults of a form. */
export interface Builder {
  readonly explain: Explain;
  /** The active layers with their options, each with its field; a layer that can't be read is left out and reported. */
  readonly layers: readonly { readonly field: FieldId; readonly options: EndpointOptions }[];
  readonly problems: readonly Problem[];
}

/** The domain of a host: `github.com` for `api.github.com`. */
function findDomain(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  return /^[^.]+\.(?=[^.]+\.)/.test(hostname) ? hostname.replace(/^[^.]+\./, '') : hostname;
}

/** The vendor of a form's request: none for an absolute url of another domain than the base URL's. */
export function chooseVendor({ vendor, baseUrl, route }: Form): string | undefined {
  const url = route.slice(urlStart(route));
  const isForeign =
    baseUrl.trim() !== '' && /^https?:\/\//i.test(url) && findDomain(url.replace(/[{].*/, '')) !== findDomain(baseUrl);
  return (!isForeign && vendor.trim()) || undefined;
}

function createBuilder(form: Form, vendor: string | undefined): Builder {
  const problems: Problem[] = [];
  const layers: Builder['layers'][number][] = [];
  let explain = createExplain({ vendor, baseUrl: form.baseUrl.trim() });
  for (const { id, on, name, options: text } of form.layers) {
    if (!on) continue;
    const field = `layer ${id}` as const;
    try {
      const options = optionsFromJson(text);
      const change = findChange(text);
      if (change) problems.push({ field, ...change });
      else {
        layers.push({ field, options });
        explain = explain.defaults(options, name.trim() || undefined);
      }
    } catch (error) {
      if (!(error instanceof EndpointError)) throw error;
      problems.push({ field, message: error.message, position: error.position });
    }
  }
  return { explain, layers, problems };
}

let last: { readonly key: readonly unknown[]; readonly builder: Builder } | undefined;

/** Most edits don't change the builder; those of other parts keep the list of defaults, whose texts may be long, as it is. */
function reuseBuilder(form: Form): Builder {
  const vendor = chooseVendor(form);
  const key = [vendor, form.baseUrl, form.layers];
  if (last === undefined || key.some((part, index) => part !== last?.key[index]))
    last = { key, builder: createBuilder(form, vendor) };
  return last.builder;
}

/** The use of the credentials in a request. */
export interface AuthUse {
  readonly state: AuthState;
  /** The origin of the request; empty for that of the page, undefined while it is unknown. */
  readonly origin: string | undefined;
  /** The options that they add, with texts in place of the secrets. */
  readonly options: OptionsObject | undefined;
}

/** The builder with one more layer, which holds the credentials. */
function addAuth({ explain, layers, problems }: Builder, auth: OptionsObject): Builder {
  const options = toEndpointOptions(auth);
  return {
    explain: explain.defaults(options, 'authorization'),
    layers: [...layers, { field: 'auth name', options }],
    problems,
  };
}

/** The origin of an explained request; empty for a relative url, undefined while it is unknown. */
function findOrigin({ request, url }: Pick<Explanation, 'request' | 'url'>): string | undefined {
  const text = request?.url ?? url.map((run) => run.text).join('');
  const [origin] = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(text) ?? [];
  if (origin === undefined) return request === undefined ? undefined : '';
  return URL.canParse(origin) ? new URL(origin).origin : undefined;
}

/** An explained form, and the inputs of its builder. */
export interface Explained {
  readonly explanation: Explanation;
  readonly builder: Builder;
  readonly options: EndpointOptions;
  readonly auth: AuthUse;
  readonly problems: readonly Problem[];
}

/** Explains the form's request with the credentials, if they belong to its origin; `hidden` puts texts in their place. */
export function explainForm(
  form: Form,
  options: OptionsObject,
  { auth, authOrigin, authorize }: Surroundings,
  hidden: boolean,
): Explained {
  const plain = reuseBuilder(form);
  const explainWith = (builder: Builder, json: OptionsObject) => {
    const endpointOptions = toEndpointOptions(json);
    const { explain } = builder;
    const explanation = form.route.trim() === '' ? explain(endpointOptions) : explain(form.route, endpointOptions);
    return { explanation, builder, options: endpointOptions };
  };
  const plan = authorize?.(auth, form, hidden);
  const { state = 'none', problems = [] } = plan ?? {};
  if (plan?.options !== undefined) {
    const explained = explainWith(addAuth(plain, plan.options), plan.fit(options));
    const explanation = plan.guard(explained.explanation);
    const origin = findOrigin(explanation);
    if (origin === undefined || origin === authOrigin)
      return { ...explained, explanation, auth: { state, origin, options: plan.options }, problems: [] };
  }
  const explained = explainWith(plain, options);
  const origin = findOrigin(explained.explanation);
  const isForeign = state !== 'none' && origin !== undefined && origin !== authOrigin;
  return {
    ...explained,
    auth: { state: isForeign ? 'not for this origin' : state, origin, options: undefined },
    problems: isForeign ? [] : problems.map(({ field, message }): Problem => ({ field: `auth ${field}`, message })),
  };
}

/** The method, as far as it is known: a route that isn't one may have any. */
export function findMethod({ request, tokens }: Explanation): string {
  if (tokens[0]?.kind === 'invalid') return '';
  return request?.method ?? tokens.find(({ kind }) => kind === 'method')?.text.toLowerCase() ?? 'get';
}

/** The end of the route that isn't in the url of its explanation, as it was typed; empty if the whole route is. */
export function findUnreadEnd({ tokens, url }: Explanation, route: string): string {
  const invalid = tokens.find(({ kind }) => kind === 'invalid');
  if (url.length > 0) return invalid ? route.slice(invalid.start) : '';
  return route.slice(tokens.some(({ kind }) => kind === 'method') ? urlStart(route) : 0);
}
