import { isPlainObject } from '../../template/values.js';
import { isOnlyOne, findSpan, type Context, type Detect, type Finding } from '../context.js';
import { editRoute, setValue, unset } from '../edits.js';
import type { ExplainedExpression, ExplainedParameter } from '../explanation.js';
import * as labels from '../labels.js';
import * as sentences from './sentences.js';

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
    const fix = safe ? { label: labels.useReserved(name), edits: editRoute(context.trace, edits) } : undefined;
    yield report(context, parameter, { sentence: sentences.encodedSlash(name), fix });
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
    const sentence = sentences.joinedList(name, first.expression.operator);
    const fix = { label: labels.explode(name), edits: editRoute(context.trace, edits) };
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

/** Parameters that go somewhere, and `data`. */
function* listSent({ parameters, trace, body }: Context) {
  for (const parameter of parameters)
    if (parameter.places.length) yield { name: parameter.name, value: parameter.value, parameter };
  if (body?.source === 'data') yield { name: 'data', value: trace.options.data, parameter: undefined };
}

/** A number that may have lost digits. */
export const inexactNumber: Detect = function* (context) {
  const inexact = (number: number): boolean => Number.isInteger(number) && !Number.isSafeInteger(number);
  for (const { name, value, parameter } of listSent(context)) {
    const number = findNumber(value, inexact);
    if (number === undefined) continue;
    const sentence = sentences.inexactNumber(name, number);
    if (!parameter) yield { parameter: name, sentence };
    else {
      const text =
        typeof value === 'number' && !parameter.places.includes('body') ? BigInt(value).toString() : undefined;
      const fix =
        text === undefined ? undefined : { label: labels.passText(name, text), edits: setValue(parameter, text) };
      yield report(context, parameter, { sentence, fix });
    }
  }
};

/** NaN and the infinities. */
export const notANumber: Detect = function* (context) {
  for (const { name, value, parameter } of listSent(context)) {
    const number = findNumber(value, (candidate) => !Number.isFinite(candidate));
    if (number === undefined) continue;
    const sentence = sentences.notANumber(name, number);
    if (!parameter) yield { parameter: name, sentence };
    else {
      const fix =
        typeof value === 'number' && isOnlyOne(context, parameter)
          ? { label: labels.leaveOut(name), edits: [unset(parameter)] }
          : undefined;
      yield report(context, parameter, { sentence, fix });
    }
  }
};

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
    const fix = safe ? { label: labels.decode(name), edits: setValue(parameter, decoded) } : undefined;
    yield report(context, parameter, { sentence: sentences.doubleEncoding(name), fix });
  }
};

/** Whitespace around a value, perhaps copied along with it. */
export const blankAtEdge: Detect = function* (context) {
  for (const parameter of context.parameters) {
    const { name, value, places } = parameter;
    if (typeof value !== 'string' || !places.includes('path') || value === value.trim()) continue;
    const fix = { label: labels.trim(name), edits: setValue(parameter, value.trim()) };
    yield report(context, parameter, { sentence: sentences.blankAtEdge(name), fix });
  }
};
