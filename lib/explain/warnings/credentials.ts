import { isCredentialName } from '../../request/header-fields.js';
import { getLast, hasOwn } from '../../template/values.js';
import { listLeaves, moveSpan, type Context } from '../context.js';
import type { ExplainedParameter, Span } from '../explanation.js';
import { editRoute, set, setOption, unset } from '../edits.js';
import { findParameters, type Warning } from '../rules.js';
import { code } from '../sentences.js';

/** Tokens with a recognisable form: of GitHub, GitLab, Slack, Stripe and OpenAI, AWS, Google, npm; JSON Web Tokens. */
const KNOWN =
  /\b(?:gh[opsur]_\w{20,255}|github_pat_\w{20,255}|glpat-[\w-]{20,64}|xox[abeoprs]-[\w-]{10,250}|[prs]k[-_](?:live|test|proj|ant)[-_][\w-]{16,200}|AKIA[A-Z\d]{16}|AIza[\w-]{35}|npm_\w{36}|eyJ[\w-]{10,300}\.eyJ[\w-]{10,4000}\.[\w-]{10,1000})/;
/** A token after its scheme, which isn't a word. */
const TOKEN = /^(?:[Bb]asic|[Bb]earer|[Tt]oken) +(?:\S{20,}|(?=\S*(?:[\d=]|[a-z][A-Z]\S*[a-z][A-Z]))\S{8,})$/;

/** Whether a value is a credential, by its form or by its parameter's name. */
const isSecret = (name: string, value: unknown) =>
  typeof value === 'string' &&
  (KNOWN.test(value) || TOKEN.test(value) || (isCredentialName(name) && /^(?:\w+ +\S+|\S{8,})$/.test(value)));

