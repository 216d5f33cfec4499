import { DOT_SEGMENT, needsValues } from '../../request/path.js';
import { OPERATORS } from '../../template/ast.js';
import { listLeaves, type Use } from '../context.js';
import { editRoute, setOption, rewrite } from '../edits.js';
import { findParameters, type Warning } from '../rules.js';

const TRIPLET = /%[\da-f]{2}/i;

const keepsReserved = ({ expression: { operator } }: Use) => OPERATORS[operator].allowReserved;

const isInexact = (value: unknown): value is number => Number.isInteger(value) && !Number.isSafeInteger(value);

/** A number in a value that may have lost digits. */
function findInexactNumber(value: unknown) {
  for (const [, number] of listLeaves('', value)) if (isInexact(number)) return number;
  return undefined;
}

const describeInexact = (name: string, number: number) =>
  `\`${name}\` holds ${number}, a number beyond 2^53 that may have lost its last digits already; pass it as text or as a bigint.`;

function decode(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    // Bytes that aren't UTF-8 have no text.
    return undefined;
  }
}

/** Warnings of values that the url or the body shows differently than the caller expects. */
export const VALUE_WARNINGS: readonly Warning[] = [
  {
    /**
     * @when a `/` or `\` in a path value is encoded
     * @fix `{+name}`
     */
    code: 'encoded-slash',
    find: (context) =>
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
        const to = found[0]?.text;
        const advice = `${isSplit ? 'pass one text to' : 'use'} \`${to}\` if it separates path segments.`;
        return (
          to !== undefined && {
            sentence: backslash
              ? `\`\\\` in \`${name}\` was encoded as \`%5C\`, which some servers refuse with 400; use \`/\`, and ${advice}`
              : `\`/\` in \`${name}\` was encoded as \`%2F\`; ${advice} Otherwise, many servers respond with 404 or 400, or split it.`,
            fix: () => isSafe && !isSplit && { label: `Use ${to}`, edits: editRoute(context, found) },
          }
        );
      }),
  },
  {
    /**
     * @when a `?` or `#` in the value of `{+name}` begins the query or fragment
     * @fix encode it
     */
    code: 'opened-query',
    find: (context) =>
      findParameters(context, ({ name, path, value: text }, uses) => {
        const isKept = uses.some(({ expression: { operator, part } }) => operator === '+' && part === 'path');
        const [mark] = (isKept && typeof text === 'string' && /[?#]/.exec(text)) || [];
        return (
          mark !== undefined && {
            sentence: `\`${mark}\` in \`${name}\` begins the query or fragment of the url; encode it if it belongs to the path.`,
            fix: () => setOption(`Encode "${name}"`, path, String(text).replace(/[?#]/g, encodeURIComponent)),
          }
        );
      }),
  },
  {
    /**
     * @when a percent-encoded value is encoded again
     * @fix decode it
     */
    code: 'double-encoding',
    find: (context) =>
      findParameters(context, ({ name, path, value: text, places }, uses) => {
        const isInUrl = places.some((place) => place !== 'body');
        const isEncoded = !uses.length || !uses.every(keepsReserved);
        return (
          isInUrl &&
          isEncoded &&
          typeof text === 'string' &&
          TRIPLET.test(text) && {
            sentence: `The value of \`${name}\` is percent-encoded already and was encoded again; pass the unencoded value.`,
            fix() {
              const decoded = decode(text);
              const isSafe = decoded !== undefined && !TRIPLET.test(decoded) && !uses.some(keepsReserved);
              return isSafe && setOption(`Decode "${name}"`, path, decoded);
            },
          }
        );
      }),
  },
  {
    /**
     * @when a number is beyond 2^53
     * @fix pass it as text
     */
    code: 'inexact-number',
    find(context) {
      const found = findParameters(context, ({ name, path, places, value }) => {
        const number = places.length > 0 && findInexactNumber(value);
        return (
          !!number && {
            sentence: describeInexact(name, number),
            fix() {
              const text = BigInt(number).toString();
              return (
                value === number &&
                !places.includes('body') &&
                setOption(`Pass "${name}" as the text "${text}"`, path, text)
              );
            },
          }
        );
      });
      // Not explained as a parameter.
      const inData = context.body?.source === 'data' && findInexactNumber(context.options.data);
      return inData ? [...found, { parameter: 'data', sentence: describeInexact('data', inData) }] : found;
    },
  },
  {
    /**
     * @when a path value begins or ends with whitespace
     * @fix trim it
     */
    code: 'blank-at-edge',
    find: (context) =>
      findParameters(
        context,
        ({ name, path, value: text, places }) =>
          typeof text === 'string' &&
          text !== text.trim() &&
          places.includes('path') && {
            sentence: `The value of \`${name}\` begins or ends with whitespace, which is in the path now.`,
            fix: () => setOption(`Trim "${name}"`, path, text.trim()),
          },
      ),
  },
  {
    /** @when an empty value drops the last path segment, so `/users/{id}` requests `/users` */
    code: 'empty-segment',
    find(context) {
      const { request, route } = context;
      const isLast = ({ expression: { start, end, operator, expansion } }: Use) =>
        route[start - 1] === '/' &&
        /^(?:\{?[?#&]|\s*$)/.test(route.slice(end)) &&
        expansion === '' &&
        needsValues(operator);
      return findParameters(
        context,
        ({ name, value }, uses) =>
          !!request &&
          value === '' &&
          uses.some(isLast) && {
            sentence: `\`${name}\` is empty, so the last path segment is left out with its slash, which usually requests another resource; pass a value.`,
          },
      );
    },
  },
  {
    /**
     * @when a list is joined by commas, because its placeholder lacks `*`
     * @fix `name*`
     */
    code: 'joined-list',
    find: (context) =>
      findParameters(context, ({ name, value }, uses) => {
        if (!Array.isArray(value) || value.filter((member) => member != null).length < 2) return undefined;
        const found = uses.filter(
          ({ expression: { operator }, varspec }) => /[./;?&]/.test(operator) && !varspec.explode && !varspec.prefix,
        );
        const operator = found[0]?.expression.operator;
        const separate =
          operator === '?' || operator === '&'
            ? `${name}=a&${name}=b`
            : operator === ';'
              ? `;${name}=a;${name}=b`
              : `${operator}a${operator}b`;
        return (
          !!operator && {
            sentence: `\`${name}\` is a list and was joined by \`,\`; use \`${name}*\` if the API expects \`${separate}\`.`,
            fix: () =>
              rewrite(
                context,
                `Use ${name}*`,
                found.map(({ varspec: { end } }) => ({ start: end, end })),
                '*',
              ),
          }
        );
      }),
  },
];
