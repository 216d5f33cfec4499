import type { AnyNode } from 'acorn';
import { isContainer, isObject, type JsonObject } from '../../../../json/json.js';
import { EMPTY_FORM, type Form } from '../../model/form.js';
import { fillFormFromOptions } from '../../model/options-to-form.js';
import { Draft, UnreadableError, type Findings, type Found } from '../reading.js';
import { nameOtherClient } from '../other-clients.js';
import { ExpressionNames } from '../shells/scanner.js';
import { createScope, evaluate, getSource, Unknown, type Scope } from './evaluate.js';
import { hasInstances, HeadersInit } from './functions.js';
import { readAxios } from './axios.js';
import { readFetch } from './fetch.js';
import { isPlain, noteOmitted, readOptions, templateUrl } from './options.js';
import { listNames, parseProgram, type Call, type Program } from './program.js';

/** Functions whose calls are read, by their names. */
const RECEIVERS: Readonly<Record<string, RegExp>> = {
  fetch: /^(?:(?:window|globalThis|self)\.)?fetch$/,
  axios: /^axios(?:\.(?:request|get|delete|head|options|post|put|patch))?$/,
  octokit: /^(?:.+\.)?octokit\.request(?:\.endpoint)?$/,
  endpoint: /^endpoint$/,
};
/** Other clients, and other functions of these, which a text may use. */
const OTHER_CLIENTS =
  /^(?:.+\.)?(?:fetch|axios|octokit|ky|got|superagent|supertest|needle|phin|bent|wretch|ofetch|useFetch|request|requests|httpx|sendBeacon|XMLHttpRequest|EventSource|WebSocket|\$fetch|\$http|https?\.(?:request|get)|(?:\$|jQuery)\.(?:ajax|get|post|getJSON))(?:\.|$)/;
/** Calls that change what later calls of a client send. */
const CHANGES = /^(?:axios\.(?:interceptors|defaults)|(?:.+\.)?octokit\.hook)\./;
/** Packages that export the clients that are read. */
const PACKAGES: Readonly<Record<string, RegExp>> = {
  fetch: /^(?:node-fetch|cross-fetch|isomorphic-fetch|unfetch|undici)(?:\/polyfill)?$/,
  axios: /^axios$/,
  octokit: /^(?:octokit|@octokit\/[\w-]+)$/,
  endpoint: /^(?:endpoint\.js|@octokit\/endpoint)$/,
};

function findReceiver(names: readonly string[]): string | undefined {
  const full = names.join('.');
  return Object.keys(RECEIVERS).find((receiver) => RECEIVERS[receiver]?.test(full));
}

/** The form of GitHub's API, without the defaults of other APIs. */
function toGithub(form: Form): Form {
  const { baseUrl, vendor } = EMPTY_FORM;
  return { ...form, baseUrl, vendor, layers: form.layers.map((layer) => ({ ...layer, on: false })) };
}

/** Whether headers are members or pairs of plain values. */
function areHeaders(headers: unknown): boolean {
  if (!isContainer(headers) || hasInstances(headers)) return false;
  const pairs: unknown[] = Array.isArray(headers) ? headers : Object.entries(headers);
  return pairs.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every(isPlain));
}

function isMediaType(mediaType: unknown): boolean {
  if (!isObject(mediaType) || hasInstances(mediaType)) return false;
  const { format = '', previews = [], ...others } = mediaType;
  const areNames =
    Array.isArray(previews) && previews.every((name) => typeof name === 'string' && /^[\w-]+$/.test(name));
  return typeof format === 'string' && areNames && Object.keys(others).length === 0;
}

/** Whether a value is JSON, without what JSON leaves out or changes. */
function isJsonValue(value: unknown): boolean {
  if (isContainer(value)) return !hasInstances(value) && Object.values(value).every(isJsonValue);
  return value !== undefined && (typeof value !== 'number' || Number.isFinite(value));
}

/** Checks of the options with a meaning. */
const OPTION_CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  headers: areHeaders,
  mediaType: isMediaType,
  baseUrl: (value) => typeof value === 'string',
  request: () => false,
};

