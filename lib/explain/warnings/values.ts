import { isPlainObject } from '../../template/values.js';
import { isOnlyOne, findSpan, type Context, type Detect, type Finding } from '../context.js';
import { editRoute, leaveOut, replaceValue } from '../edits.js';
import type { ExplainedExpression, ExplainedParameter } from '../explanation.js';
import { code } from '../sentences.js';

/** The members of a value that are examined at most. */
const MAX_MEMBERS = 1000;
const TRIPLET = /%[\da-f]{2}/i;

const inUrl = ({ places }: ExplainedParameter): boolean => places.some((place) => place !== 'body');

function report(context: Context, parameter: ExplainedParameter, finding: Pick<Finding, 'sentence' | 'fix'>): Finding {
  return { parameter: parameter.name, at: findSpan(context, parameter), layer: parameter.layer, ...finding };
}

const keepsReserved = ({ operator }: ExplainedExpression): boolean => operator === '+' || operator === '#';

/** A value with `/` in a path, where the slashes may be meant to separate segments. */
export const encodedSlash: Detect = function* (context) {
  for (const parameter of context.parameters) {
    const { name, value } = parameter;
    if (typeof value !== 'string' || !value.includes('/')) continue;
    const found = (context.uses.get(parameter) ?? []).filter(
      ({ expression: { operator, part }, varspec }) => operator === '' && part === 'path' && !varspec.prefix,
    );
    if (!found.length) continue;
    const alone = found.every(({ expression }) => expression.varspecs.length === 1);
    // Under `+`, these would begin a query or a fragment, or pass through unencoded.
    const safe = alone && !/[?#%]/.test(value);
    const edits = found.map(({ expression: { start, end }, varspec }) => ({
      start,
      end,
      text: `{+${varspec.name}${varspec.explode ? '*' : ''}}`,
    }));
    const fix = safe ? { label: `Use {+${name}}`, edits: editRoute(context.trace, edits) } : undefined;
    const sentence = `${code('/')} in ${code(name)} was encoded as ${code('%2F')}; use ${code(`{+${name}}`)} if it separates path segments.`;
    yield report(context, parameter, { sentence, fix });
  }
};

/** A list without `*`, in an expression where `*` makes a difference. */
export const joinedList: Detect = function* (context) {
  for (const parameter of context.parameters) {
    const { name, value } = parameter;
    if (!Array.isArray(value) || value.filter((member) => member != null).length < 2) continue;
    const found = (context.uses.get(parameter) ?? []).filter(
      ({ expression: { operator }, varspec }) => /[./;?&]/.test(operator) && !varspec.explode && !varspec.prefix,
    );
    const [first] = found;
    if (!first) continue;
    const edits = found.map(({ varspec: { end } }) => ({ start: end, end, text: '*' }));
    const { operator } = first.expression;
    const separate =
      operator === '?' || operator === '&'
        ? `${name}=a&${name}=b`
        : operator === ';'
          ? `;${name}=a;${name}=b`
          : `${operator}a${operator}b`;
    const sentence = `${code(name)} is a list and was joined by ${code(',')}; use ${code(`${name}*`)} if the API expects ${code(separate)}.`;
    const fix = { label: `Use ${name}*`, edits: editRoute(context.trace, edits) };
    yield report(context, parameter, { sentence, fix });
  }
};

/** The first number of a value that satisfies the condition. */
function findNumber(value: unknown, isFound: (number: number) => boolean): number | undefined {
  const waiting: unknown[] = [value];
  for (let examined = 0; waiting.length && examined < MAX_MEMBERS; examined++) {
    const next = waiting.pop();
    if (typeof next === 'number' && isFound(next)) return next;
    if (Array.isArray(next)) waiting.push(...next.slice(0, MAX_MEMBERS));
    else if (isPlainObject(next)) waiting.push(...Object.values(next).slice(0, MAX_MEMBERS));
  }
  return undefined;
}

/** Numbers in the parameters that go somewhere, and in `data`. */
function* findNumbers(
  context: Context,
  isFound: (number: number) => boolean,
  describe: (name: string, number: number) => string,
  suggest: (parameter: ExplainedParameter, number: number) => Finding['fix'],
): Iterable<Finding> {
  const { parameters, trace, body } = context;
  for (const parameter of parameters) {
    const { name, value, places } = parameter;
    const number = places.length ? findNumber(value, isFound) : undefined;
    if (number === undefined) continue;
    const fix = typeof value === 'number' ? suggest(parameter, number) : undefined;
    yield report(context, parameter, { sentence: describe(name, number), fix });
  }
  const number = body?.source === 'data' ? findNumber(trace.options.data, isFound) : undefined;
  if (number !== undefined) yield { parameter: 'data', sentence: describe('data', number) };
}

/** A number that may have lost digits. */
export const inexactNumber: Detect = (context) =>
  findNumbers(
    context,
    (number) => Number.isInteger(number) && !Number.isSafeInteger(number),
    (name, number) =>
      `${code(name)} holds ${number}, a number beyond 2^53 that may have lost its last digits already; pass it as text or as a bigint.`,
    (parameter, number) => {
      if (parameter.places.includes('body')) return undefined;
      const text = BigInt(number).toString();
      return replaceValue(`Pass "${parameter.name}" as the text "${text}"`, parameter, text);
    },
  );

/** NaN and the infinities. */
export const notANumber: Detect = (context) =>
  findNumbers(
    context,
    (number) => !Number.isFinite(number),
    (name, number) => `${code(name)} holds ${number}, which a url writes as that word, and JSON as null.`,
    (parameter) => (isOnlyOne(context, parameter) ? leaveOut(parameter) : undefined),
  );

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // Bytes that aren't UTF-8 have no text.
    return undefined;
  }
}

/** A value that is percent-encoded already. */
export const doubleEncoding: Detect = function* (context) {
  for (const parameter of context.parameters) {
    const { name, value } = parameter;
    if (typeof value !== 'string' || !TRIPLET.test(value) || !inUrl(parameter)) continue;
    const found = context.uses.get(parameter) ?? [];
    if (found.length && found.every(({ expression }) => keepsReserved(expression))) continue;
    const decoded = decode(value);
    const safe =
      decoded !== undefined && !TRIPLET.test(decoded) && !found.some(({ expression }) => keepsReserved(expression));
    const fix = safe ? replaceValue(`Decode "${name}"`, parameter, decoded) : undefined;
    const sentence = `The value of ${code(name)} is percent-encoded already and was encoded again; pass the unencoded value.`;
    yield report(context, parameter, { sentence, fix });
  }
};

/** Whitespace around a value, perhaps copied along with it. */
export const blankAtEdge: Detect = function* (context) {
  for (const parameter of context.parameters) {
    const { name, value, places } = parameter;
    if (typeof value !== 'string' || !places.includes('path') || value === value.trim()) continue;
    const sentence = `The value of ${code(name)} begins or ends with whitespace, which is in the path now.`;
    yield report(context, parameter, { sentence, fix: replaceValue(`Trim "${name}"`, parameter, value.trim()) });
  }
};
