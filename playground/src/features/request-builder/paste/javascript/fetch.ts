import type { AnyNode } from 'acorn';
import { Draft, type Found } from '../reading.js';
import { evaluate, resolve, type Scope } from './evaluate.js';
import { listNames } from './program.js';
import { finishUrl, FORM_TYPE, listHeaders, readOptions, writeBody, type Harmless } from './options.js';

/** Methods that `fetch` writes in upper case; it sends all others as they are. */
const NORMALIZED = /^(?:delete|get|head|options|post|put)$/i;
/** Whitespace around the value of a header, which `fetch` leaves out. */
const WHITESPACE = /^[\t\n\r ]+|[\t\n\r ]+$/g;
const REFUSED = /^(?:connect|trace|track)$/i;
const HARMLESS: Harmless = {
  names: new Set(
    'dispatcher duplex integrity keepalive priority redirect referrerPolicy signal window'.split(' '),
  ), // prettier-ignore
  added: { credentials: 'cookies', referrer: 'the referrer', cache: 'cache headers' },
};
/** Values of options that change nothing, by their names. */
const DEFAULTS: Readonly<Record<string, readonly unknown[]>> = {
  mode: ['cors', 'same-origin'],
  credentials: ['omit', 'same-origin'],
  referrer: ['', 'about:client'],
  cache: ['default', 'force-cache', 'only-if-cached'],
};

/** Whether a node is `new Request(…)` of the platform. */
function listRequestArguments(node: AnyNode, scope: Scope): readonly AnyNode[] | undefined {
  const made = resolve(node, scope);
  if (made.type !== 'NewExpression' || listNames(made.callee).join('.') !== 'Request') return undefined;
  return scope.program.declared.has('Request') ? undefined : made.arguments;
}

/** Reads the arguments of `fetch` or `new Request` (Fetch Standard). */
export function readFetch([input, init]: readonly AnyNode[], scope: Scope): Found | undefined {
  const request = input && listRequestArguments(input, scope);
  if (request !== undefined) return init === undefined && request[0] !== input ? readFetch(request, scope) : undefined;
  const target = input && evaluate(input, scope);
  if (typeof target !== 'string') return undefined;
  const draft = new Draft();
  const url = finishUrl(draft, target, scope);
  if (url === undefined) return undefined;
  const options = readOptions(init, scope);
  const method = options.takeText('method') ?? 'GET';
  if (!NORMALIZED.test(method) && method !== method.toUpperCase())
    draft.omit(
      `\`fetch\` sends the method “${method}” as it is written, which servers don’t know; write it in upper case.`,
    );
  if (REFUSED.test(method)) draft.omit(`\`fetch\` refuses the method ${method}.`);
  for (const [name, value] of listHeaders(draft, options.take('headers')))
    draft.headers.push([name, String(value).replaceAll(WHITESPACE, '')]);
  draft.addDefault('accept', '*/*');
  const body = writeBody(draft, options.take('body'), `${FORM_TYPE};charset=UTF-8`);
  if (body !== undefined) draft.addDefault('content-type', 'text/plain;charset=UTF-8');
  options.takeDefaults(DEFAULTS);
  options.finish(draft, HARMLESS);
  return draft.finish(method, url, body);
}
