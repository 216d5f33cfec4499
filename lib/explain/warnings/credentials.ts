import { hasOwn } from '../../template/values.js';
import { isOnlyOne, type Context } from '../context.js';
import type { Edit, Span } from '../explanation.js';
import { editRoute, unset } from '../edits.js';
import { toSubject, warning, type Subject } from '../rules.js';
import { code } from '../sentences.js';

/** Tokens with a recognisable form: of GitHub, GitLab, Slack, Stripe and OpenAI, AWS, Google, npm; JSON Web Tokens. */
const KNOWN =
  /\b(?:gh[opsur]_\w{20,255}|github_pat_\w{20,255}|glpat-[\w-]{20,64}|xox[abeoprs]-[\w-]{10,250}|[prs]k[-_](?:live|test|proj|ant)[-_][\w-]{16,200}|AKIA[A-Z\d]{16}|AIza[\w-]{35}|npm_\w{36}|eyJ[\w-]{10,300}\.eyJ[\w-]{10,4000}\.[\w-]{10,1000})/;
/** Names of parameters that hold nothing but credentials. */
const NAMED =
  /^(?:access_?token|api_?key|auth_?token|bearer_?token|client_?secret|passw(?:or)?d|private_?token|secret|token)$/i;

/** Whether a value is a credential, by its form or by its parameter's name. */
const isSecret = (name: string, value: string): boolean =>
  KNOWN.test(value) || (NAMED.test(name) && /^\S{8,}$/.test(value));

/** The place of a credential in a text. */
function findSecret(text: string): Span | undefined {
  const match = KNOWN.exec(text);
  return match ? { start: match.index, end: match.index + match[0].length } : undefined;
}

const ADVICE = 'urls are logged and remembered, so send it in the authorization header.';
const MOVE = 'Move it to the authorization header';

/** Sets the header for credentials. */
const authorize = (value: string): Edit => ({ kind: 'set', path: ['headers', 'authorization'], value });

/** Whether the call has no such header, which a fix would replace. */
const isFree = ({ options }: Context): boolean => !hasOwn(options.headers, 'authorization');

/** The pair of a query that holds a credential, with one separator; undefined where it isn't a pair. */
function pairAround(text: string, { start, end }: Span): Span | undefined {
  const [pair, mark = ''] = /([?&])[^=&#{}?]*=$/.exec(text.slice(Math.max(0, start - 100), start)) ?? [];
  if (pair === undefined) return undefined;
  if (text[end] === '&') return { start: start - pair.length + mark.length, end: end + 1 };
  return text[end] === undefined || /[#\s]/.test(text[end]) || mark === '&'
    ? { start: start - pair.length, end }
    : undefined;
}

/** Warnings of credentials in a url. */
export const CREDENTIAL_WARNINGS = [
  warning<Subject>({
    code: 'secret-in-url',
    doc: { when: 'the url has a known kind of token, or a parameter such as `password`', fix: 'move it to a header' },
    *applies(context) {
      for (const parameter of context.parameters) {
        const { name, value, places } = parameter;
        if (!places.some((place) => place !== 'body')) continue;
        const texts: unknown[] = Array.isArray(value) ? value.slice(0, 100) : [value];
        if (texts.some((text) => typeof text === 'string' && isSecret(name, text))) yield toSubject(context, parameter);
      }
      for (const { kind, start, text } of context.tokens) {
        const secret = kind === 'literal' ? findSecret(text) : undefined;
        if (secret) yield { at: { start: start + secret.start, end: start + secret.end } };
      }
    },
    sentence: ({ explained }) =>
      explained
        ? `The value of ${code(explained.name)} looks like a credential; ${ADVICE}`
        : `The route seems to hold a credential; ${ADVICE}`,
    fix({ explained, at }, context) {
      if (!isFree(context)) return undefined;
      if (explained) {
        const { name, value } = explained;
        if (typeof value !== 'string' || !isOnlyOne(context, explained)) return undefined;
        const edits = [unset(explained), authorize(`Bearer ${value.replace(/^(?:bearer|token) +/i, '')}`)];
        return { label: `Move "${name}" to the authorization header`, edits };
      }
      const { route } = context;
      const pair = at && pairAround(route, at);
      if (!pair) return undefined;
      const edits = editRoute(context, [{ ...pair, text: '' }]);
      return { label: MOVE, edits: [...edits, authorize(`Bearer ${route.slice(at.start, at.end)}`)] };
    },
  }),
  warning({
    code: 'credentials-in-url',
    doc: { when: '`user:password@` precedes the host', fix: 'move them to a header' },
    *applies({ url: [origin], tokens }) {
      const credentials = origin?.part === 'origin' ? /^[^:]*:\/\/([^@]*)@/.exec(origin.text)?.[1] : undefined;
      if (credentials === undefined || !origin) return;
      const layer = origin.source.kind === 'base' ? origin.source.layer : undefined;
      const at = tokens.find(({ kind }) => kind === 'origin');
      yield { at: at && { start: at.start, end: at.end }, layer, credentials };
    },
    sentence: () =>
      'The url has a user or password before its host; fetch refuses these, so send them in the authorization header.',
    fix({ at, credentials }, context) {
      if (!isFree(context) || !/^[\w.~:!$&'()*+,;=-]*$/.test(credentials)) return undefined;
      const strip = (text: string): string => text.replace(`${credentials}@`, '');
      const edits: Edit[] = at
        ? editRoute(context, [{ ...at, text: strip(context.route.slice(at.start, at.end)) }])
        : [{ kind: 'set', path: ['baseUrl'], value: strip(context.options.baseUrl) }];
      return { label: MOVE, edits: [...edits, authorize(`Basic ${btoa(credentials)}`)] };
    },
  }),
];
