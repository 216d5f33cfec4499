import type { CallExpression } from 'acorn';
import { EMPTY_FORM, type Form } from '../../model/form.js';
import { fillFormFromOptions } from '../../model/options-to-form.js';
import { Draft, type Findings, type Found } from '../reading.js';
import { evaluate, type Scope } from './evaluate.js';
import { isAxiosMethod, readAxios, readFetch, templateUrl } from './http-calls.js';
import { visitCalls, type Call } from './program.js';
import { Client, isPlain, noteSkipped, stripUnknown } from './values.js';

const FETCH = /^(?:(?:window|globalThis|self)\.)?fetch$/;
const GITHUB = /octokit|github/i;

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
function readBuilder({ first, second, client, isGithub }: BuilderCall, scope: Scope): Found | undefined {
  const { value, skipped } = stripUnknown(isPlain(second) ? second : isPlain(first) ? first : {});
  const { method, url, ...others } = value as Readonly<Record<string, unknown>>;
  const isText = typeof first === 'string';
  if (!isText && typeof url !== 'string') return undefined;
  const draft = new Draft();
  const stated = isText ? first : typeof method === 'string' ? `${method} ${String(url)}` : String(url);
  // A text without a slash isn't a route.
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

interface Read {
  readonly kind: string;
  /** Undefined for a call that sends nothing. */
  readonly found: Found | undefined;
}

function listValues({ arguments: given }: CallExpression, scope: Scope): readonly unknown[] {
  return given.map((argument) => (argument.type === 'SpreadElement' ? undefined : evaluate(argument, scope)));
}

/** Whether a call is one of axios or of a client that it made: `axios(…)`, `axios.get(…)`, `this.$axios.get(…)`. */
function isAxios(names: readonly string[], client: unknown): boolean {
  if (client instanceof Client) return client.library === 'axios';
  const isNamed = /axios/i.test(names[0] ?? '') && (names.length <= 2 || names.includes('default'));
  return isNamed || /axios$/i.test(names.at(-2) ?? '');
}

/** Reads one call; undefined if it is one of another function. */
function readCall({ names, node }: Call, scope: Scope): Read | undefined {
  const last = names.at(-1) ?? '';
  if (FETCH.test(names.join('.'))) return { kind: 'fetch call', found: readFetch(listValues(node, scope), scope) };
  const client =
    node.callee.type === 'MemberExpression' && node.callee.object.type !== 'Super'
      ? evaluate(node.callee.object, scope)
      : scope.values.get(names[0] ?? '');
  const method = names.length > 1 ? last : '';
  if (isAxios(names, client) && isAxiosMethod(method))
    return { kind: 'axios call', found: readAxios(method, listValues(node, scope), client, scope) };
  const isOctokit = client instanceof Client && client.library === 'octokit';
  const isGithub = isOctokit || names.slice(0, -1).some((name) => GITHUB.test(name));
  if (names.join('.') !== 'endpoint' && !(isGithub && /^(?:request|endpoint)$/.test(last))) return undefined;
  const [first, second] = listValues(node, scope);
  return { kind: 'call', found: readBuilder({ first, second, client, isGithub }, scope) };
}

/** Reads the requests that JavaScript or TypeScript would send. */
export function readJavaScript(text: string): Findings & { readonly kind: string | undefined } {
  const requests: { readonly at: number; readonly found: Found }[] = [];
  const kinds = new Set<string | undefined>();
  visitCalls(text, (call, scope) => {
    const { kind, found } = readCall(call, scope) ?? {};
    scope.skipped.length = 0;
    if (found === undefined) return;
    kinds.add(kind);
    // The outer call of a chain is the last one in the text.
    requests.push({ at: call.node.callee.end, found });
  });
  return {
    requests: requests.sort((a, b) => a.at - b.at).map(({ found }) => found),
    kind: kinds.size === 1 ? [...kinds][0] : undefined,
  };
}
