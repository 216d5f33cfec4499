/** Rows as options of the builder, and options as rows. */
import { endpoint, EndpointError, type EndpointOptions, type ParameterLocations } from 'endpoint.js';
import { optionsFromJson } from 'endpoint.js/json';
import { parseJsonOnce } from '../../../json/changes.js';
import { isObject } from '../../../json/json.js';
import { rowKey, type Form, type HeaderRow, type ParameterRow, type Place, type Row, type ValueText } from './form.js';
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

/** A value as the text of a row. */
export function writeValue(value: unknown): ValueText {
  if (typeof value === 'string' && value !== '') return { value, kind: 'text' };
  return { value: JSON.stringify(value) ?? '', kind: 'json' };
}

const hasMembers = (value: unknown): value is OptionsObject => isObject(value) && Object.keys(value).length > 0;

/** Rows with ids in their order. */
export function numberRows<Kind extends object>(rows: readonly Kind[]): readonly (Kind & { readonly id: number })[] {
  return rows.map((row, index) => Object.assign({}, row, { id: index + 1 }));
}

const writeEntries = (members: unknown, place: Place): readonly Omit<ParameterRow, 'id'>[] =>
  Object.entries(members as OptionsObject).map(([name, value]) => Object.assign(writeValue(value), { name, place }));

function writeLocations(locations: unknown): readonly Omit<ParameterRow, 'id'>[] | undefined {
  if (!hasMembers(locations)) return undefined;
  const rows = Object.entries(locations).map(([name, values]) => {
    const place = PLACES.find((each) => each === name);
    return place && hasMembers(values) ? writeEntries(values, place) : undefined;
  });
  return rows.every((each) => each !== undefined) ? rows.flat() : undefined;
}

/** The rows of a member; undefined unless reading them gives it back. */
function hold(name: string, member: unknown, rows: Partial<Rows>): Partial<Rows> | undefined {
  const { options } = readOptions({ parameters: [], headers: [], format: '', previews: '', ...rows });
  return JSON.stringify(options) === JSON.stringify({ [name]: member }) ? rows : undefined;
}

/**
 * The rows of options. A member that its fields can't hold, such as `headers: 5`, is a parameter: the builder judges it there.
 */
export function writeRows(options: OptionsObject): Rows {
  const { headers, mediaType, '@in': locations } = options;
  const { format = '', previews = [] } = isObject(mediaType) ? mediaType : {};
  const headerRows = Object.entries(isObject(headers) ? headers : {}).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : '',
  }));
  const located = writeLocations(locations);
  const fields = {
    headers: hold('headers', headers, { headers: numberRows(headerRows) }),
    mediaType: hold('mediaType', mediaType, {
      format: typeof format === 'string' ? format : '',
      previews: [previews].flat().join(', '),
    }),
    '@in': located && {},
  };
  const isHeld = (name: string) => Object.hasOwn(fields, name) && fields[name as keyof typeof fields] !== undefined;
  const plain = Object.fromEntries(Object.entries(options).filter(([name]) => !isHeld(name)));
  const parameters = [...writeEntries(plain, 'auto'), ...(located ?? [])].filter(({ value }) => value !== '');
  return {
    headers: [],
    format: '',
    previews: '',
    ...fields.headers,
    ...fields.mediaType,
    parameters: numberRows(parameters),
  };
}

/** Whether a row is no option by itself: it is unset, has no name, or can't be read. */
function isInert(row: Row): boolean {
  if (row.name === '') return true;
  if ('place' in row) return row.value === '' || readValue(row).mistake !== undefined;
  return row.value === '' && row.removed === true;
}

/** Whether an earlier row has the value of a row that was written anew, in any notation. */
function hasValue(before: Row, row: Row): boolean {
  if (!('kind' in before)) return before.name === row.name && before.value === row.value;
  const read = readValue(before);
  return before.value !== '' && read.mistake === undefined && writeValue(read.value).value === row.value;
}

const keyOf = (row: Row): string => ('place' in row ? rowKey(row) : row.name.toLowerCase());
const isParked = (row: Row): boolean => 'parked' in row && row.parked === true;

/** Rows that were written anew, with the earlier ones that have the same values, and those that no options have. */
function updateRows<Kind extends Row>(written: readonly Kind[], before: readonly Kind[]): readonly Kind[] {
  const names = new Set(written.map(keyOf));
  // The first of each name.
  const known = new Map(before.toReversed().flatMap((row) => (isParked(row) ? [] : [[keyOf(row), row]])));
  let id = Math.max(0, ...before.map((row) => row.id));
  const rows = written.map((row): Kind => {
    const earlier = known.get(keyOf(row));
    return earlier && hasValue(earlier, row) ? earlier : { ...row, id: earlier?.id ?? (id += 1) };
  });
  for (const [index, row] of before.entries()) {
    const isWritten = names.has(keyOf(row));
    if (isParked(row) || (isInert(row) && !isWritten)) rows.splice(index, 0, row);
    // A second row of a name stays second: it must not become the first.
    else if (isWritten && known.get(keyOf(row)) !== row && !isInert(row) && !row.removed) rows.push(row);
  }
  return rows;
}

/** The form with other options. Rows that no options have stay, unless one has their name; so do the ids and the notation of values. */
export function replaceOptions(form: Form, options: OptionsObject): Form {
  const rows = writeRows(options);
  const parameters = updateRows(rows.parameters, form.parameters);
  return { ...form, ...rows, parameters, headers: updateRows(rows.headers, form.headers) };
}
