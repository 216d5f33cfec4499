import type { Context } from '../context.js';
import { editRoute } from '../edits.js';
import type { Span } from '../explanation.js';
import { warning } from '../rules.js';
import { code } from '../sentences.js';

/** The characters around a placeholder that are examined at most. */
const MAX_PATTERN = 200;

/** The places in the route's own text that match, except those in its query and fragment. */
function* findInPath({ route, urlStart, tokens }: Context, pattern: RegExp): Iterable<RegExpExecArray & Span> {
  const length = route.slice(urlStart).search(/[?#]/);
  const pathEnd = length < 0 ? route.length : urlStart + length;
  for (const { kind, start, text } of tokens) {
    if (kind !== 'literal' || start >= pathEnd) continue;
    for (const match of text.slice(0, pathEnd - start).matchAll(pattern)) {
      const at = start + match.index;
      yield Object.assign(match, { start: at, end: at + match[0].length });
    }
  }
}

/** A pattern after `:name`, in parentheses, with a modifier, or both. A `?` before other text begins a query. */
const PATTERN = /^(?:\((?:[^()]|\([^()]*\))*\))?(?<modifier>[*+](?=[/?#\s]|$)|\?(?=[/\s]|$))?/;

/** The form of `/:name` with a modifier of other routers. */
function translate(modifier: string, name: string, value: unknown): string {
  if (!modifier) return `/:${name}`;
  if (modifier === '?') return `{/${name}}`;
  return typeof value === 'string' ? `/{+${name}}` : `{/${name}*}`;
}

/** Warnings of the route's own text. */
export const ROUTE_WARNINGS = [
  warning({
    code: 'dollar-brace',
    doc: { when: '`${name}` in a route keeps its `$`', fix: 'drop the `$`' },
    *applies({ route, expressions }) {
      const spans: Span[] = [];
      for (const { start, operator } of expressions) {
        const [dollars = ''] = /\$+$/.exec(route.slice(Math.max(0, start - 10), start)) ?? [];
        if (dollars && operator === '' && route[start] === '{')
          spans.push({ start: start - dollars.length, end: start });
      }
      if (spans[0]) yield { at: spans[0], spans };
    },
    sentence: () => 'The `$` before the brace stays in the url; write `{name}` without it.',
    fix({ spans }, context) {
      const edits = spans.map(({ start, end }) => ({ start, end, text: '' }));
      return { label: 'Drop the $', edits: editRoute(context, edits) };
    },
  }),
  warning({
    code: 'colon-name',
    doc: { when: '`:to` in `/:from-:to` is text, as it follows neither `/` nor `.`', fix: '`{to}`' },
    *applies(context) {
      const { route, expressions, parameters } = context;
      const starts = new Set(expressions.map(({ start }) => start));
      const ends = new Set(expressions.map(({ end }) => end));
      const names = new Set(parameters.filter(({ value }) => value != null).map(({ name }) => name));
      const found = new Map<string, Span[]>();
      for (const { start, end, 1: name = '' } of findInPath(context, /:([a-z_]\w*)(?![\w>(])/gi)) {
        const before = route.slice(Math.max(0, start - MAX_PATTERN), start);
        const segment = start - before.length + before.lastIndexOf('/') + 1;
        // `/v1/{name}:cancel` and `/v1/:name:cancel` are custom verbs.
        const isSlip = route[segment] === ':' && starts.has(segment) && !ends.has(start);
        if (!isSlip && !names.has(name)) continue;
        const spans = found.get(name) ?? [];
        spans.push({ start, end });
        found.set(name, spans);
      }
      for (const [parameter, spans] of found) yield { parameter, at: spans[0], spans };
    },
    sentence: ({ parameter }) =>
      `${code(`:${parameter}`)} is text here, because ${code(':name')} is a placeholder only after ${code('/')} or ${code('.')}; use ${code(`{${parameter}}`)} for its value.`,
    fix({ parameter, spans }, context) {
      const edits = spans.map((span) => ({ ...span, text: `{${parameter}}` }));
      return { label: `Write "{${parameter}}"`, edits: editRoute(context, edits) };
    },
  }),
  warning({
    code: 'route-pattern',
    doc: {
      when: '`:id(\\d+)`, `:id?`, `:id*` or `:id+`, patterns of other routers',
      fix: '`:id`, `{/id}`, `{/id*}` or `{+id}`',
    },
    *applies({ route, expressions, parameters }) {
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
        yield { parameter, at, start, pattern, modifier, value, text: translate(modifier, parameter, value) };
      }
    },
    sentence({ parameter, pattern, text }) {
      const effect = pattern === '?' ? 'begins the query' : 'is text';
      return `${code(pattern)} after ${code(`:${parameter}`)} ${effect}, because a route has no patterns; use ${code(text)}.`;
    },
    fix({ at, start, pattern, modifier, value, text }, context) {
      if (!modifier) return { label: `Drop "${pattern}"`, edits: editRoute(context, [{ ...at, text: '' }]) };
      // Under `+`, these would begin a query or a fragment, or pass through unencoded.
      const isSafe = modifier === '?' || typeof value !== 'string' || !/[?#%]/.test(value);
      if (!isSafe || context.route[start - 1] !== '/') return undefined;
      return { label: `Use ${text}`, edits: editRoute(context, [{ start: start - 1, end: at.end, text }]) };
    },
  }),
  warning({
    code: 'angle-brackets',
    doc: { when: '`<id>` or `<int:id>` in a path is text', fix: '`{id}`' },
    *applies(context) {
      const found = findInPath(context, /<(?:\w+(?:\([^()]*\))?:)?([a-z_]\w*)>/gi);
      for (const { 0: text, 1: parameter = '', start, end } of found) yield { parameter, at: { start, end }, text };
    },
    sentence: ({ parameter, text }) => `${code(text)} is text; use ${code(`{${parameter}}`)} for a value.`,
    fix: ({ parameter, at }, context) => {
      const text = `{${parameter}}`;
      return { label: `Write "${text}"`, edits: editRoute(context, [{ ...at, text }]) };
    },
  }),
];
