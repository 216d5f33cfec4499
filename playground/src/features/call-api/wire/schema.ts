/** The types of `proto/api.proto`. */
export type FieldType = 'string' | 'int32' | 'bool';

export interface FieldSchema {
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
export const DEFAULTS: Readonly<Record<FieldType, string>> = { string: '""', int32: '0', bool: 'false' };
