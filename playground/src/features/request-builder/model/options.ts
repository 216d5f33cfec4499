import { endpoint, EndpointError, type EndpointOptions, type ParameterLocations } from 'endpoint.js';
import { optionsFromJson } from 'endpoint.js/json';
import {
  readTemplate,
  type Form,
  type ParameterRow,
  type Place,
  type ValueKind,
  type TemplateVariable,
} from './form.js';
import { parseJsonOnce } from '../../../json/json.js';
import type { Problem } from './problems.js';

/** Options of the builder as JSON, the input of `optionsFromJson`: `@in` stands for `endpoint.in`. */
export type OptionsObject = Readonly<Record<string, unknown>>;

interface Assembled {
  readonly options: OptionsObject;
  readonly problems: readonly Problem[];
}

/** Options that have fields in the form; no row can set them. */
const OPTIONS_WITH_FIELDS = new Set(['method', 'url', 'baseUrl', 'headers', 'mediaType', '@in']);
/** Other options, which a row may set. */
const OTHER_OPTIONS = new Set(['data', 'request']);

/** Whether a parameter of this name can only be set by its place. */
export function isOptionName(name: string): boolean {
  return OPTIONS_WITH_FIELDS.has(name) || OTHER_OPTIONS.has(name);
}

/** A member of an object. */
type Entry = [name: string, value: unknown];
/** Entries by place. `Object.fromEntries` turns them into objects last, so that a key such as `__proto__` is an ordinary one. */
type Entries = Record<Place, Map<string, unknown>>;
type Report = (problem: Problem) => void;

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

/** Reads a row's value; undefined if it is empty, so not set. */
function readValue(value: string, kind: ValueKind, field: Problem['field'], report: Report): unknown {
  if (value === '' || kind === 'text') return value || undefined;
  const json = parseJsonOnce(value);
  const message = json.ok
    ? json.change?.message
    : `${describeMistake(value)} Write a value such as 5, true, "text", ["a", "b"] or {"a": 1}.`;
  if (message !== undefined) report({ field, message });
  return json.ok && message === undefined ? json.value : undefined;
}

function addVariables(form: Form, variables: readonly TemplateVariable[], entries: Entries, report: Report) {
  const values = new Map(form.variables.map((variable) => [variable.name, variable]));
  for (const { name, place } of variables) {
    const { value: text, kind } = values.get(name) ?? { value: '', kind: 'text' };
    const value = readValue(text, kind, `variable ${name}`, report);
    if (value === undefined) continue;
    entries[isOptionName(name) ? place : 'auto'].set(name, value);
  }
}

function checkName({ name, place }: ParameterRow, entries: Entries, variables: ReadonlySet<string>) {
  if (name === '') return 'This parameter has no name.';
  if (place === 'auto' && OPTIONS_WITH_FIELDS.has(name)) {
    return `“${name}” is an option of the builder, with its own field. To send a parameter of this name, choose path, query or body.`;
  }
  if (place === 'auto' && variables.has(name)) {
    return `“${name}” is a variable of the route and has its row above. To send it again, choose query or body.`;
  }
  if (entries[place].has(name)) return `“${name}” is set twice.`;
  return undefined;
}

function addParameters(form: Form, variables: readonly TemplateVariable[], entries: Entries, report: Report) {
  const names = new Set(variables.map(({ name }) => name));
  for (const row of form.parameters) {
    if (row.name === '' && row.value === '') continue;
    const field = `parameter ${row.id}` as const;
    const message = checkName(row, entries, names);
    if (message !== undefined) {
      report({ field, message });
      continue;
    }
    const value = readValue(row.value, row.kind, field, report);
    if (value !== undefined) entries[row.place].set(row.name, value);
  }
}

function assembleHeaders({ headers }: Form, report: Report): Entry[] {
  const entries: Entry[] = [];
  for (const { id, name, value, removed } of headers) {
    // A secret that isn't entered yet doesn't drop the default.
    if (value === '' && (name === '' || removed)) continue;
    const field = `header ${id}` as const;
    if (name === '') report({ field, message: 'This header has no name.' });
    else if (entries.some(([other]) => other.toLowerCase() === name.toLowerCase())) {
      report({ field, message: `“${name}” is set twice. Several values go into one, separated by commas.` });
    } else entries.push([name, value === '' ? null : value]);
  }
  return entries;
}

function assembleMediaType({ format, previews }: Form): Entry[] {
  const names = previews.split(/[\s,]+/).filter((name) => name !== '');
  return [
    ...(format.trim() === '' ? [] : [['format', format.trim()] satisfies Entry]),
    ...(names.length === 0 ? [] : [['previews', names] satisfies Entry]),
  ];
}

/** `[[name, {…}]]`, or nothing if the object would be empty. */
function group(name: string, entries: Iterable<Entry>): Entry[] {
  const [...list] = entries;
  return list.length === 0 ? [] : [[name, Object.fromEntries(list)]];
}

/** The options as the builder takes them: without a detour through JSON, so that large values stay the same objects. */
export function toEndpointOptions({ '@in': locations, ...options }: OptionsObject): EndpointOptions {
  return locations === undefined ? options : { ...options, [endpoint.in]: locations as ParameterLocations };
}

/** The options of the form, and the problems of its rows. */
export function assembleOptions(form: Form, variables = readTemplate(form.route) ?? []): Assembled {
  const problems: Problem[] = [];
  const report: Report = (problem) => void problems.push(problem);
  const entries: Entries = { auto: new Map(), path: new Map(), query: new Map(), body: new Map() };
  addVariables(form, variables, entries, report);
  addParameters(form, variables, entries, report);
  const locations = [...group('path', entries.path), ...group('query', entries.query), ...group('body', entries.body)];
  const options = Object.fromEntries([
    ...entries.auto,
    ...group('@in', locations),
    ...group('headers', assembleHeaders(form, report)),
    ...group('mediaType', assembleMediaType(form)),
  ]);
  return { options, problems };
}
