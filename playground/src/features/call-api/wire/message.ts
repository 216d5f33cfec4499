import { BrokenBytes, Reader, formatHex, quote, decodeUtf8 } from './bytes.js';
import { describeCount } from '../../../ui/text.js';
import type { Field } from '../../../ui/FieldList.js';

/** The types of `proto/api.proto`. */
type FieldType = 'string' | 'int32' | 'bool';

/** The names and types of a message's fields, in the order of their numbers from 1: its bytes have only these. */
export interface MessageSchema {
  readonly name: string;
  readonly fields: readonly (readonly [name: string, type: FieldType])[];
}

export const REQUEST: MessageSchema = {
  name: 'api.Request',
  fields: [
    ['code', 'string'],
    ['str1', 'string'],
    ['str2', 'string'],
    ['int_value', 'int32'],
  ],
};

export const RESPONSE: MessageSchema = {
  name: 'api.Response',
  fields: [
    ['success', 'bool'],
    ['message', 'string'],
  ],
};

const VARINT = 0;
const FIXED64 = 1;
const LENGTH_DELIMITED = 2;
const GROUP = 3;

/** Names of the wire types that begin a field. */
const WIRE_TYPES = ['varint', 'fixed64', 'length-delimited', 'group', undefined, 'fixed32'];

/** Fields that are read. */
const MOST_FIELDS = 200;

/** The number and the wire type of a field. @throws {BrokenBytes} */
function readTag(reader: Reader): readonly [number: number, wireType: number] {
  const tag = reader.varint();
  const [number, wireType] = [Number(tag >> 3n), Number(tag & 7n)];
  if (WIRE_TYPES[wireType] === undefined) throw new BrokenBytes(`no field begins with wire type ${wireType}`);
  if (number === 0 || number >= 2 ** 29) throw new BrokenBytes(`there is no field number ${number}`);
  return [number, wireType];
}

/** The value of a varint, by the type of its field: a negative int32 is sent as 64 bits. */
function formatInteger(value: bigint, type: FieldType | undefined): string {
  if (type === 'bool') return value === 0n ? 'false' : 'true';
  return String(type === 'int32' ? BigInt.asIntN(32, value) : value);
}

function readDelimited(reader: Reader, type: FieldType | undefined): Pick<Field, 'value' | 'problem'> {
  const bytes = reader.take(Number(reader.varint()));
  const text = decodeUtf8(bytes);
  if (text !== undefined) return { value: quote(text) };
  const problem = 'These bytes are not UTF-8, which a string has to be.';
  return { value: describeCount(bytes.length, 'byte'), ...(type === 'string' && { problem }) };
}

/** Reads the value after a tag. @throws {BrokenBytes} */
function readValue(reader: Reader, wireType: number, type?: FieldType): Pick<Field, 'value' | 'problem'> {
  if (wireType === VARINT) return { value: formatInteger(reader.varint(), type) };
  if (wireType === LENGTH_DELIMITED) return readDelimited(reader, type);
  if (wireType === GROUP) {
    reader.take(reader.left);
    return { value: 'not read, nor the bytes after it: proto3 has no groups' };
  }
  const bytes = reader.take(wireType === FIXED64 ? 8 : 4);
  return { value: `0x${formatHex(bytes.toReversed()).replaceAll(' ', '')}` };
}

/** Reads one field. One with the wire type of another is unknown to readers. @throws {BrokenBytes} */
function readField(reader: Reader, schema: MessageSchema): Field {
  const start = reader.offset;
  const [number, wireType] = readTag(reader);
  const [name = `field ${number}`, type] = schema.fields[number - 1] ?? [];
  const isKnown = type !== undefined && wireType === (type === 'string' ? LENGTH_DELIMITED : VARINT);
  const read = readValue(reader, wireType, isKnown ? type : undefined);
  const size = describeCount(reader.offset - start, 'byte');
  const unknown = `${WIRE_TYPES[wireType]}, ${size}; readers skip it as unknown`;
  return { name, note: isKnown ? `field ${number}, ${type}, ${size}` : unknown, ...read };
}

/** Reads a serialized message, field by field: one with its default has no bytes (proto3). */
export function readMessage(bytes: Uint8Array, schema: MessageSchema): readonly Field[] {
  const reader = new Reader(bytes);
  const fields: Field[] = [];
  let start = 0;
  try {
    for (; reader.left > 0 && fields.length < MOST_FIELDS; start = reader.offset)
      fields.push(readField(reader, schema));
  } catch (error) {
    if (!(error instanceof BrokenBytes)) throw error;
    const problem = `The message breaks off here: ${error.message}.`;
    return [...fields, { name: 'broken', note: `from byte ${start + 1} of the message on`, value: '', problem }];
  }
  if (reader.left === 0) return fields;
  return [...fields, { name: 'other fields', note: describeCount(reader.left, 'byte'), value: 'not read' }];
}
