import type { AnyNode, CallExpression } from 'acorn';
import { readExpressPath } from '../express.js';
import { isAbsolute, UnreadableError, type Findings, type Found } from '../reading.js';
import { readBuilder, readOpenapiFetch } from './builder-calls.js';
import { evaluate, listNames, type Scope } from './evaluate.js';
import { isAxiosMethod, readAxios, readFetch } from './http-calls.js';
import { visitCalls, type Call } from './program.js';
import { Client, isPlain } from './values.js';

const VERBS = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'all']);
const OPENAPI_VERBS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE']);
const SERVER = /^(?:app|server|fastify|hono)$|(?:router?|Router|Routes?|App|Server)\d*$/;
const GITHUB = /octokit|github|^kit$|^gh$/i;

interface Read {
  readonly kind: string;
  readonly requests: readonly Found[];
}

const one = (kind: string, found: Found | undefined): Read | undefined => found && { kind, requests: [found] };

const isFunction = (node: AnyNode | undefined) =>
  node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';

/** The path of `router.route(path)` that a chain of calls begins with. */
function findChainedPath(node: AnyNode, scope: Scope): unknown {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  const [first] = node.arguments;
  if (listNames(node.callee).at(-1) === 'route' && first !== undefined && first.type !== 'SpreadElement')
    return evaluate(first, scope);
  return findChainedPath(node.callee.object, scope);
}

function toFound(verb: string, path: unknown): Found[] {
  if (Array.isArray(path)) return path.flatMap((each: unknown) => toFound(verb, each));
  if (typeof path !== 'string' || !/^[/{*]/.test(path)) return [];
  const found = readExpressPath(verb === 'all' ? 'GET' : verb.toUpperCase(), path);
  return [
    verb === 'all' ? { ...found, notes: [...found.notes, 'The route answers every method; GET is shown.'] } : found,
  ];
}

/** Reads a route of Express, or of a framework with the same methods. */
function readExpress({ names, node }: Call, scope: Scope): Read | undefined {
  const verb = names.at(-1) ?? '';
  if (!VERBS.has(verb) || node.callee.type !== 'MemberExpression') return undefined;
  const [first, ...handlers] = node.arguments;
  const chained = node.callee.object.type === 'CallExpression' ? findChainedPath(node.callee.object, scope) : undefined;
  const isChained = chained !== undefined;
  const isServer =
    SERVER.test(names[0] ?? '') &&
    handlers.every(({ type }) => type !== 'ObjectExpression' || handlers.some(isFunction));
  if (!isChained && !isServer && !handlers.some((handler) => handler.type !== 'SpreadElement' && isFunction(handler)))
    return undefined;
  if (first?.type === 'Literal' && first.regex)
    throw new UnreadableError(`The route ${first.raw ?? ''} is a regular expression; a route has names in its place.`);
  const path = isChained
    ? chained
    : first === undefined || first.type === 'SpreadElement'
      ? undefined
      : evaluate(first, scope);
  const requests = toFound(verb, path);
  return requests.length === 0 ? undefined : { kind: 'Express route', requests };
}

function listValues({ arguments: given }: CallExpression, scope: Scope): readonly unknown[] {
  return given.map((argument) => (argument.type === 'SpreadElement' ? undefined : evaluate(argument, scope)));
}

/** Reads one call; undefined if it sends nothing. */
function readCall(call: Call, scope: Scope): Read | undefined {
  const { names, node } = call;
  const last = names.at(-1) ?? '';
  const root = names[0] ?? '';
  if (last === 'fetch' || last === '$fetch') return one('fetch call', readFetch(listValues(node, scope), scope));
  const express = readExpress(call, scope);
  if (express) return express;
  const client =
    node.callee.type === 'MemberExpression' && node.callee.object.type !== 'Super'
      ? evaluate(node.callee.object, scope)
      : scope.values.get(root);
  const library = client instanceof Client ? client.library : undefined;
  if (OPENAPI_VERBS.has(last) && names.length > 1)
    return one('openapi-fetch call', readOpenapiFetch(last, listValues(node, scope), client, scope));
  const isGithub = library === 'octokit' || names.slice(0, -1).some((name) => GITHUB.test(name));
  if (/^(?:request|paginate|iterator|endpoint|merge)$/.test(last) && library !== 'axios' && !/axios/i.test(root)) {
    const [first, second] = listValues(node, scope);
    return one('call', readBuilder({ first, second, client, isGithub }, scope));
  }
  const method = names.length > 1 ? last : '';
  const isAxios =
    library === 'axios' ||
    (/axios/i.test(root) && (names.length <= 2 || names.includes('default'))) ||
    /axios$/i.test(names.at(-2) ?? '');
  if (isAxios && last !== 'create' && isAxiosMethod(method))
    return one('axios call', readAxios(method, listValues(node, scope), client, scope));
  if (names.length > 1 && VERBS.has(last)) return readClient(call, client, scope);
  return undefined;
}

/** Reads a call of a client whose making isn't in the text: `api.get('/users', { params })`. */
function readClient({ names, node }: Call, client: unknown, scope: Scope): Read | undefined {
  const values = listValues(node, scope);
  const [first, second] = values;
  if (typeof first !== 'string' || !(first.startsWith('/') || isAbsolute(first))) return undefined;
  if (second !== undefined && !isPlain(second) && !/^(?:post|put|patch)$/.test(names.at(-1) ?? '')) return undefined;
  return one('axios call', readAxios(names.at(-1) ?? '', values, client, scope));
}

/** `octokit.rest.issues.create`, `octokit.issues.create`. */
function isGithubMethod({ names, node }: Call): boolean {
  const isRest = names.includes('rest') && names.length >= 4;
  return (
    GITHUB.test(names[0] ?? '') &&
    (isRest || names.length === 3) &&
    node.arguments.length <= 2 &&
    !['hook', 'log', 'graphql', 'paginate'].includes(names[1] ?? '')
  );
}

/** Reads the requests that JavaScript or TypeScript would send, and the routes of servers. */
export function readJavaScript(text: string): Findings & { readonly kind: string | undefined } {
  const found: { readonly at: number; readonly requests: readonly Found[] }[] = [];
  const kinds = new Set<string>();
  let method: string | undefined;
  visitCalls(text, (call, scope) => {
    const read = readCall(call, scope);
    scope.skipped.length = 0;
    if (read === undefined) {
      if (isGithubMethod(call)) method ??= call.names.join('.');
      return;
    }
    kinds.add(read.kind);
    // The outer call of a chain is the last one in the text.
    found.push({ at: call.node.callee.end, requests: read.requests });
  });
  const requests = found.sort((a, b) => a.at - b.at).flatMap((each) => each.requests);
  if (requests.length === 0 && method !== undefined) {
    throw new UnreadableError(
      `\`${method}\` names an operation of Octokit, not a route. Paste a call of \`octokit.request\`, or find the route in the catalogue.`,
    );
  }
  return { requests, kind: kinds.size === 1 ? [...kinds][0] : undefined };
}
