import { isPlainObject } from '../../template/values.js';
import { isOnlyOne, findSpan, type Context, type Detect, type Finding } from '../context.js';
import { editRoute, setValue, unset } from '../fixes/edits.js';
import type { ExplainedExpression, ExplainedParameter } from '../explanation.js';
import * as labels from '../fixes/labels.js';
import * as sentences from './sentences.js';

/** How many members of a value are looked at. */
const MAX_MEMBERS = 1000;
const TRIPLET = /%[\da-f]{2}/i;

const inUrl = ({ places }: ExplainedParameter): boolean => places.some((place) => place !== 'body');

function about(context: Context, parameter: ExplainedParameter, rest: Pick<Finding, 'sentence' | 'fix'>): Finding {
  return { parameter: parameter.name, at: findSpan(context, parameter), layer: parameter.layer, ...rest };
}

const keepsReserved = ({ operator }: ExplainedExpression): boolean => operator === '+' || operator === '#';

/** A value with `/` in a path: the slashes may have been meant as such. */
export const encodedSlash: Detect = function* (context) {
  for (const parameter of context.parameters) {
    const { name, value } = parameter;
    if (typeof value !== 'string' || !value.includes('/')) continue;
    const found = (context.uses.get(parameter) ?? []).filter(
      ({ expression: { operator, part }, varspec }) => operator === '' && part === 'path' && !varspec.prefix,
    );
    if (!found.length) continue;
    const alone = found.every(({ expression }) => expression.varspecs.length === 1);
    // Under `+` these would begin a query, a fragment, or pass through as they are.
    const safe = alone && !/[?#%]/.test(value);
    const edits = found.map(({ expression: { start, end }, varspec }) => ({
      start,
      end,
      text: `{+${varspec.name}${varspec.explode ? '*' : ''}}`,
    }));
    const fix = safe ? { label: labels.useReserved(name), edits: editRoute(context.trace, edits) } : undefined;
    yield about(context, parameter, { sentence: sentences.encodedSlash(name), fix });
  }
};

/** A list without `*` where `*` makes a difference. */
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
    yield about(context, parameter, { sentence, fix });
  }
};

/** The first number of a value that satisfies the condition. */
function findNumber(value: unknown, wanted: (number: number) => boolean): number | undefined {
  const waiting: unknown[] = [value];
  for (let looked = 0; waiting.length && looked < MAX_MEMBERS; looked++) {
    const next = waiting.pop();
    if (typeof next === 'number' && wanted(next)) return next;
    if (Array.isArray(next)) waiting.push(...next.slice(0, MAX_MEMBERS));
    else if (isPlainObject(next)) waiting.push(...Object.values(next).slice(0, MAX_MEMBERS));
  }
  return undefined;
}

/** Parameters that go somewhere, and `data`. */
function* sent({ parameters, trace, body }: Context) {
  for (const parameter of parameters)
    if (parameter.places.length) yield { name: parameter.name, value: parameter.value, parameter };
  if (body?.source === 'data') yield { name: 'data', value: trace.options.data, parameter: undefined };
}

/** A number that is no longer exact. */
export const inexactNumber: Detect = function* (context) {
  const inexact = (number: number): boolean => Number.isInteger(number) && !Number.isSafeInteger(number);
  for (const { name, value, parameter } of sent(context)) {
    const number = findNumber(value, inexact);
    if (number === undefined) continue;
    const sentence = sentences.inexactNumber(name, number);
    if (!parameter) yield { parameter: name, sentence };
    else {
      const text =
        typeof value === 'number' && !parameter.places.includes('body') ? BigInt(value).toString() : undefined;
      const fix =
        text === undefined ? undefined : { label: labels.passText(name, text), edits: setValue(parameter, text) };
      yield about(context, parameter, { sentence, fix });
    }
  }
};

/** NaN and the infinities. */
export const notANumber: Detect = function* (context) {
  for (const { name, value, parameter } of sent(context)) {
    const number = findNumber(value, (candidate) => !Number.isFinite(candidate));
    if (number === undefined) continue;
    const sentence = sentences.notANumber(name, number);
    if (!parameter) yield { parameter: name, sentence };
    else {
      const fix =
        typeof value === 'number' && isOnlyOne(context, parameter)
          ? { label: labels.leaveOut(name), edits: [unset(parameter)] }
          : undefined;
      yield about(context, parameter, { sentence, fix });
    }
  }
};

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not UTF-8: there is no text that it stands for.
    return undefined;
  }
}

/** A value that was encoded before it was given. */
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
    yield about(context, parameter, { sentence: sentences.doubleEncoding(name), fix });
  }
};

/** A blank that was copied along. */
export const blankAtEdge: Detect = function* (context) {
  for (const parameter of context.parameters) {
    const { name, value, places } = parameter;
    if (typeof value !== 'string' || !places.includes('path') || value === value.trim()) continue;
    const fix = { label: labels.trim(name), edits: setValue(parameter, value.trim()) };
    yield about(context, parameter, { sentence: sentences.blankAtEdge(name), fix });
  }
};
