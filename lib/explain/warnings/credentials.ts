import { isOnlyOne, type Context, type Detect, type Finding } from '../context.js';
import type { Edit, Span } from '../explanation.js';
import { editRoute, unset } from '../edits.js';
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

/** Credentials among the values. */
function* secretValues(context: Context): Iterable<Finding> {
  const { parameters, trace } = context;
  for (const parameter of parameters) {
    const { name, value, places, layer } = parameter;
    if (!places.some((place) => place !== 'body')) continue;
    const texts = typeof value === 'string' ? [value] : Array.isArray(value) ? value.slice(0, 100) : [];
    if (!texts.some((text) => typeof text === 'string' && isSecret(name, text))) continue;
    const bare = typeof value === 'string' ? value.replace(/^(?:bearer|token) +/i, '') : undefined;
    const free = !Object.hasOwn(trace.options.headers, 'authorization') && isOnlyOne(context, parameter);
    const fix =
      bare !== undefined && free
        ? {
            label: `Move "${name}" to the authorization header`,
            edits: [unset(parameter), authorize(`Bearer ${bare}`)],
          }
        : undefined;
    const sentence = `The value of ${code(name)} looks like a credential; ${ADVICE}`;
    yield { sentence, parameter: name, layer, fix };
  }
}

/** The pair of a query that holds a credential, with one separator; undefined where it isn't a pair. */
function pairAround(text: string, { start, end }: Span): Span | undefined {
  const [pair, mark = ''] = /([?&])[^=&#{}?]*=$/.exec(text.slice(Math.max(0, start - 100), start)) ?? [];
  if (pair === undefined) return undefined;
  if (text[end] === '&') return { start: start - pair.length + mark.length, end: end + 1 };
  return text[end] === undefined || /[#\s]/.test(text[end]) || mark === '&'
    ? { start: start - pair.length, end }
    : undefined;
}

/** Credentials in the route itself. */
export const secretInUrl: Detect = function* (context) {
  yield* secretValues(context);
  const { route, trace } = context;
  for (const { kind, start, text } of route.tokens) {
    const secret = kind === 'literal' ? findSecret(text) : undefined;
    if (!secret) continue;
    const at = { start: start + secret.start, end: start + secret.end };
    const pair = pairAround(route.text, at);
    const free = !Object.hasOwn(trace.options.headers, 'authorization');
    const edits = pair && [
      ...editRoute(trace, [{ ...pair, text: '' }]),
      authorize(`Bearer ${route.text.slice(at.start, at.end)}`),
    ];
    yield {
      sentence: `The route seems to hold a credential; ${ADVICE}`,
      at,
      fix: edits && free ? { label: MOVE, edits } : undefined,
    };
  }
};

/** `https://user:password@host`. */
export const credentialsInUrl: Detect = function* ({ url, trace, route, headers }) {
  const [origin] = url;
  const credentials = origin?.part === 'origin' ? /^[^:]*:\/\/([^@]*)@/.exec(origin.text)?.[1] : undefined;
  if (credentials === undefined || !origin) return;
  const inRoute = origin.source.kind === 'literal';
  const at = inRoute ? { start: route.offset, end: route.offset + route.origin.length } : undefined;
  const free = !headers.some(({ name }) => name === 'authorization');
  const text = /^[\w.~:!$&'()*+,;=-]*$/.test(credentials) ? credentials : undefined;
  const stripped = (from: string): string => from.replace(`${credentials}@`, '');
  const away: Edit[] = at
    ? editRoute(trace, [{ ...at, text: stripped(route.origin) }])
    : [{ kind: 'set', path: ['baseUrl'], value: stripped(trace.options.baseUrl) }];
  const fix =
    free && text !== undefined ? { label: MOVE, edits: [...away, authorize(`Basic ${btoa(text)}`)] } : undefined;
  const layer = origin.source.kind === 'base' ? origin.source.layer : undefined;
  const sentence =
    'The url has a user or password before its host; fetch refuses these, so send them in the authorization header.';
  yield { sentence, at, layer, fix };
};
