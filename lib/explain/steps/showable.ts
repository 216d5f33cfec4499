import { parameterLocation } from '../../options.js';
import { setOwn } from '../../request/own-property.js';
import { isPlainObject } from '../../template/values.js';

const MAX_DEPTH = 20;
const MAX_TEXT = 10_000;
/** The values that are shown in total. */
const MAX_VALUES = 10_000;
const CUT = '…';

/**
 * A copy that JSON can write: a value without a form in JSON is replaced by its name, `endpoint.in` by `@in`. Long texts and lists are
 * cut and end with `…`, so that large bodies cost nothing.
 */
export function showable(value: unknown): unknown {
  let remaining = MAX_VALUES;

  const showMembers = (members: Iterable<[string, unknown]>, depth: number): Record<string, unknown> => {
    const copy = {};
    for (const [key, member] of members) {
      if (remaining <= 0) {
        setOwn(copy, CUT, CUT);
        break;
      }
      setOwn(copy, key, show(member, depth + 1));
    }
    return copy;
  };

  const show = (one: unknown, depth: number): unknown => {
    remaining--;
    if (one === null || one === undefined || typeof one === 'boolean') return one;
    if (typeof one === 'string') return one.length > MAX_TEXT ? one.slice(0, MAX_TEXT) + CUT : one;
    if (typeof one === 'number') return Number.isFinite(one) ? one : String(one);
    if (typeof one === 'bigint') return `${one}n`;
    if (typeof one !== 'object') return `[${typeof one}]`;
    if (depth > MAX_DEPTH) return CUT;
    if (Array.isArray(one)) {
      const shown = one.slice(0, Math.max(remaining, 0)).map((member: unknown) => show(member, depth + 1) ?? null);
      return shown.length < one.length ? [...shown, CUT] : shown;
    }
    if (!isPlainObject(one)) return `[${Object.prototype.toString.call(one).slice(8, -1)}]`;
    const located = Object.hasOwn(one, parameterLocation) ? one[parameterLocation as never] : undefined;
    const entries = Object.keys(one).map((key): [string, unknown] => [key, one[key]]);
    return showMembers(located === undefined ? entries : [...entries, ['@in', located]], depth);
  };

  return show(value, 0);
}
