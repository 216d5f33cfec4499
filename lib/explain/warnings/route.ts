import type { Context } from '../context.js';
import { rewrite } from '../edits.js';
import type { Span } from '../explanation.js';
import type { Warning } from '../rules.js';

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
const PATTERN = /^(?:\((?:[^()]|\([^()]*\))*\))?([*+](?=[/?#\s]|$)|\?(?=[/\s]|$))?/;

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
function brackets({ code, pattern, ofSegment }: Brackets): Warning {
  return {
    code,
    makesPlaceholder: true,
    find: (context) =>
      findInPath(context, pattern).flatMap(({ match, name: parameter, start, end }) => {
        if (ofSegment && context.route[start - 1] !== '/') return [];
        // `[...path]` has several segments.
        const to = `{${/^\[+\./.test(match) ? '+' : ''}${parameter}}`;
        const at = { start, end };
        return {
          parameter,
          at,
          sentence: `\`${match}\` is text; use \`${to}\` for a value.`,
          fix: () => rewrite(context, `Write "${to}"`, [at], to),
        };
      }),
  };
}

/** A host at the beginning of a url: a name with a dot, or an address. */
const HOST = /^(?:localhost|(?:\d+\.){3}\d+|\[[\da-f:.]+\]|(?:[\w-]+\.)+[a-z]{2,})(?::\d+)?(?=[/?#{\s]|$)/i;
const LOOPBACK = /^(?:localhost|127\.|\[::1\])/i;
/** The name of a file, which has a dot too. */
const FILE = /\.(?:csv|aspx?|do|gif|html?|jp\w+|js\w*|md|pdf|php|png|svg|txt|xml|ya?ml|zip)$/i;

/** Warnings of the route's own text. */
export const ROUTE_WARNINGS: readonly Warning[] = [
  {
    /**
     * @when `${name}` in a route keeps its `$`
     * @fix drop the `$`
     */
    code: 'dollar-brace',
    find(context) {
      const { route, expressions } = context;
      const spans: Span[] = [];
      for (const { start: end, operator } of expressions) {
        let start = end;
        if (!operator && route[end] === '{') while (route[start - 1] === '$' && start > end - 10) start--;
        if (start < end) spans.push({ start, end });
      }
      return (
        spans.length > 0 && [
          {
            at: spans[0],
            sentence: 'The `$` before the brace stays in the url; write `{name}` without it.',
            fix: () => rewrite(context, 'Drop the $', spans, ''),
          },
        ]
      );
    },
  },
  {
    /**
     * @when `:to` in `/:from-:to` is text, because it follows neither `/` nor `.`
     * @fix `{to}`
     */
    code: 'colon-name',
    find(context) {
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
      return Array.from(found, ([parameter, spans]) => ({
        parameter,
        at: spans[0],
        sentence: `\`:${parameter}\` is text here, because \`:name\` is a placeholder only after \`/\` or \`.\`; use \`{${parameter}}\` for its value.`,
        fix: () => rewrite(context, `Write "{${parameter}}"`, spans, `{${parameter}}`),
      }));
    },
  },
  {
    /**
     * @when `:id(\d+)`, `:id?`, `:id*` or `:id+` is a pattern of other routers
     * @fix `:id`, `{/id}`, `{/id*}` or `{+id}`
     */
    code: 'route-pattern',
    find(context) {
      const { route, expressions, parameters } = context;
      return expressions.flatMap(({ start, end, varspecs: [varspec] }) => {
        if (route[start] !== ':' || !varspec) return [];
        const [pattern, modifier = ''] = PATTERN.exec(route.slice(end, end + MAX_PATTERN)) ?? [];
        if (!pattern) return [];
        const { name: parameter, parameter: index } = varspec;
        const value = parameters[index]?.value;
        const at = { start: end, end: end + pattern.length };
        const text = translate(modifier, parameter, value);
        const effect = pattern === '?' ? 'begins the query' : 'is text';
        return {
          parameter,
          at,
          sentence: `\`${pattern}\` after \`:${parameter}\` ${effect}, because a route has no patterns; use \`${text}\`.`,
          fix() {
            if (!modifier) return rewrite(context, `Drop "${pattern}"`, [at], '');
            // Under `+`, these would begin a query or a fragment, or pass through unencoded.
            const isSafe = modifier === '?' || typeof value !== 'string' || !/[?#%]/.test(value);
            return (
              isSafe &&
              route[start - 1] === '/' &&
              rewrite(context, `Use ${text}`, [{ start: start - 1, end: at.end }], text)
            );
          },
        };
      });
    },
  },
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
  {
    /**
     * @when a host without a scheme, as in `GET example.com/users`, is a path
     * @fix `https://example.com`
     */
    code: 'missing-scheme',
    find(context) {
      const { route, urlStart: start } = context;
      const url = route.slice(start, start + MAX_PATTERN);
      const [text] = HOST.exec(url) ?? [];
      if (text === undefined || FILE.test(text)) return undefined;
      const scheme = LOOPBACK.test(text) ? 'http://' : 'https://';
      return [
        {
          at: { start, end: start + text.length },
          sentence: `\`${text}\` has no scheme, so it is a path; use \`${scheme + text}\` for the host.`,
          fix: () => rewrite(context, `Write "${scheme}${text}"`, [{ start, end: start }], scheme),
        },
      ];
    },
  },
];
