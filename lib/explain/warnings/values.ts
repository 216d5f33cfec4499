import { DOT_SEGMENT, needsValues } from '../../request/path.js';
import { OPERATORS } from '../../template/ast.js';
import { listLeaves, type Use } from '../context.js';
import { editRoute, setOption, rewrite } from '../edits.js';
import { findParameters, warning } from '../rules.js';

const TRIPLET = /%[\da-f]{2}/i;

const keepsReserved = ({ expression: { operator } }: Use) => OPERATORS[operator].allowReserved;

const isInexact = (value: unknown): value is number => Number.isInteger(value) && !Number.isSafeInteger(value);

/** A number in a value that may have lost digits. */
function findInexactNumber(value: unknown) {
  for (const [, number] of listLeaves('', value)) if (isInexact(number)) return { number };
  return undefined;
}

function decode(text: string) {
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
    applies: (context) =>
      findParameters(context, ({ name, value }, uses) => {
        const text =
          typeof value === 'string'
            ? value
            : listLeaves('', value)
                .flat()
                .filter((one) => one && typeof one === 'string')
                .join();
        if (!/[/\\]/.test(text) || DOT_SEGMENT.test(text)) return undefined;
        const backslash = text.includes('\\');
        // Under `+`, these would begin a query or a fragment, pass through unencoded, or still be encoded.
        let isSafe = !/[?#%\\]/.test(text);
        let isSplit = false;
        const found = uses.flatMap(({ expression, varspec: { prefix, explode } }) => {
          const { operator, part, start, end, varspecs } = expression;
          const { first, named, allowReserved } = OPERATORS[operator];
          if (part !== 'path' || prefix || (allowReserved && !backslash)) return [];
          isSafe &&= !varspecs[1];
          // Under `+`, only commas separate members.
          isSplit ||= explode && first !== '' && typeof value === 'object';
          const modifier = explode && !first ? '*' : '';
          return [{ start, end, text: `${first}${named ? `${name}=` : ''}{+${name}${modifier}}` }];
        });
        return found[0] && { found, to: found[0].text, backslash, isSafe, isSplit };
      }),
    sentence({ parameter, to, backslash, isSplit }) {
      const advice = `${isSplit ? 'pass one text to' : 'use'} \`${to}\` if it separates path segments.`;
      return backslash
        ? `\`\\\` in \`${parameter}\` was encoded as \`%5C\`, which some servers refuse with 400; use \`/\`, and ${advice}`
        : `\`/\` in \`${parameter}\` was encoded as \`%2F\`; ${advice} Otherwise, many servers respond with 404 or 400, or split it.`;
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
    applies: (context) =>
      findParameters(context, ({ value: text }, uses) => {
        const isKept = uses.some(({ expression: { operator, part } }) => operator === '+' && part === 'path');
        return isKept && typeof text === 'string' && /[?#]/.test(text) && { text };
      }),
    sentence: ({ parameter, text }) =>
      `\`${/[?#]/.exec(text)?.[0] ?? ''}\` in \`${parameter}\` begins the query or fragment of the url; encode it if it belongs to the path.`,
    fix: ({ explained, text }) =>
      setOption(`Encode "${explained.name}"`, explained.path, text.replace(/[?#]/g, encodeURIComponent)),
  }),
  warning({
    /**
     * @when a percent-encoded value is encoded again
     * @fix decode it
     */
    code: 'double-encoding',
    applies: (context) =>
      findParameters(context, ({ value: text, places }, uses) => {
        const isInUrl = places.some((place) => place !== 'body');
        const isEncoded = !uses.length || !uses.every(keepsReserved);
        return isInUrl && isEncoded && typeof text === 'string' && TRIPLET.test(text) && { text, uses };
      }),
    sentence: ({ parameter }) =>
      `The value of \`${parameter}\` is percent-encoded already and was encoded again; pass the unencoded value.`,
    fix({ explained, text, uses }) {
      const decoded = decode(text);
      const isSafe = decoded !== undefined && !TRIPLET.test(decoded) && !uses.some(keepsReserved);
      return isSafe ? setOption(`Decode "${explained.name}"`, explained.path, decoded) : undefined;
    },
  }),
  warning({
    /**
     * @when a number is beyond 2^53
     * @fix pass it as text
     */
    code: 'inexact-number',
    applies(context) {
      const found = findParameters(context, ({ places, value }) => places.length > 0 && findInexactNumber(value));
      // Not explained as a parameter.
      const inData = context.body?.source === 'data' && findInexactNumber(context.options.data);
      return inData ? [...found, { parameter: 'data', explained: undefined, ...inData }] : found;
    },
    sentence: ({ parameter, number }) =>
      `\`${parameter}\` holds ${number}, a number beyond 2^53 that may have lost its last digits already; pass it as text or as a bigint.`,
    fix({ explained, number }) {
      if (explained?.value !== number || explained.places.includes('body')) return undefined;
      const text = BigInt(number).toString();
      return setOption(`Pass "${explained.name}" as the text "${text}"`, explained.path, text);
    },
  }),
  warning({
    /**
     * @when a path value begins or ends with whitespace
     * @fix trim it
     */
    code: 'blank-at-edge',
    applies: (context) =>
      findParameters(
        context,
        ({ value: text, places }) =>
          typeof text === 'string' && text !== text.trim() && places.includes('path') && { text },
      ),
    sentence: ({ parameter }) =>
      `The value of \`${parameter}\` begins or ends with whitespace, which is in the path now.`,
    fix: ({ explained, text }) => setOption(`Trim "${explained.name}"`, explained.path, text.trim()),
  }),
  warning({
    /** @when an empty value drops the last path segment, so `/users/{id}` requests `/users` */
    code: 'empty-segment',
    applies(context) {
      const { request, route } = context;
      const found = findParameters(context, ({ value }, uses) => !!request && value === '' && { uses });
      return found.flatMap((subject) =>
        subject.uses
          .filter(({ expression: { start, end, operator, expansion } }) => {
            const isLast = route[start - 1] === '/' && /^(?:\{?[?#&]|\s*$)/.test(route.slice(end));
            return isLast && expansion === '' && needsValues(operator);
          })
          .map(() => subject),
      );
    },
    sentence: ({ parameter }) =>
      `\`${parameter}\` is empty, so the last path segment is left out with its slash, which usually requests another resource; pass a value.`,
  }),
  warning({
    /**
     * @when a list is joined by commas, because its placeholder lacks `*`
     * @fix `name*`
     */
    code: 'joined-list',
    applies: (context) =>
      findParameters(context, ({ value }, uses) => {
        if (!Array.isArray(value) || value.filter((member) => member != null).length < 2) return undefined;
        const found = uses.filter(
          ({ expression: { operator }, varspec }) => /[./;?&]/.test(operator) && !varspec.explode && !varspec.prefix,
        );
        return found[0] && { found, operator: found[0].expression.operator };
      }),
    sentence({ parameter: name, operator }) {
      const separate =
        operator === '?' || operator === '&'
          ? `${name}=a&${name}=b`
          : operator === ';'
            ? `;${name}=a;${name}=b`
            : `${operator}a${operator}b`;
      return `\`${name}\` is a list and was joined by \`,\`; use \`${name}*\` if the API expects \`${separate}\`.`;
    },
    fix: ({ parameter, found }, context) =>
      rewrite(
        context,
        `Use ${parameter}*`,
        found.map(({ varspec: { end } }) => ({ start: end, end })),
        '*',
      ),
  }),
];
