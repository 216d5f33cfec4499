import { createEndpoint, endpoint } from '../../index.js';
import type { EndpointOptions, EndpointSettings, RequestOptions } from '../../options.js';
import { toMessage, type Message } from '../../adapters/message.js';
import { fetchHeaders, fetchRemarks, normalizedTarget, toBodyCode } from './fetch.js';
import {
  objectLiteral,
  propertyName,
  quoteJavaScript,
  toHeadersLiteral,
  withRemarks,
} from '../languages/javascript.js';
import { toOptionsLiteral } from '../languages/javascript-options.js';

/** What a request was built from. */
export interface SnippetSource {
  readonly route: string;
  /** The caller's metadata in `request` are left out. */
  readonly options?: EndpointOptions | undefined;
  /** Of {@link createEndpoint}; without them it is the exported `endpoint`. */
  readonly settings?: EndpointSettings | undefined;
}

/** The call's arguments, and the settings of the builder where it isn't the exported one. */
interface Call {
  readonly settings: string | undefined;
  readonly route: string;
  readonly options: string;
}

const CALL = 'const request = endpoint(';
const JSON_TYPE = 'application/json; charset=utf-8';

const typeOf = ({ headers }: Message): string | undefined => headers.find(([name]) => name === 'content-type')?.[1];

/** Whether the options say all there is to say: `fetch` takes neither credentials in urls, text without a type, nor more than bytes. */
function saysAll(request: RequestOptions, message: Message): boolean {
  return (
    !/^https?:\/\/[^/?#]*@/i.test(request.url) &&
    (message.body?.kind !== 'text' || typeOf(message) !== undefined) &&
    fetchHeaders(message).length === message.headers.length &&
    // oxlint-disable-next-line no-control-regex -- ASCII is what is meant
    message.headers.every(([, value]) => /^[\0-\x7f]*$/.test(value))
  );
}

/** The call as it was; undefined where it can't be written down, or doesn't give this very request. */
function fromSource({ route, options = {}, settings }: SnippetSource, message: Message): Call | undefined {
  const { request: _metadata, ...sent } = options;
  const build = settings ? createEndpoint(settings) : endpoint;
  const built = toMessage(build(route, sent), 'a snippet');
  if (JSON.stringify(built) !== JSON.stringify(message)) return undefined;
  const literal = quoteJavaScript(route);
  const code = toOptionsLiteral(sent, '', CALL.length + literal.length + 2);
  const made = settings && toOptionsLiteral(settings, '');
  if (code === undefined || (settings && made === undefined)) return undefined;
  return { settings: made, route: literal, options: code === '{}' ? '' : `, ${code}` };
}

/** The fields that the builder would not set by itself, and `null` for those that it would. */
function headerProperties(message: Message, defaults: Readonly<Record<string, string>>): string {
  const headers = fetchHeaders(message);
  const names = new Set(headers.map(([name]) => name));
  const implied = message.body?.kind === 'json' ? { ...defaults, 'content-type': JSON_TYPE } : defaults;
  return toHeadersLiteral(
    headers.filter(([name, value]) => !Object.hasOwn(implied, name) || implied[name] !== value),
    '  ',
    Object.keys(defaults)
      .filter((name) => !names.has(name))
      .map((name) => `${propertyName(name)}: null`),
  );
}

function dataCode(message: Message): string[] {
  const { body } = message;
  if (!body) return [];
  const code = toBodyCode(body, '  ');
  if (body.kind === 'form') return [`data: new URLSearchParams(${code})`];
  // To text without a content type, fetch would add one, and the builder to JSON.
  if (typeOf(message) === undefined) return [`data: new TextEncoder().encode(${code})`];
  return [`data: ${body.kind === 'json' ? code.slice('JSON.stringify('.length, -1) : code}`];
}

/** The call from the message alone. */
function fromMessage(message: Message): Call {
  const { method, origin } = message;
  // The builder refuses dot segments, which fetch would resolve.
  const target = normalizedTarget(message.target);
  const agent = message.headers.find(([name]) => name === 'user-agent')?.[1];
  const github = endpoint.DEFAULTS;
  const own = origin !== '' && agent === github.headers['user-agent'];
  const defaults = own ? github.headers : createEndpoint().DEFAULTS.headers;
  // What looks like `:name` would be a placeholder.
  const path = target.replace(/(?<=[/.]):(?=[A-Za-z_])/g, '{+colon}');
  const headers = headerProperties(message, defaults);
  const properties = [
    ...(path === target ? [] : ["colon: ':'"]),
    ...(headers === '{}' ? [] : [`headers: ${headers}`]),
    ...dataCode(message),
  ];
  // A path of two slashes would be taken for a host.
  const isBased = origin === (own ? github.baseUrl : origin) && !target.startsWith('//');
  const route = quoteJavaScript(`${method} ${isBased ? '' : origin}${path}`);
  const column = CALL.length + route.length + 2;
  return {
    settings: own ? undefined : origin && `{ baseUrl: ${quoteJavaScript(origin)} }`,
    route,
    options: properties.length > 0 ? `, ${objectLiteral(properties, '', column)}` : '',
  };
}

/** A call with this library. */
export function toEndpointJs(request: RequestOptions, source?: SnippetSource): string {
  const message = toMessage(request, 'a snippet');
  const { settings, route, options } =
    (source && saysAll(request, message) && fromSource(source, message)) || fromMessage(message);
  return withRemarks(
    fetchRemarks(message),
    [
      `import { ${settings === undefined ? 'endpoint' : 'createEndpoint'} } from 'endpoint.js';`,
      "import { toFetch } from 'endpoint.js/fetch';",
      '',
      ...(settings === undefined ? [] : [`const endpoint = createEndpoint(${settings});`]),
      `${CALL}${route}${options});`,
      'const response = await fetch(...toFetch(request));',
      'console.log(response.status, await response.text());',
      '',
    ].join('\n'),
  );
}
