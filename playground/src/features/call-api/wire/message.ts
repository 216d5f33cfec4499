import { Cursor, BrokenBytes, formatHex, quote, decodeUtf8, type Item } from './parts.js';
import { describeCount } from '../../../ui/text.js';

/** The types of `proto/api.proto`. */
type FieldType = 'string' | 'int32' | 'bool';

interface FieldSchema {
  readonly number: number;
  readonly name: string;
  readonly type: FieldType;
}

/** The names and types of a message's fields: its bytes have only their numbers. */
export interface MessageSchema {
  readonly name: string;
  readonly fields: readonly FieldSchema[];
}

export const REQUEST: MessageSchema = {
  name: 'api.Request',
  fields: [
    { number: 1, name: 'code', type: 'string' },
    { number: 2, name: 'str1', type: 'string' },
    { number: 3, name: 'str2', type: 'string' },
    { number: 4, name: 'int_value', type: 'int32' },
  ],
};

export const RESPONSE: MessageSchema = {
  name: 'api.Response',
  fields: [
    { number: 1, name: 'success', type: 'bool' },
    { number: 2, name: 'message', type: 'string' },
  ],
};

/** The value of a field without bytes (proto3). */
const DEFAULTS: Readonly<Record<FieldType, string>> = { string: '""', int32: '0', bool: 'false' };

const VARINT = 0;
const FIXED64 = 1;
const LENGTH_DELIMITED = 2;
const GROUP = 3;
const END_GROUP = 4;
const FIXED32 = 5;

/** Names of the wire types, by number. */
const WIRE_TYPES = ['varint', '8 bytes', 'length-delimited', 'group', 'end of a group', '4 bytes'];

const EXPECTED_WIRE_TYPE: Readonly<Record<FieldType, number>> = {
  string: LENGTH_DELIMITED,
  int32: VARINT,
  bool: VARINT,
};

/** Fields that are read. */
const MOST_FIELDS = 200;

interface Tag {
  readonly number: number;
  readonly wireType: number;
}

function readTag(cursor: Cursor): Tag {
  const tag = cursor.varint();
  return { number: Number(tag >> 3n), wireType: Number(tag & 7n) };
}

/** Reads a tag, and records it with its meaning. */
function keepTag(cursor: Cursor): Tag {
  const start = cursor.offset;
  const tag = readTag(cursor);
  const { number, wireType } = tag;
  const name = WIRE_TYPES[wireType];
  if (name === undefined) throw new BrokenBytes(`there is no wire type ${wireType}`);
  if (number === 0 || number >= 2 ** 29) throw new BrokenBytes(`there is no field number ${number}`);
  cursor.keep('tag', start, `field ${number}, wire type ${wireType}: ${name}`);
  return tag;
}

/** The value of a varint, by the type of its field: a negative int32 is sent as 64 bits. */
function formatInteger(value: bigint, type: FieldType | undefined): string {
  if (type === 'bool') return value === 0n ? 'false' : 'true';
  if (type === 'int32') return String(BigInt.asIntN(32, value));
  return String(value);
}

function formatDelimited(bytes: Uint8Array, type: FieldType | undefined): { text: string; problem?: string } {
  const text = decodeUtf8(bytes);
  if (text !== undefined) return { text: quote(text) };
  const problem = 'These bytes are not UTF-8, which a string has to be.';
  return { text: describeCount(bytes.length, 'byte'), ...(type === 'string' && { problem }) };
}

/** Skips to the end of an open group. @throws {BrokenBytes} */
function skipGroup(cursor: Cursor, outermost: number): void {
  const open = [outermost];
  while (open.length > 0) {
    const { number, wireType } = readTag(cursor);
    if (wireType === VARINT) cursor.varint();
    else if (wireType === FIXED64) cursor.skip(8);
    else if (wireType === FIXED32) cursor.skip(4);
    else if (wireType === LENGTH_DELIMITED) cursor.skip(Number(cursor.varint()));
    else if (wireType === GROUP) open.push(number);
    else if (wireType !== END_GROUP || open.pop() !== number)
      throw new BrokenBytes('a group is not closed as it was opened');
  }
}

