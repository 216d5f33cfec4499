import { DOT_SEGMENT, needsValues } from '../../request/path.js';
import { OPERATORS } from '../../template/ast.js';
import { listLeaves, type Context } from '../context.js';
import { editRoute, replaceValue } from '../edits.js';
import type { ExplainedExpression, ExplainedParameter } from '../explanation.js';
import { toSubject, warning, type ParameterSubject } from '../rules.js';

const TRIPLET = /%[\da-f]{2}/i;

const keepsReserved = ({ operator }: ExplainedExpression): boolean => OPERATORS[operator].allowReserved;

/** The parameters whose value is a text with this property. */
function* findTexts(
  context: Context,
  isFound: (text: string, parameter: ExplainedParameter) => boolean,
): Iterable<ParameterSubject & { readonly text: string }> {
  for (const parameter of context.parameters) {
    const { value } = parameter;
    if (typeof value === 'string' && isFound(value, parameter)) yield { ...toSubject(context, parameter), text: value };
  }
}

const isInexact = (number: number): boolean => Number.isInteger(number) && !Number.isSafeInteger(number);

/** A number in a value that may have lost digits. */
function findInexactNumber(value: unknown): number | undefined {
  for (const [, next] of listLeaves('', value)) if (typeof next === 'number' && isInexact(next)) return next;
  return undefined;
}

/** Inexact numbers in the parameters that go somewhere, and in `data`, which isn't explained as one. */
function* findInexactNumbers(context: Context) {
  const { parameters, options, body } = context;
  for (const parameter of parameters) {
    const number = parameter.places.length ? findInexactNumber(parameter.value) : undefined;
    if (number !== undefined) yield { ...toSubject(context, parameter), number };
  }
  const number = body?.source === 'data' ? findInexactNumber(options.data) : undefined;
  if (number !== undefined) yield { parameter: 'data', explained: undefined, number };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // Bytes that aren't UTF-8 have no text.
    return undefined;
  }
}

