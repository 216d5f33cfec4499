import { editRoute } from '../edits.js';
import type { Span } from '../explanation.js';
import { warning } from '../rules.js';

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
];