/** Reads the value after a tag; returns its problem, if it has one and can still be read. @throws {BrokenBytes} */
function readValue(cursor: Cursor, { number, wireType }: Tag, type: FieldType | undefined): string | undefined {
  let start = cursor.offset;
  if (wireType === VARINT) {
    const text = formatInteger(cursor.varint(), type);
    cursor.keep('value', start, text);
  } else if (wireType === LENGTH_DELIMITED) {
    const length = Number(cursor.varint());
    cursor.keep('length', start, `${describeCount(length, 'byte')} follow${length === 1 ? 's' : ''}`);
    start = cursor.offset;
    const { text, problem } = formatDelimited(cursor.skip(length), type);
    cursor.keep('value', start, text);
    return problem;
  } else if (wireType === GROUP) {
    skipGroup(cursor, number);
    cursor.keep('value', start, 'a group, which proto3 does not have');
  } else if (wireType === END_GROUP) {
    throw new BrokenBytes('a group ends that never began');
  } else {
    const bytes = cursor.skip(wireType === FIXED64 ? 8 : 4);
    cursor.keep('value', start, `0x${formatHex(bytes.toReversed()).replaceAll(' ', '')}`);
  }
  return undefined;
}

function describe(
  { number, wireType }: Tag,
  schema: FieldSchema | undefined,
): { title: string; note: string; problem?: string } {
  if (schema === undefined) return { title: `field ${number}`, note: 'unknown to the definition; readers skip it' };
  const expected = EXPECTED_WIRE_TYPE[schema.type];
  const note = `field ${number}, ${schema.type}`;
  if (wireType === expected) return { title: schema.name, note };
  const problem = `It has wire type ${wireType} where ${schema.type} needs ${expected}, so readers skip it as unknown.`;
  return { title: schema.name, note, problem };
}

interface Field {
  readonly number: number;
  readonly item: Item;
}

/** Reads one field; a broken one extends to the end of the message. */
function readField(cursor: Cursor, schema: MessageSchema, seen: ReadonlySet<number>): Field {
  const fieldStart = cursor.offset;
  let tag: Tag | undefined;
  try {
    tag = keepTag(cursor);
    const { number, wireType } = tag;
    const field = schema.fields.find((candidate) => candidate.number === number);
    const { title, note, problem: typeProblem } = describe(tag, field);
    const known = field !== undefined && EXPECTED_WIRE_TYPE[field.type] === wireType;
    const problem = readValue(cursor, tag, known ? field.type : undefined) ?? typeProblem;
    const again = known && seen.has(number) ? `${note}; sent again, and the last one counts` : note;
    return {
      number,
      item: { title, note: again, parts: cursor.takeParts(), ...(problem !== undefined && { problem }) },
    };
  } catch (error) {
    if (!(error instanceof BrokenBytes)) throw error;
    const parts = cursor.takeParts();
    const start = parts.at(-1)?.end ?? fieldStart;
    cursor.offset = cursor.end;
    cursor.keep('broken', start, 'can’t be read');
    const name = schema.fields.find(({ number }) => number === tag?.number)?.name;
    const title = name ?? (tag === undefined ? 'broken' : `field ${tag.number}`);
    const problem = `The message breaks off here: ${error.message}.`;
    return { number: 0, item: { title, note: 'broken', parts: [...parts, ...cursor.takeParts()], problem } };
  }
}

/** Adds the fields without bytes, each before the first with a higher number. */
function addAbsent(fields: readonly Field[], schema: MessageSchema): readonly Item[] {
  const merged = [...fields];
  for (const { number, name, type } of schema.fields) {
    if (fields.some((field) => field.number === number)) continue;
    const item: Item = {
      title: name,
      note: `field ${number}, ${type}`,
      parts: [],
      absent: `no bytes sent: ${DEFAULTS[type]} is the default`,
    };
    const index = merged.findIndex((field) => field.number > number);
    merged.splice(index < 0 ? merged.length : index, 0, { number, item });
  }
  return merged.map(({ item }) => item);
}

/** Reads a serialized message, field by field; every byte from `start` to `end` is in exactly one part. */
export function readMessage(bytes: Uint8Array, start: number, end: number, schema: MessageSchema): readonly Item[] {
  const cursor = new Cursor(bytes, start, end);
  const fields: Field[] = [];
  const seen = new Set<number>();
  while (cursor.left > 0 && fields.length < MOST_FIELDS) {
    const field = readField(cursor, schema, seen);
    fields.push(field);
    seen.add(field.number);
  }
  if (seen.has(0)) return fields.map(({ item }) => item);
  if (cursor.left === 0) return addAbsent(fields, schema);
  return [...fields.map(({ item }) => item), cursor.takeRest('other fields')];
}
