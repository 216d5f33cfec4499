import type { FormOptions } from '../../adapters/body-text.js';
import { findField, isAscii, listAbsent, toMessage, type Message } from '../../adapters/message.js';
import { createEndpoint, endpoint } from '../../index.js';
import type { EndpointOptions, RequestOptions } from '../../options.js';
import { hasOwn } from '../../template/values.js';
import { JSON_CONTENT_TYPE } from '../../request/content.js';
import {
  fetchHeaders,
  fetchRemarks,
  normalizedTarget,
  memberCodes,
  toLiteral,
  propertyName,
  quoteJavaScript,
  toFetchBody,
  toHeadersLiteral,
  withProperties,
} from '../languages/javascript.js';
import { addLines, withRemarks, type Line, type SnippetSource, type Target } from '../target.js';

/** The code of a call's arguments, and of the builder's settings unless it is the exported one. */
export interface Call {
  readonly settings: string | undefined;
  readonly route: string;
  /** Those of its options. */
  readonly properties: readonly Line[];
  /** The options as values; undefined for a call that was made from the message alone. */
  readonly sent?: EndpointOptions;
  /** Of `toFetch`. */
  readonly form: string;
}

/** Whether `fetch` sends the options alone: it refuses credentials in urls, and adds a type to text that has none. */
function isSufficient(request: RequestOptions, message: Message) {
  return (
    !/^https?:\/\/[^/?#]*@/i.test(request.url) &&
    (message.body?.kind !== 'text' || findField(message, 'content-type') !== undefined) &&
    fetchHeaders(message).length === message.headers.length &&
    message.headers.every(([, value]) => isAscii(value))
  );
}

/** The original call; undefined where it can't be written down, or doesn't give this very request. */
function fromSource({ route, options = {}, settings }: SnippetSource, message: Message, form: FormOptions) {
  const { request: _metadata, ...sent } = options;
  const build = settings ? createEndpoint(settings) : endpoint;
  const built = toMessage(build(route, sent), 'a snippet', form);
  if (JSON.stringify(built) !== JSON.stringify(message)) return undefined;
  const properties = memberCodes(sent, '');
  const settingsCode = settings && toLiteral(settings, '');
  if (!properties || (settings && settingsCode === undefined)) return undefined;
  return {
    settings: settingsCode,
    route: quoteJavaScript(route),
    properties,
    sent,
    form: message.body?.kind === 'form' && Object.keys(form).length ? `, ${toLiteral(form, '')}` : '',
  };
}

/** The fields that the builder doesn't set by default, and `null` for defaults that the message lacks. */
function headerProperties(message: Message, defaults: Readonly<Record<string, string>>) {
  const implied = message.body?.kind === 'json' ? { ...defaults, 'content-type': JSON_CONTENT_TYPE } : defaults;
  return toHeadersLiteral(
    fetchHeaders(message).filter(([name, value]) => !hasOwn(implied, name) || implied[name] !== value),
    '  ',
    listAbsent(message, Object.keys(defaults)).map((name) => `${propertyName(name)}: null`),
  );
}

/** A call made from the message alone. */
function fromMessage(message: Message) {
  const { method, origin } = message;
  // The builder refuses dot segments, which fetch would resolve.
  const target = normalizedTarget(message.target);
  const github = endpoint.DEFAULTS;
  const isGitHub = origin !== '' && findField(message, 'user-agent') === github.headers['user-agent'];
  const defaults = isGitHub ? github.headers : createEndpoint().DEFAULTS.headers;
  // In a route, `:name` would be a placeholder.
  const path = target.replace(/([/.]):(?=[A-Za-z_])/g, '$1{+colon}');
  const headers = headerProperties(message, defaults);
  const properties = [
    path !== target && "colon: ':'",
    headers !== '{}' && `headers: ${headers}`,
    // The builder adds the content type of JSON.
    ...toFetchBody(message).map((code) => `data: ${code.replace(/^JSON\.stringify\(([^]*)\)$/, '$1')}`),
  ];
  // The builder would take a path of two slashes for a host.
  const isBased = origin === (isGitHub ? github.baseUrl : origin) && !target.startsWith('//');
  return {
    settings: isGitHub ? undefined : origin && `{ baseUrl: ${quoteJavaScript(origin)} }`,
    route: quoteJavaScript(`${method} ${isBased ? '' : origin}${path}`),
    properties,
    // The message has the fields already.
    form: '',
  };
}

/** The original call where it can be written, else one made from the message. */
export const findCall = (...[message, request, source, form]: Parameters<Target['convert']>): Call =>
  (source && isSufficient(request, message) && fromSource(source, message, form)) || fromMessage(message);

/**
 * The module that makes the call and sends its request.
 * @param declarations statements between the imports and the call, each after a line break
 */
export const toModule = (message: Message, { settings, route, properties, form }: Call, declarations = '') =>
  withRemarks(
    fetchRemarks(message),
    `import { ${settings === undefined ? 'endpoint' : 'createEndpoint'} } from 'endpoint.js';
import { toFetch } from 'endpoint.js/fetch';
${declarations}${addLines('', [settings !== undefined && `const endpoint = createEndpoint(${settings});`])}
${withProperties(`const request = endpoint(${route}`, properties)});
const response = await fetch(...toFetch(request${form}));
console.log(response.status, await response.text());
`,
  );

/** A call with this library. */
export const endpointJs = {
  target: 'endpoint.js',
  label: 'JavaScript (endpoint.js)',
  language: 'javascript',
  file: 'request.mjs',
  convert: (message, ...call) => toModule(message, findCall(message, ...call)),
} as const satisfies Target;