/** The place of a credential in a text of the route. */
function findSecret(text: string) {
  const match = KNOWN.exec(text);
  if (match) return { start: match.index, end: match.index + match[0].length };
  // Most texts have none, and `matchAll` copies its pattern.
  for (const { index, 0: pair, 1: name = '', 2: value = '' } of text.includes('=')
    ? text.matchAll(/[?&]([^=&#?]+)=([^&#]+)/g)
    : [])
    if (isSecret(name, value)) return { start: index + pair.length - value.length, end: index + pair.length };
  return undefined;
}

const ADVICE = 'urls are logged and remembered, so send it in a header.';
const MOVE = 'Move it to the authorization header';

/** Sets the header for credentials. */
const setHeader = (value: string) => set(['headers', 'authorization'], value);

/** Whether the parameter is given in one way only, so that nothing replaces it when it is removed. */
const isOnlyOne = ({ attribution }: Context, { name }: ExplainedParameter) =>
  (['plain', 'path', 'query', 'body'] as const).filter((way) => attribution[way]?.has(name)).length === 1;

/** Whether the call has no such header, which a fix would replace. */
const isFree = ({ options }: Context) => !hasOwn(options.headers, 'authorization');

/** The origin of a url that the builder has checked. Not of the whole url: older engines reject `%00` in a path. */
function describeOrigin(url: unknown) {
  const [origin] = /^https?:\/\/[^/?#]+/i.exec(String(url)) ?? [];
  return origin === undefined ? "the page's origin" : code(new URL(origin).origin);
}

/** The pair of a query that holds a credential, with one separator; undefined where it isn't a pair. */
function pairAround(text: string, { start, end }: Span) {
  const [pair, mark = ''] = /([?&])[^=&#{}?]*=$/.exec(text.slice(Math.max(0, start - 100), start)) ?? [];
  if (pair === undefined) return undefined;
  if (text[end] === '&') return { start: start - pair.length + mark.length, end: end + 1 };
  return text[end] === undefined || /[#\s]/.test(text[end]) || mark === '&'
    ? { start: start - pair.length, end }
    : undefined;
}

/** Warnings of credentials in a url. */
export const CREDENTIAL_WARNINGS: readonly Warning[] = [
  {
    /**
     * @when the url has a known kind of token, one after `Bearer`, or eight characters or more under a name such as `password` or `x-api-key`
     * @fix move it to a header
     */
    code: 'secret-in-url',
    find(context) {
      const found = findParameters(context, (explained) => {
        const { name, value, places } = explained;
        return (
          places.some((place) => place !== 'body') &&
          listLeaves(name, value).some(([key, leaf]) => isSecret(key, leaf)) && {
            sentence: `The value of ${code(name)} looks like a credential; ${ADVICE}`,
            fix() {
              // A hyphen is part of another header's name.
              if (typeof value !== 'string' || name.includes('-') || !isFree(context) || !isOnlyOne(context, explained))
                return undefined;
              const field = /^basic /i.test(value) ? value : `Bearer ${value.replace(/^(?:bearer|token) +/i, '')}`;
              return {
                label: `Move "${name}" to the authorization header`,
                edits: [unset(explained), setHeader(field)],
              };
            },
          }
        );
      });
      for (const { kind, start, text } of context.tokens) {
        const secret = kind === 'literal' && findSecret(text);
        if (!secret) continue;
        const at = moveSpan(secret, start);
        found.push({
          at,
          sentence: `The route seems to hold a credential; ${ADVICE}`,
          fix() {
            const { route } = context;
            const pair = isFree(context) && pairAround(route, at);
            if (!pair) return undefined;
            const edits = editRoute(context, [{ ...pair, text: '' }]);
            return { label: MOVE, edits: [...edits, setHeader(`Bearer ${route.slice(at.start, at.end)}`)] };
          },
        });
      }
      return found;
    },
  },
  {
    /**
     * @when `user:password@` precedes the host
     * @fix move them to a header
     */
    code: 'credentials-in-url',
    find(context) {
      const { url, tokens, route, options } = context;
      const [origin] = url;
      const credentials = origin?.part === 'origin' ? /^[^:]*:\/\/([^@]*)@/.exec(origin.text)?.[1] : undefined;
      if (credentials === undefined || !origin) return undefined;
      const layer = origin.source.kind === 'base' ? origin.source.layer : undefined;
      const token = tokens.find(({ kind }) => kind === 'origin');
      const at = token && moveSpan(token);
      return [
        {
          parameter: at ? undefined : 'baseUrl',
          at,
          layer,
          sentence:
            'The url has a user or password before its host; fetch refuses these, so send them in the authorization header.',
          fix() {
            if (!isFree(context) || !/^[\w.~:!$&'()*+,;=-]*$/.test(credentials)) return undefined;
            const strip = (text: string) => text.replace(`${credentials}@`, '');
            const edits = at
              ? editRoute(context, [{ ...at, text: strip(route.slice(at.start, at.end)) }])
              : [set(['baseUrl'], strip(options.baseUrl))];
            return { label: MOVE, edits: [...edits, setHeader(`Basic ${btoa(credentials)}`)] };
          },
        },
      ];
    },
  },
  {
    /**
     * @when credentials of settings or defaults leave the origin of their base URL
     * @fix drop the header
     */
    code: 'credentials-elsewhere',
    find({ request, headers, attribution, builder }) {
      const found = [];
      if (!request || builder.allows) return undefined;
      const last = attribution.plain?.get('baseUrl');
      const bases = last ? [...last.replaced, last].filter((base) => base.layer.kind !== 'options') : [];
      for (const { name, layer } of headers) {
        // The first layer is the vendor's, without credentials.
        if (!layer?.index || layer.kind === 'options' || !isCredentialName(name)) continue;
        // The base URL when the credentials came, or else the first one after.
        const value = (getLast(bases.filter((base) => base.layer.index <= layer.index)) ?? bases[0])?.value;
        const [from, to] = [describeOrigin(value), describeOrigin(request.url)];
        const problem = value ? `leaves ${from} for` : 'belongs to no base URL, and goes to';
        if (from !== to)
          found.push({
            parameter: name,
            layer,
            sentence: `${code(name)} from ${layer.label} ${problem} ${to}; drop it in this call, or allow that origin in ${code('origins')}.`,
            fix: () => setOption(`Drop "${name}" in this call`, ['headers', name], null),
          });
      }
      return found;
    },
  },
];
