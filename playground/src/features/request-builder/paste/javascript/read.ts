import type { AnyNode } from 'acorn';
import { isObject } from '../../../../json/json.js';
import { EMPTY_FORM, type Form } from '../../model/form.js';
import { fillFormFromOptions } from '../../model/options-to-form.js';
import { Draft, type Findings, type Found } from '../reading.js';
import { ExpressionNames } from '../shells/scanner.js';
import { createScope, evaluate, getSource, type Scope } from './evaluate.js';
import { noteOmitted, readAxios, readFetch, readOptions, templateUrl } from './http-calls.js';
import { listNames, parseProgram, type Call, type Program } from './program.js';

/** Functions whose calls are read, by their names. */
const RECEIVERS: Readonly<Record<string, RegExp>> = {
  fetch: /^(?:(?:window|globalThis|self)\.)?fetch$/,
  axios: /^axios(?:\.(?:request|get|delete|head|options|post|put|patch))?$/,
  octokit: /^(?:.+\.)?octokit\.request(?:\.endpoint)?$/,
  endpoint: /^endpoint$/,
};
/** Other clients, and other functions of these, which a text may use. */
const OTHER_CLIENTS = /^(?:.+\.)?(?:axios|octokit|ky|got|superagent|requests|\$fetch)(?:\.|$)/;

function findReceiver(names: readonly string[]): string | undefined {
  const full = names.join('.');
  return Object.keys(RECEIVERS).find((receiver) => RECEIVERS[receiver]?.test(full));
}

/** The form of GitHub's API, without the defaults of other APIs. */
function toGithub(form: Form): Form {
  const { baseUrl, vendor } = EMPTY_FORM;
  return { ...form, baseUrl, vendor, layers: form.layers.map((layer) => ({ ...layer, on: false })) };
}

/** Reads the arguments of `octokit.request` and `endpoint`: a route as text, or method and url among the options. */
function readBuilder([first, second]: readonly AnyNode[], isGithub: boolean, scope: Scope): Found | undefined {
  const draft = new Draft();
  const route = first && evaluate(first, scope);
  const isText = typeof route === 'string';
  const given = isText ? second && evaluate(second, scope) : route;
  if (isText && second && !isObject(given)) scope.omitted.add(getSource(second, scope));
  const { method = 'GET', url = '', ...others } = isObject(given) ? given : {};
  const stated = isText ? route : `${String(method)} ${String(url)}`;
  // A text without a slash isn't a route.
  const [, verb = '', target] = /^\s*([A-Za-z]+\s+)?((?:\/|[a-z]+:\/\/|\{)[^]*)$/i.exec(stated) ?? [];
  if (target === undefined) return undefined;
  const shown = templateUrl(draft, target, scope);
  noteOmitted(draft, scope);
  const fill = (form: Form): Form => {
    const base = { ...(isGithub ? toGithub(form) : form), headers: [], format: '', previews: '' };
    return fillFormFromOptions(verb + shown, isText && isObject(given) ? given : others, base);
  };
  const { notes, incomplete } = draft;
  return { method: verb.trim().toUpperCase() || 'GET', url: shown, fill, notes, incomplete };
}

/** A name that the text declares, other than by `require`: only the `baseUrl` of `new Octokit(…)` is read. */
function applyDeclaration(found: Found, root: string, scope: Scope): Found {
  const { declared, assigned } = scope.program;
  const init = declared.get(root);
  const isImport = init?.type === 'CallExpression' && listNames(init.callee).join('.') === 'require';
  if (!assigned.has(root) && (isImport || !declared.has(root))) return found;
  const draft = new Draft();
  const isMade = init?.type === 'NewExpression' && listNames(init.callee).at(-1) === 'Octokit';
  const isClient = isMade && !assigned.has(root);
  if (!isClient || !('fill' in found)) draft.omit(`\`${root}\` is made or changed in the text, which isn’t read.`);
  const settings = readOptions(isClient ? init.arguments[0] : undefined, scope);
  const baseUrl = settings.take('baseUrl');
  settings.finish(draft, new Set(['userAgent', 'timeZone', 'log']));
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

/**
 * Reads the requests that JavaScript would send.
 *
 * @throws SyntaxError
 */
export function readJavaScript(text: string): Findings & { readonly kind: string } {
  const program = parseProgram(text, (names) => findReceiver(names) !== undefined);
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
