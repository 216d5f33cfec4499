import { parameterLocation } from '../../options.js';
import { getClass } from '../../request/content.js';
import { isPlainObject, isScalar } from '../../template/values.js';
import { listFirstKeys } from '../context.js';
import { set, unset } from '../edits.js';
import type { ExplainedParameter, OptionPath } from '../explanation.js';
import { findParameters, type Warning } from '../rules.js';
import { writesNothing } from '../sentences.js';
import { parseJson } from './request.js';

/**
 * The advice for the options that a pattern matches by {@link describeKind}, and the option that has their value here: `request` has it
 * under its name.
 */
type Row = readonly [pattern: RegExp, advice: string, path?: OptionPath];

/** The names are those of the clients' types, which the tests read. Values that APIs have too don't match. */
const ROWS: readonly Row[] = [
  [/^header: object \{/, 'as `headers`', ['headers']],
  [/^origins: object Array (?:Undefined|https?:)/, 'to `createEndpoint`'],
  [
    /^params: object \{(?:(?:path|query|header|cookie)\{\},?)+\}$/,
    'as `endpoint.in`, and its headers in `headers`',
    [parameterLocation],
  ],
  [
    /^(?:(?:params|query): object (?:\{|URLSearchParams)|searchParams: )/,
    'as `endpoint.in.query`, or its members as parameters',
    [parameterLocation, 'query'],
  ],
  [/^path: object \{/, 'as `endpoint.in.path`, or its members as parameters', [parameterLocation, 'path']],
  [/^(?:body|json): (?:object|string \{\}$)/, 'as `data`, or its members as parameters', ['data']],
  [/^form: object \{/, 'as `data`, with the content type of a form'],
  [/^(?:(?:baseURL|prefixUrl): |prefix: string https?:)/, 'as `baseUrl`', ['baseUrl']],
  [/^auth: object \{username,password\}$/, 'as the authorization header'],
  [
    /^(?:signal: object AbortSignal|credentials: string (?:include|omit|same-origin)|mode: string (?:cors|no-cors|same-origin)|cache: string (?:force-cache|no-cache|no-store|only-if-cached|reload)|redirect: string (?:error|follow|manual)|(?:integrity: string sha\d+-|keepalive: |referrerPolicy: ).*)$/,
    'in `request`',
    ['request'],
  ],
  [
    /^(?:timeout: (?:number \d{4}|object \{)|(?:retry|hooks): object \{|responseType: string (?:array[bB]uffer|blob|document|json|stream)$|(?:allowAbsoluteUrls|decompress|followRedirect|ignoreResponseError|insecureHTTPParser|max(?:BodyLength|ContentLength|Redirects)|resolveBodyOnly|retry(?:Delay|StatusCodes)|throwHttpErrors|timeoutErrorMessage|totalTimeout|with(?:Credentials|XSRFToken)|xsrf(?:Cookie|Header)Name): )/,
    'to the client that sends the request',
  ],
];

/** What APIs have in bodies too, but no defaults of all requests have. */
const ORDINARY = /^(?!defaults origins).*: object (?:\{(?!username,password\})|Array)/;

/** The keys of an object, with `{}` after those of objects; a scalar; or the kind of another value. */
const describe = (value: unknown) =>
  isPlainObject(value)
    ? `{${listFirstKeys(value)
        .map((key) => key + (isPlainObject(value[key] ?? {}) ? '{}' : ''))
        .join()}}`
    : isScalar(value)
      ? String(value)
      : getClass(value);

/**
 * Name and kind of a value: `body: object FormData`, `params: object {a,b{}}`, `json: object Array 1`, `timeout: number 5000`,
 * `body: string {}` for JSON text.
 */
function describeKind({ name, value }: ExplainedParameter) {
  const text = Array.isArray(value) ? `Array ${describe(value[0])}` : describe(value);
  return `${name}: ${typeof value} ${parseJson(value) === undefined ? text : '{}'}`;
}

/** Warnings of options of other clients, which are parameters here. */
export const OTHER_CLIENT_WARNINGS: readonly Warning[] = [
  {
    /**
     * @when a parameter has the name and the kind of value of an option of fetch, axios, ky, got, ofetch, openapi-fetch or Octokit, or of the setting `origins`
     * @fix use the option of this library
     */
    code: 'other-client-option',
    find(context) {
      let isAll = true;
      const ordinary = new Set<unknown>();
      const found = findParameters(context, (explained) => {
        const { name, given: way, expressions, value, layer, places } = explained;
        if (way !== 'plain' || expressions.length || (name !== 'origins' && writesNothing(value))) return undefined;
        const kind = describeKind(explained);
        const row = ROWS.find(([pattern]) => pattern.test(kind));
        isAll &&= !!row;
        if (!row) return undefined;
        if (ORDINARY.test(`${layer?.kind} ${kind}`) && places.includes('body')) ordinary.add(explained);
        const [, advice, option] = row;
        return {
          sentence: `\`${name}\` is ${name === 'origins' ? 'a setting' : 'an option of other HTTP clients'}, but a parameter here; pass it ${advice}.`,
          fix() {
            const path = option?.[0] === 'request' ? [...option, name] : option;
            let taken: unknown = context.call.options;
            for (const key of path ?? []) taken = (taken as Readonly<Record<typeof key, unknown>> | undefined)?.[key];
            if (!path || taken !== undefined) return undefined;
            const label = `Pass "${name}" ${advice.replace(/,.*|`/g, '')}`;
            return { label, edits: [unset(explained), set(path, parseJson(value) ?? value)] };
          },
        };
      });
      return found.filter(({ explained }) => isAll || !ordinary.has(explained));
    },
  },
];
