/** Rows as options of the builder. */
import { endpoint, EndpointError, type EndpointOptions, type ParameterLocations } from 'endpoint.js';
import { optionsFromJson } from 'endpoint.js/json';
import { parseJsonOnce } from '../../../json/changes.js';
import { rowKey, type Form, type HeaderRow, type ParameterRow, type Place, type ValueText } from './form.js';
import type { FieldId, Problem } from './problems.js';

/** Options of the builder as JSON, the input of `optionsFromJson`: `@in` stands for `endpoint.in`. */
export type OptionsObject = Readonly<Record<string, unknown>>;

/** The rows and texts of a form that are options. */
export type Rows = Pick<Form, 'parameters' | 'headers' | 'format' | 'previews'>;

/** The locations of `endpoint.in`. */
export const PLACES = ['path', 'query', 'body'] as const satisfies readonly Place[];

/** Longer texts are read again too slowly for each keystroke. */
const MAX_DESCRIBED = 100_000;

/** Describes the first mistake of a text that isn't JSON: engines report it in different words. */
function describeMistake(text: string): string {
  if (text.length > MAX_DESCRIBED) return 'Not JSON yet.';
  try {
    optionsFromJson(text);
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error;
    const { position = 0 } = error;
    if (text.slice(position).trim() === '') return 'Not JSON yet: it ends too early.';
    return `Not JSON yet: character ${position + 1}, \`${String.fromCodePoint(text.codePointAt(position) ?? 0)}\`, is unexpected.`;
  }
  return 'Not JSON yet.';
}

/** A value, or the reason why its text has none. */
type Read = { readonly value?: unknown; readonly mistake?: string };

function readValue({ value, kind }: ValueText): Read {
  if (kind === 'text') return { value };
  const json = parseJsonOnce(value);
  if (!json.ok)
    return { mistake: `${describeMistake(value)} Write a value such as 5, true, "text", ["a", "b"] or {"a": 1}.` };
  return json.change === undefined ? { value: json.value } : { mistake: json.change.message };
}

type Entry = readonly [name: string, value: unknown];

/** `[[name, {…}]]`, or nothing if the object would be empty. `Object.fromEntries` makes a key such as `__proto__` an ordinary one. */
function group(name: string, entries: readonly Entry[]): readonly Entry[] {
  return entries.length === 0 ? [] : [[name, Object.fromEntries(entries)]];
}

const listNames = (previews: string): readonly string[] => previews.split(/[\s,]+/).filter((name) => name !== '');

function readMediaType({ format, previews }: Rows): readonly Entry[] {
  const names = listNames(previews);
  const entries: Entry[] = format.trim() === '' ? [] : [['format', format.trim()]];
  return group('mediaType', names.length === 0 ? entries : [...entries, ['previews', names]]);
}

type Report = (field: FieldId, message: string) => void;

function readHeaders(headers: readonly HeaderRow[], report: Report): readonly Entry[] {
  const entries = new Map<string, Entry>();
  for (const { id, name, value, removed } of headers) {
    // A secret that isn't entered yet doesn't drop the default.
    if (value === '' && (name === '' || removed)) continue;
    const key = name.toLowerCase();
    if (name === '') report(`header ${id}`, 'This header has no name.');
    else if (entries.has(key))
      report(`header ${id}`, `“${name}” is set twice. Several values go into one, separated by commas.`);
    else entries.set(key, [name, value === '' ? null : value]);
  }
  return group('headers', [...entries.values()]);
}

/** The rows that are options, each with its entry. */
function readParameters(parameters: readonly ParameterRow[], fields: readonly Entry[], report: Report) {
  const set = parameters.filter(({ value, parked }) => value !== '' && parked !== true);
  const taken = new Set(fields.map(([name]) => rowKey({ place: 'auto', name })));
  if (set.some(({ place }) => place !== 'auto')) taken.add(rowKey({ place: 'auto', name: '@in' }));
  return set.flatMap((row) => {
    const { id, name, place } = row;
    const key = rowKey(row);
    const read = readValue(row);
    const named = taken.has(key) ? `“${name}” is set twice.` : read.mistake;
    const mistake = name === '' ? 'This parameter has no name.' : named;
    taken.add(key);
    if (mistake === undefined) return [{ place, entry: [name, read.value] as const }];
    report(`parameter ${id}`, mistake);
    return [];
  });
}

/** The options of the rows, and the problems of those that can't be read. */
export function readOptions(form: Rows): { readonly options: OptionsObject; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const report: Report = (field, message) => void problems.push({ field, message });
  const fields = [...readHeaders(form.headers, report), ...readMediaType(form)];
  const rows = readParameters(form.parameters, fields, report);
  const listEntries = (at: Place) => rows.flatMap(({ place, entry }) => (place === at ? [entry] : []));
  const locations = PLACES.flatMap((place) => group(place, listEntries(place)));
  return { options: Object.fromEntries([...listEntries('auto'), ...group('@in', locations), ...fields]), problems };
}

/** The options as the builder takes them: without a detour through JSON, so that large values stay the same objects. */
export function toEndpointOptions({ '@in': locations, ...options }: OptionsObject): EndpointOptions {
  return locations === undefined ? options : { ...options, [endpoint.in]: locations as ParameterLocations };
}
