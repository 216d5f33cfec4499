/** A form as JSON: the text of the JSON editor, and the form of links, drafts and saved requests. */
import { findChange } from '../../../json/changes.js';
import { isObject, parseJson, type JsonObject } from '../../../json/json.js';
import { LiteralError, readWhole, type Literal } from '../../../json/literal.js';
import { readChoice, readFlag, readList, readMember, readObject, readText, readTexts } from '../../../json/read.js';
import {
  EMPTY_FORM,
  type DefaultsLayer,
  type Form,
  type HeaderRow,
  type ParameterRow,
  type TextFieldName,
} from './form.js';
import { PLACES, readOptions, type OptionsObject, type Rows } from './options.js';
import { numberRows, replaceOptions, writeRows } from './rows.js';

/** A layer's options as text. */
function writeLayerText(options: unknown): string {
  return typeof options === 'string' ? options : JSON.stringify(options ?? {}, null, 1).replaceAll(/\n\s*/g, ' ');
}

/** A layer's options as JSON; as text if they can't be read, or for `exact` if their notation would change. */
function writeLayerOptions(text: string, exact: boolean): unknown {
  const json = parseJson(text.trim() === '' && !exact ? '{}' : text);
  const isKept = json.ok && isObject(json.value) && findChange(text) === undefined;
  return isKept && !(exact && writeLayerText(json.value) !== text) ? json.value : text;
}

function writeLayers({ layers }: Form, exact: boolean) {
  return layers.map(({ name, on, options }) => ({
    ...(name !== '' && { name }),
    ...(!on && { on }),
    options: writeLayerOptions(options, exact),
  }));
}

/** The JSON of the editor: everything that is sent, besides values that can't be read. */
export function writeSource(form: Form): JsonObject {
  const { route, vendor, baseUrl } = form;
  return { route, options: readOptions(form).options, defaults: writeLayers(form, false), vendor, baseUrl };
}

/** The text of the editor. */
export function writeText(form: Form): string {
  return form.raw ?? JSON.stringify(writeSource(form), null, 2);
}

/** The rows and their members, in the order of their JSON. Ids are given anew. */
const ROWS = ['parameters', 'headers', 'format', 'previews', 'name', 'value', 'kind', 'place', 'removed', 'parked'];
const writeTexts = (rows: Rows): string => JSON.stringify(rows, ROWS);

/** The options, if its rows come back from them; else the rows. */
function writeOptions({ parameters, headers, format, previews }: Form): JsonObject {
  const rows: Rows = { parameters, headers, format, previews };
  const { options } = readOptions(rows);
  if (writeTexts(writeRows(options)) === writeTexts(rows)) return { options };
  return { rows: JSON.parse(JSON.stringify([...parameters, ...headers], ROWS)) as unknown, format, previews };
}

/** The JSON of links, drafts and saved requests: the members that differ from those of an empty form. */
export function writeForm(form: Form): JsonObject {
  const { route, vendor, baseUrl, unresolved, unread, raw } = form;
  const options = writeOptions(form);
  const members = { route, ...options, defaults: writeLayers(form, true), vendor, baseUrl, unresolved, unread, raw };
  const empty: JsonObject = { ...EMPTY_FORM, options: {}, defaults: [], rows: [] };
  return Object.fromEntries(
    Object.entries(members).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(empty[name])),
  );
}

function readLayers(object: JsonObject): readonly DefaultsLayer[] {
  return readList(object, 'defaults', (item, index) => {
    const unknown = Object.keys(item).find((name) => !/^(?:name|on|options)$/.test(name));
    if (unknown !== undefined) throw new Error(`“${unknown}” is unknown here; use name, on, options.`);
    const { options } = item;
    if (options !== undefined && typeof options !== 'string' && !isObject(options))
      throw new Error('“options” must be an object or text.');
    return {
      id: index + 1,
      name: readText(item, 'name', ''),
      on: readFlag(item, 'on', true),
      options: writeLayerText(options),
    };
  });
}

function readRow(item: JsonObject): Omit<ParameterRow, 'id'> | Omit<HeaderRow, 'id'> {
  const row = {
    name: readText(item, 'name', ''),
    value: readText(item, 'value', ''),
    ...(readFlag(item, 'removed', false) && { removed: true as const }),
  };
  if (readMember(item, 'place') === undefined) return row;
  return {
    ...row,
    kind: readChoice(item, 'kind', ['text', 'json']),
    place: readChoice(item, 'place', ['auto', ...PLACES]),
    ...(readFlag(item, 'parked', false) && { parked: true as const }),
  };
}

