import { setOwn } from '../request/plain-objects.js';
import { hasOwn } from '../template/values.js';
import type { Schema } from './schemas.js';
import { ExactNumber, failArgument, isJsonType, join, readFile, writeJson } from './values.js';

/** A field. */
export type Pair = readonly [name: string, text: string];

/** The members of an Encoding Object, or of a parameter. */
interface Encoding {
  readonly style?: unknown;
  readonly explode?: unknown;
  readonly contentType?: unknown;
}

/** How a form writes a member. */
export interface Field {
  /** Its Encoding Object. */
  readonly encoding: Encoding;
  /** The media type of a file or typed part; undefined for text. */
  readonly type: string | undefined;
  /** Whether it is a file or a list of files. */
  readonly isFile: boolean;
}

/** The members of a form by name. */
export type Fields = ReadonlyMap<string, Field>;

const SEPARATORS: ReadonlyMap<unknown, string> = new Map([
  ['spaceDelimited', ' '],
  ['pipeDelimited', '|'],
  ['tabDelimited', '\t'],
]);

/**
 * The fields of a member. Without a style, an object is its JSON (OpenAPI 3.1.1, section 4.15); members of `deepObject` have their index in a
 * list.
 */
export function listFields(name: string, value: unknown, encoding: Encoding = {}): readonly Pair[] {
  if (value === null) return [];
  if (typeof value !== 'object' || value instanceof ExactNumber)
    return [[name, (value as number | ExactNumber).toString()]];
  const { style, explode, contentType } = encoding;
  const isList = Array.isArray(value);
  const members = Object.entries(isList ? value.filter((item) => item !== null) : value) as [string, unknown][];
  if (style === 'deepObject')
    return members.flatMap(([key, member]) => listFields(`${name}[${key}]`, member, encoding));
  if (isJsonType(contentType) || (!isList && style === undefined && explode === undefined))
    return [[name, writeJson(value)]];
  const separator = explode === true ? undefined : (SEPARATORS.get(style) ?? (explode === false ? ',' : undefined));
  const write = (member: unknown): string => (typeof member === 'string' ? member : writeJson(member));
  if (separator === undefined) return members.map(([key, member]) => [isList ? name : key, write(member)]);
  const items = members.flatMap(([key, member]) => (isList ? [member] : [key, member]));
  return [[name, join(name, items.map(write), separator)]];
}

/** Adds a field: a repeated one is a list. */
export function addField(form: Schema, [name, text]: Pair): void {
  setOwn(form, name, hasOwn(form, name) ? [form[name], text].flat() : text);
}

/** Makes a function that writes members as the fields of a form: text, or lists of it. */
export const createFieldWriter =
  (fields: Fields) =>
  (members: unknown): Schema => {
    const form: Schema = {};
    for (const [name, value] of Object.entries(members as Schema))
      for (const field of listFields(name, value, fields.get(name)?.encoding)) addField(form, field);
    return form;
  };

/** The classes of the runtime that write a form of parts. */
interface Runtime {
  readonly FormData?: new () => { append(name: string, value: unknown, filename?: string): void };
  readonly Blob: new (parts: readonly unknown[], options: { readonly type: string }) => { readonly name?: string };
}

/**
 * Makes a function that writes members as a form of parts. Text comes first, because some servers read the fields before a file alone. A file
 * has a name, without which it is none to most, and can't be left out.
 *
 * @param others how members without an entry are written
 */
export const createPartWriter =
  (fields: Fields, others?: Field) =>
  (members: unknown): unknown => {
    const { FormData, Blob } = globalThis as unknown as Runtime;
    if (!FormData) return failArgument('body', 'needs FormData; use a runtime that has it');
    const form = new FormData();
    const entries = Object.entries(members as Schema)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => ({ name, value, field: fields.get(name) ?? others }));
    for (const { name, value, field } of entries)
      if (field?.type === undefined)
        for (const [key, text] of listFields(name, value, field?.encoding)) form.append(key, text);
    for (const { name, value, field: { type, isFile } = {} } of entries)
      if (type !== undefined)
        for (const item of [value].flat()) {
          const content = isFile ? readFile(item, name) : typeof item === 'string' ? item : writeJson(item);
          const part = content instanceof Blob ? content : new Blob([content], { type });
          form.append(name, part, (part as { name?: string }).name ?? name);
        }
    return form;
  };
