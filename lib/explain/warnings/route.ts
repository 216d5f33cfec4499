import type { Context } from '../context.js';
import { rewrite } from '../edits.js';
import type { Span } from '../explanation.js';
import { warning, type Warning } from '../rules.js';

/** The characters around a placeholder that are examined at most. */
const MAX_PATTERN = 200;

/** The places in the route's own text that match, except those in its query and fragment. */
function findInPath({ route, urlStart, tokens }: Context, pattern: RegExp) {
  const found = [];
  // Most routes have none, and `matchAll` copies its pattern.
  const pathEnd = /[:<[]/.test(route) ? urlStart + route.slice(urlStart).search(/[?#]|$/) : 0;
  for (const { kind, start, text } of tokens)
    if (kind === 'literal' && start < pathEnd && text.search(pattern) >= 0)
      for (const { 0: match, 1: name = '', index } of text.slice(0, pathEnd - start).matchAll(pattern))
        found.push({ match, name, start: start + index, end: start + index + match.length });
  return found;
}

/** A pattern after `:name`, in parentheses, with a modifier, or both. A `?` before other text begins a query. */
const PATTERN = /^(?:\((?:[^()]|\([^()]*\))*\))?(?<modifier>[*+](?=[/?#\s]|$)|\?(?=[/\s]|$))?/;

/** The form of `/:name` with a modifier of other routers. */
function translate(modifier: string, name: string, value: unknown) {
  if (!modifier) return `/:${name}`;
  if (modifier === '?') return `{/${name}}`;
  return typeof value === 'string' ? `/{+${name}}` : `{/${name}*}`;
}

interface Brackets extends Pick<Warning, 'code'> {
  /** Its first group is the name. */
  readonly pattern: RegExp;
  /** Whether only a whole segment has its meaning. */
  readonly ofSegment?: boolean;
}

/** The warning of a placeholder in the brackets of another router. */
/* @__NO_SIDE_EFFECTS__ */
function brackets({ code, pattern, ofSegment }: Brackets) {
  return warning({
    code,
    makesPlaceholder: true,
    applies(context) {
      const found = [];
      for (const { match: text, name: parameter, start, end } of findInPath(context, pattern))
        if (!ofSegment || context.route[start - 1] === '/') {
          // `[...path]` has several segments.
          const to = `{${/^\[+\./.test(text) ? '+' : ''}${parameter}}`;
          found.push({ parameter, at: { start, end }, text, to });
        }
      return found;
    },
    sentence: ({ text, to }) => `\`${text}\` is text; use \`${to}\` for a value.`,
    fix: ({ at, to }, context) => rewrite(context, `Write "${to}"`, [at], to),
  });
}

/** A host at the beginning of a url: a name with a dot, or an address. */
const HOST = /^(?:localhost|(?:\d+\.){3}\d+|\[[\da-f:.]+\]|(?:[\w-]+\.)+[a-z]{2,})(?::\d+)?(?=[/?#{\s]|$)/i;
const LOOPBACK = /^(?:localhost|127\.|\[::1\])/i;
/** The name of a file, which has a dot too. */
const FILE = /\.(?:csv|aspx?|do|gif|html?|jp\w+|js\w*|md|pdf|php|png|svg|txt|xml|ya?ml|zip)$/i;

/** Warnings of the route's own text. */
export const ROUTE_WARNINGS = [
  warning({
    /**
     * @when `${name}` in a route keeps its `$`
     * @fix drop the `$`
     */
    code: 'dollar-brace',
    applies({ route, expressions }) {
      const spans = [];
      for (const { start: end, operator } of expressions) {
        let start = end;
        if (!operator && route[end] === '{') while (route[start - 1] === '$' && start > end - 10) start--;
        if (start < end) spans.push({ start, end });
      }
      return spans[0] && [{ at: spans[0], spans }];
    },
    sentence: () => 'The `$` before the brace stays in the url; write `{name}` without it.',
    fix: ({ spans }, context) => rewrite(context, 'Drop the $', spans, ''),
  }),
  warning({
    /**
     * @when `:to` in `/:from-:to` is text, because it follows neither `/` nor `.`
     * @fix `{to}`
     */
    code: 'colon-name',
    applies(context) {
      const { route, expressions, parameters } = context;
      const colons = findInPath(context, /:([a-z_]\w*)(?![\w>(])/gi);
      if (!colons.length) return undefined;
      const starts = new Set(expressions.map(({ start }) => start));
      const ends = new Set(expressions.map(({ end }) => end));
      const names = new Set(parameters.filter(({ value }) => value != null).map(({ name }) => name));
      const found = new Map<string, Span[]>();
      for (const { start, end, name } of colons) {
        const before = route.slice(Math.max(0, start - MAX_PATTERN), start);
        const segment = start - before.length + before.lastIndexOf('/') + 1;
        // `/v1/{name}:cancel` and `/v1/:name:cancel` are custom verbs.
        const isSlip = route[segment] === ':' && starts.has(segment) && !ends.has(start);
        if (!isSlip && !names.has(name)) continue;
        const spans = found.get(name) ?? [];
        spans.push({ start, end });
        found.set(name, spans);
      }
      return [...found].map(([parameter, spans]) => ({ parameter, at: spans[0], spans }));
    },
    sentence: ({ parameter }) =>
      `\`:${parameter}\` is text here, because \`:name\` is a placeholder only after \`/\` or \`.\`; use \`{${parameter}}\` for its value.`,
    fix: ({ parameter, spans }, context) => rewrite(context, `Write "{${parameter}}"`, spans, `{${parameter}}`),
  }),
  warning({
    /**
     * @when `:id(\d+)`, `:id?`, `:id*` or `:id+` is a pattern of other routers
     * @fix `:id`, `{/id}`, `{/id*}` or `{+id}`
     */
    code: 'route-pattern',
    applies({ route, expressions, parameters }) {
      const found = [];
      for (const { start, end, varspecs } of expressions) {
        const [varspec] = varspecs;
        if (route[start] !== ':' || !varspec) continue;
        const after = route.slice(end, end + MAX_PATTERN);
        const { 0: pattern = '', groups } = PATTERN.exec(after) ?? {};
        if (!pattern) continue;
        const { name: parameter, parameter: index } = varspec;
        const modifier = groups?.['modifier'] ?? '';
        const value = parameters[index]?.value;
        const at = { start: end, end: end + pattern.length };
        found.push({ parameter, at, start, pattern, modifier, value, text: translate(modifier, parameter, value) });
      }
      return found;
    },
    sentence({ parameter, pattern, text }) {
      const effect = pattern === '?' ? 'begins the query' : 'is text';
      return `\`${pattern}\` after \`:${parameter}\` ${effect}, because a route has no patterns; use \`${text}\`.`;
    },
    fix({ at, start, pattern, modifier, value, text }, context) {
      if (!modifier) return rewrite(context, `Drop "${pattern}"`, [at], '');
      // Under `+`, these would begin a query or a fragment, or pass through unencoded.
      const isSafe = modifier === '?' || typeof value !== 'string' || !/[?#%]/.test(value);
      return isSafe && context.route[start - 1] === '/'
        ? rewrite(context, `Use ${text}`, [{ start: start - 1, end: at.end }], text)
        : undefined;
    },
  }),
  brackets({
    /**
     * @when `<id>` or `<int:id>` in a path is text
     * @fix `{id}`
     */
    code: 'angle-brackets',
    pattern: /<(?:\w+(?:\([^()]*\))?:)?([a-z_]\w*)>/gi,
  }),
  brackets({
    /**
     * @when `[id]` or `[...path]` as a segment of a path is text
     * @fix `{id}` or `{+path}`
     */
    code: 'square-brackets',
    pattern: /\[(?:\[?\.{3})?([a-z_]\w*)\]{1,2}(?=[/?#{]|$)/gi,
    ofSegment: true,
  }),
  warning({
    /**
     * @when a host without a scheme, as in `GET example.com/users`, is a path
     * @fix `https://example.com`
     */
    code: 'missing-scheme',
    applies({ route, urlStart }) {
      const url = route.slice(urlStart, urlStart + MAX_PATTERN);
      const [text] = HOST.exec(url) ?? [];
      if (text === undefined || FILE.test(text)) return undefined;
      const scheme = LOOPBACK.test(text) ? 'http://' : 'https://';
      return [{ at: { start: urlStart, end: urlStart + text.length }, text, scheme }];
    },
    sentence: ({ text, scheme }) =>
      `\`${text}\` has no scheme, so it is a path; use \`${scheme + text}\` for the host.`,
    fix: ({ at: { start }, text, scheme }, context) =>
      rewrite(context, `Write "${scheme}${text}"`, [{ start, end: start }], scheme),
  }),
];