/** The options that a form can have; the others are recorded as omitted. */
function keepReadable(options: JsonObject, scope: Scope): JsonObject {
  const entries = Object.entries(options).map(([name, value]) => {
    return [name, value instanceof HeadersInit && name === 'headers' ? value.content : value] as const;
  });
  const isRead = ([name, value]: readonly [string, unknown]) =>
    Object.hasOwn(OPTION_CHECKS, name)
      ? OPTION_CHECKS[name]?.(value) === true
      : value === undefined || isJsonValue(value);
  for (const entry of entries) if (!isRead(entry)) scope.omitted.add(entry[0]);
  return Object.fromEntries(entries.filter(isRead));
}

/** Notes what Octokit sends otherwise than the builder. */
function noteOctokit(draft: Draft, verb: string, options: JsonObject): void {
  const nulls = Object.keys(options).filter((name) => options[name] === null);
  if (nulls.length > 0 && /^(?:GET|HEAD|)$/i.test(verb))
    draft.omit(`Octokit sends null in a query as the text “null”: ${nulls.join(', ')}.`);
  const { headers } = options;
  const isTyped = isObject(headers) && Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  if (typeof options['data'] === 'string' && !isTyped)
    draft.omit('Octokit sends the text in `data` with the type of JSON.');
}

/** Reads the arguments of `octokit.request` and `endpoint`: a route as text, or method and url among the options. */
function readBuilder([first, second]: readonly AnyNode[], isGithub: boolean, scope: Scope): Found | undefined {
  const draft = new Draft();
  const route = first && evaluate(first, scope);
  const isText = typeof route === 'string';
  const argument = isText ? second : first;
  const given = isText ? second && evaluate(second, scope) : route;
  const isRead = isObject(given) && !(given instanceof Unknown || given instanceof HeadersInit || given instanceof URLSearchParams); // prettier-ignore
  if (argument !== undefined && !isRead && given !== undefined) scope.omitted.add(getSource(argument, scope));
  const options = isRead ? keepReadable(given, scope) : {};
  const { method = 'GET', url = '', ...others } = options;
  if (!isText && typeof method !== 'string') scope.omitted.add('method');
  if (method === '') draft.omit('The method is empty.');
  const stated = isText ? route : `${String(method)} ${String(url)}`;
  // A text without a slash isn't a route.
  const [, verb = '', target] = /^\s*([A-Za-z]+\s+)?((?:\/|[a-z]+:\/\/|\{)[^]*)$/i.exec(stated) ?? [];
  if (target === undefined) return undefined;
  const shown = templateUrl(draft, target, scope);
  noteOmitted(draft, scope);
  if (isGithub) noteOctokit(draft, verb.trim(), options);
  const fill = (form: Form): Form => {
    const base = { ...(isGithub ? toGithub(form) : form), headers: [], format: '', previews: '' };
    return fillFormFromOptions(verb + shown, isText ? options : others, base);
  };
  const { notes, incomplete } = draft;
  return { method: verb.trim().toUpperCase() || 'GET', url: shown, fill, notes, incomplete };
}

/** The module that a declared name is required from. */
function findRequired(init: AnyNode | undefined): string | undefined {
  if (init?.type !== 'CallExpression' || listNames(init.callee).join('.') !== 'require') return undefined;
  const [module] = init.arguments;
  return module?.type === 'Literal' ? String(module.value) : undefined;
}

/** Whether a client is the platform's, or that of its package, and isn’t changed. */
function isUnchanged(root: string, { declared, imported, assigned, exposed, calls }: Program): boolean {
  const module = imported.get(root) ?? findRequired(declared.get(root)?.init);
  const isKnown = module === undefined ? !declared.has(root) : PACKAGES[root]?.test(module) === true;
  const isAssigned = [root, ...(root === 'fetch' ? ['window', 'globalThis', 'self'] : [])].some((name) =>
    assigned.has(name),
  );
  const isChanged = calls.some(({ names }) => CHANGES.test(`${names.join('.')}.`) && names.includes(root));
  return isKnown && !isAssigned && !isChanged && !(root === 'axios' && exposed.has(root));
}

/** Notes a client that the text makes or changes: only the `baseUrl` of `new Octokit(…)` is read. */
function applyDeclaration(found: Found, root: string, scope: Scope): Found {
  const { program } = scope;
  if (isUnchanged(root, program)) return found;
  const draft = new Draft();
  const init = program.declared.get(root)?.init;
  const isMade = init?.type === 'NewExpression' && listNames(init.callee).at(-1) === 'Octokit';
  const isChanged = program.calls.some(({ names }) => CHANGES.test(`${names.join('.')}.`));
  const isClient = isMade && !program.assigned.has(root) && !isChanged;
  if (!isClient || !('fill' in found))
    draft.omit(`\`${root}\` is made, imported or changed in the text, which isn’t read.`);
  const settings = readOptions(isClient ? init.arguments[0] : undefined, scope);
  const baseUrl = settings.take('baseUrl');
  settings.finish(draft, { names: new Set(['userAgent', 'timeZone', 'log']), added: {} });
  return {
    ...found,
    ...('fill' in found && typeof baseUrl === 'string' && { fill: (form: Form) => ({ ...found.fill(form), baseUrl }) }),
    notes: [...found.notes, ...draft.notes],
    incomplete: found.incomplete === true || draft.incomplete,
  };
}

function readCall({ names, node }: Call, receiver: string, scope: Scope): Found | undefined {
  const values = node.arguments.filter((argument) => argument.type !== 'SpreadElement');
  if (values.length < node.arguments.length) return undefined;
  if (receiver === 'fetch') return readFetch(values, scope);
  if (receiver === 'axios') return readAxios(names.slice(1).join('.'), values, scope);
  return readBuilder(values, receiver === 'octokit', scope);
}

/** The calls that a program makes of functions which aren't read, and the calls whose url isn't in the text. */
function listUnread(program: Program, unread: readonly Call[]): readonly string[] {
  const others = program.calls.filter(
    ({ names }) => findReceiver(names) === undefined && OTHER_CLIENTS.test(names.join('.')),
  );
  const texts = [...unread, ...others].map(({ names }) => `\`${names.join('.')}\``);
  return texts.length === 0 ? [] : [`Calls that aren’t read: ${[...new Set(texts)].join(', ')}.`];
}

const KINDS: Readonly<Record<string, string>> = { fetch: 'fetch call', axios: 'axios call' };

/** Syntax of TypeScript that JavaScript doesn’t have. */
const TYPES =
  /^\s*(?:export\s+)?(?:interface|type|enum|declare|namespace)\s+\w|\bas\s+(?:const\b|[A-Za-z_]|\{)|[\w)\]?]\s*:\s*(?:string|number|boolean|any|unknown|void|Promise|Record|[A-Z]\w*(?:<|\[\]))|\w<[^<>()]{0,80}(?:<[^<>()]{0,80}>)?[^<>()]{0,80}>\s?\(|\w!\.|import\s+type\b|\bsatisfies\b/m;

/** A call with types, which JavaScript reads as two comparisons. */
const TYPED_CALL = /\b(?:fetch|axios(?:\.\w+)?|octokit\.request|endpoint)<[^()]{0,200}?>\(/;
const TYPESCRIPT = 'TypeScript isn’t read: remove its types, and paste the JavaScript.';

function parseText(text: string): Program {
  if (TYPED_CALL.test(text)) throw new UnreadableError(TYPESCRIPT);
  try {
    return parseProgram(text, (names) => findReceiver(names) !== undefined);
  } catch (error) {
    if (!(error instanceof SyntaxError) || !TYPES.test(text) || nameOtherClient(text) !== undefined) throw error;
    throw new UnreadableError(`${TYPESCRIPT} (As JavaScript: ${error.message}.)`);
  }
}

/**
 * Reads the requests that JavaScript would send.
 *
 * @throws SyntaxError
 */
export function readJavaScript(text: string): Findings & { readonly kind: string } {
  const program = parseText(text);
  const names = new ExpressionNames();
  const kinds = new Set<string>();
  const unread: Call[] = [];
  const requests: Found[] = [];
  for (const call of program.calls) {
    const receiver = findReceiver(call.names);
    if (receiver === undefined) continue;
    const scope = createScope(program, names);
    const found = readCall(call, receiver, scope);
    if (found === undefined) unread.push(call);
    else {
      requests.push(applyDeclaration(found, receiver, createScope(program, names)));
      kinds.add(KINDS[receiver] ?? 'call');
    }
  }
  const [kind = 'call', ...otherKinds] = kinds;
  return { requests, notes: listUnread(program, unread), kind: otherKinds.length === 0 ? kind : 'call' };
}