/** Warnings of values that the url or the body shows differently than the caller expects. */
export const VALUE_WARNINGS = [
  warning({
    /**
     * @when a `/` or `\` in a path value is encoded
     * @fix `{+name}`
     */
    code: 'encoded-slash',
    *applies(context) {
      for (const explained of context.parameters) {
        const { name, value } = explained;
        const text = listLeaves('', value)
          .flat()
          .filter((one) => one && typeof one === 'string')
          .join();
        if (!/[/\\]/.test(text) || DOT_SEGMENT.test(text)) continue;
        const backslash = text.includes('\\');
        // Under `+`, these would begin a query or a fragment, pass through unencoded, or still be encoded.
        let isSafe = !/[?#%\\]/.test(text);
        let isSplit = false;
        const found = (context.uses.get(explained) ?? []).flatMap(({ expression, varspec: { prefix, explode } }) => {
          const { operator, part, start, end, varspecs } = expression;
          const { first, named, allowReserved } = OPERATORS[operator];
          if (part !== 'path' || prefix || (allowReserved && !backslash)) return [];
          isSafe &&= !varspecs[1];
          // Under `+`, only commas separate members.
          isSplit ||= explode && first !== '' && typeof value === 'object';
          const modifier = explode && !first ? '*' : '';
          return [{ start, end, text: `${first}${named ? `${name}=` : ''}{+${name}${modifier}}` }];
        });
        if (found[0]) yield { ...toSubject(context, explained), found, to: found[0].text, backslash, isSafe, isSplit };
      }
    },
    sentence({ parameter: name, to, backslash, isSplit }) {
      const advice = `${isSplit ? 'pass one text to' : 'use'} \`${to}\` if it separates path segments.`;
      return backslash
        ? `\`\\\` in \`${name}\` was encoded as \`%5C\`, which some servers refuse with 400; use \`/\`, and ${advice}`
        : `\`/\` in \`${name}\` was encoded as \`%2F\`; ${advice} Otherwise, many servers respond with 404 or 400, or split it.`;
    },
    fix: ({ found, to, isSafe, isSplit }, context) =>
      isSafe && !isSplit ? { label: `Use ${to}`, edits: editRoute(context, found) } : undefined,
  }),
  warning({
    /**
     * @when a `?` or `#` in the value of `{+name}` begins the query or fragment
     * @fix encode it
     */
    code: 'opened-query',
    *applies(context) {
      for (const subject of findTexts(context, (text) => /[?#]/.test(text))) {
        const uses = context.uses.get(subject.explained) ?? [];
        if (uses.some(({ expression: { operator, part } }) => operator === '+' && part === 'path')) yield subject;
      }
    },
    sentence: ({ parameter: name, text }) =>
      `\`${/[?#]/.exec(text)?.[0] ?? ''}\` in \`${name}\` begins the query or fragment of the url; encode it if it belongs to the path.`,
    fix: ({ explained, text }) =>
      replaceValue(`Encode "${explained.name}"`, explained, text.replace(/[?#]/g, encodeURIComponent)),
  }),
  warning({
    /**
     * @when a percent-encoded value is encoded again
     * @fix decode it
     */
    code: 'double-encoding',
    *applies(context) {
      const inUrl = (text: string, { places }: ExplainedParameter): boolean =>
        TRIPLET.test(text) && places.some((place) => place !== 'body');
      for (const subject of findTexts(context, inUrl)) {
        const found = context.uses.get(subject.explained) ?? [];
        if (!found.length || !found.every(({ expression }) => keepsReserved(expression))) yield { ...subject, found };
      }
    },
    sentence: ({ parameter: name }) =>
      `The value of \`${name}\` is percent-encoded already and was encoded again; pass the unencoded value.`,
    fix({ explained, text, found }) {
      const decoded = decode(text);
      const isSafe =
        decoded !== undefined && !TRIPLET.test(decoded) && !found.some(({ expression }) => keepsReserved(expression));
      return isSafe ? replaceValue(`Decode "${explained.name}"`, explained, decoded) : undefined;
    },
  }),
  warning({
    /**
     * @when a number is beyond 2^53
     * @fix pass it as text
     */
    code: 'inexact-number',
    applies: (context) => findInexactNumbers(context),
    sentence: ({ parameter, number }) =>
      `\`${parameter}\` holds ${number}, a number beyond 2^53 that may have lost its last digits already; pass it as text or as a bigint.`,
    fix({ explained, number }) {
      if (explained?.value !== number || explained.places.includes('body')) return undefined;
      const text = BigInt(number).toString();
      return replaceValue(`Pass "${explained.name}" as the text "${text}"`, explained, text);
    },
  }),
  warning({
    /**
     * @when a path value begins or ends with whitespace
     * @fix trim it
     */
    code: 'blank-at-edge',
    applies: (context) => findTexts(context, (text, { places }) => places.includes('path') && text !== text.trim()),
    sentence: ({ parameter: name }) =>
      `The value of \`${name}\` begins or ends with whitespace, which is in the path now.`,
    fix: ({ explained, text }) => replaceValue(`Trim "${explained.name}"`, explained, text.trim()),
  }),
  warning({
    /** @when an empty value drops the last path segment, so `/users/{id}` requests `/users` */
    code: 'empty-segment',
    *applies(context) {
      const { request, route, uses } = context;
      for (const subject of request ? findTexts(context, (text) => text === '') : [])
        for (const {
          expression: { start, end, operator, expansion },
        } of uses.get(subject.explained) ?? []) {
          const isLast = route[start - 1] === '/' && /^(?:\{?[?#&]|\s*$)/.test(route.slice(end));
          if (isLast && expansion === '' && needsValues(operator)) yield subject;
        }
    },
    sentence: ({ parameter: name }) =>
      `\`${name}\` is empty, so the last path segment is left out with its slash, which usually requests another resource; pass a value.`,
  }),
  warning({
    /**
     * @when a list is joined by commas, because its placeholder lacks `*`
     * @fix `name*`
     */
    code: 'joined-list',
    *applies(context) {
      for (const parameter of context.parameters) {
        const { value } = parameter;
        if (!Array.isArray(value) || value.filter((member) => member != null).length < 2) continue;
        const found = (context.uses.get(parameter) ?? []).filter(
          ({ expression: { operator }, varspec }) => /[./;?&]/.test(operator) && !varspec.explode && !varspec.prefix,
        );
        const [first] = found;
        if (first) yield { ...toSubject(context, parameter), found, operator: first.expression.operator };
      }
    },
    sentence({ parameter: name, operator }) {
      const separate =
        operator === '?' || operator === '&'
          ? `${name}=a&${name}=b`
          : operator === ';'
            ? `;${name}=a;${name}=b`
            : `${operator}a${operator}b`;
      return `\`${name}\` is a list and was joined by \`,\`; use \`${name}*\` if the API expects \`${separate}\`.`;
    },
    fix({ parameter: name, found }, context) {
      const edits = found.map(({ varspec: { end } }) => ({ start: end, end, text: '*' }));
      return { label: `Use ${name}*`, edits: editRoute(context, edits) };
    },
  }),
];