function readRows(object: JsonObject): Pick<Form, 'parameters' | 'headers'> {
  const rows = readList(object, 'rows', readRow);
  return {
    parameters: numberRows(rows.filter((row) => 'place' in row)),
    headers: numberRows(rows.filter((row) => !('place' in row))),
  };
}

const readTextOf =
  (name: TextFieldName | 'raw') =>
  (object: JsonObject): Partial<Form> => ({ [name]: readText(object, name, '') });

/** Reads the part of a form that each member has; the editor's members come first. */
const READERS: Readonly<Record<string, (object: JsonObject) => Partial<Form>>> = {
  route: readTextOf('route'),
  options: ({ options }) => writeRows(readObject(options, '“options”')),
  defaults: (object) => ({ layers: readLayers(object) }),
  vendor: readTextOf('vendor'),
  baseUrl: readTextOf('baseUrl'),
  rows: readRows,
  format: readTextOf('format'),
  previews: readTextOf('previews'),
  unresolved: (object) => ({ unresolved: readTexts(object, 'unresolved') }),
  unread: (object) => ({
    unread: readList(object, 'unread', (item) => ({ path: readTexts(item, 'path'), note: readText(item, 'note', '') })),
  }),
  raw: readTextOf('raw'),
};

/** Members of the JSON editor. */
const MEMBERS = Object.keys(READERS).slice(0, 5);

/** Reports a member that is unknown, without a `mistake`, or damaged. */
export type Report = (name: string, mistake?: string) => void;

/**
 * Reads a form from plain JSON as `writeForm` writes it; without a `report`, the first mistake is thrown.
 * @throws Error with one sentence about the mistake
 */
export function readForm(json: unknown, report?: Report): Form {
  const object = readObject(json, 'The request');
  for (const name of Object.keys(object)) if (!Object.hasOwn(READERS, name)) report?.(name);
  const form: Form = { ...EMPTY_FORM };
  for (const [name, read] of Object.entries(READERS)) {
    if (readMember(object, name) === undefined) continue;
    try {
      Object.assign(form, read(object));
    } catch (error) {
      if (!(error instanceof Error) || report === undefined) throw error;
      report(name, error.message);
    }
  }
  return form;
}

/** Texts from this length are read without the positions of their members: finding them takes much longer than reading. */
const LARGE = 50_000;

/** The value of a text, with the positions of its members unless it is large and plain JSON. */
function readLocated(text: string): Pick<Literal, 'value' | 'spans'> {
  const json = text.length < LARGE ? undefined : parseJson(text);
  if (json?.ok !== true) return readWhole(text);
  const change = findChange(text);
  if (change !== undefined) throw new LiteralError(change.message, change.position);
  return { value: json.value, spans: new Map() };
}

/**
 * The form with the content of the editor's text. Rows that no text has stay.
 * @throws LiteralError with the position of the mistake
 */
export function readSource(text: string, before: Form): Form {
  const { value, spans } = readLocated(text);
  const fail = (message: string, path: readonly string[]): never => {
    throw new LiteralError(message, spans.get(JSON.stringify(path))?.start ?? 0);
  };
  const names = MEMBERS.join(', ');
  if (!isObject(value)) return fail(`An object with ${names} should be here.`, []);
  const unknown = Object.keys(value).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) return fail(`“${unknown}” is unknown here; use ${names}.`, [unknown]);
  const read = readForm(value, (name, mistake = '') => fail(mistake, [name]));
  const { options } = value;
  const { route, layers, vendor, baseUrl } = read;
  return {
    ...replaceOptions(before, (options ?? {}) as OptionsObject),
    route,
    layers,
    vendor,
    baseUrl,
    raw: undefined,
  };
}

/** The length of the texts that may make a form's source large. */
export function measureSource({ parameters, layers, raw = '' }: Form): number {
  const texts = [raw, ...parameters.map(({ value }) => value), ...layers.map(({ options }) => options)];
  return texts.reduce((sum, { length }) => sum + length, 0);
}

/** Whether a form's source is too large to be written, coloured and read again at each keystroke. */
export function isLargeSource(form: Form): boolean {
  return measureSource(form) > LARGE;
}
