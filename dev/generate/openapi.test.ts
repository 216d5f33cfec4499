import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
  FieldDescriptorProtoSchema,
  type FileDescriptorProto,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';
import { expect, it } from 'vitest';
import { descriptorSetBase64, healthDescriptorSetBase64 } from '../../proto/gen/descriptor-set.js';
import { createOpenApi } from './openapi.mjs';

const committed: unknown = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../proto/gen', 'openapi.json'), 'utf8'),
);

/** Without what comes from comments, which the committed descriptor set lacks. */
function dropComments(value: unknown, path = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => dropComments(item, path));
  if (typeof value !== 'object' || value === null) return value;
  const isCommented = /^\/(?:info|paths\/.*\/post|components\/schemas\/Re\w+(?:\/properties\/\w+)?)$/;
  const kept = Object.entries(value).filter(([name]) => name !== 'description' || !isCommented.test(path));
  return Object.fromEntries(kept.map(([name, item]) => [name, dropComments(item, `${path}/${name}`)]));
}

/** Makes the document of a changed api.proto. */
function createChanged(change: (file: FileDescriptorProto) => void): unknown {
  const set = fromBinary(FileDescriptorSetSchema, Buffer.from(descriptorSetBase64, 'base64'));
  for (const file of set.file) change(file);
  return createOpenApi(toBinary(FileDescriptorSetSchema, set));
}

it('is committed for the committed descriptor set, with comments', () => {
  expect(createChanged(() => undefined)).toEqual(dropComments(committed));
  expect(committed).toMatchObject({
    info: { description: 'Calls operations of a server by name.' },
    paths: {
      '/api.ApiService/CallApi': { post: { description: expect.stringMatching(/^Runs the operation that `code`/) } },
    },
    components: {
      schemas: {
        Request: {
          additionalProperties: false,
          properties: {
            // The comment has two lines in the file.
            code: { type: 'string', description: expect.stringMatching(/^The operation's name, .* a server has\.$/) },
            intValue: {
              type: 'integer',
              minimum: -2_147_483_648,
              maximum: 2_147_483_647,
              description: 'Third argument.',
            },
          },
        },
        Response: { required: ['success', 'message'], properties: { success: { type: 'boolean' } } },
      },
    },
  });
});

it('has what a changed api.proto has', () => {
  const field = create(FieldDescriptorProtoSchema, {
    name: 'str_3',
    jsonName: 'str3',
    number: 5,
    type: Type.STRING,
    label: Label.OPTIONAL,
  });
  const changed = createChanged((file) => void file.messageType[0]?.field.push(field));
  expect(changed).toMatchObject({ components: { schemas: { Request: { properties: { str3: { type: 'string' } } } } } });
});

it.each([
  [
    'a field without a schema',
    (file: FileDescriptorProto) => {
      for (const field of file.messageType[0]?.field ?? []) field.type = Type.FIXED64;
    },
    'api.Request.code: no schema for this kind of field; add one.',
  ],
  [
    'a list',
    (file: FileDescriptorProto) => {
      for (const field of file.messageType[1]?.field ?? []) field.label = Label.REPEATED;
    },
    'api.Response.success: no schema for this kind of field; add one.',
  ],
  [
    'a method that streams',
    (file: FileDescriptorProto) => {
      for (const method of file.service[0]?.method ?? []) method.serverStreaming = true;
    },
    'api.ApiService.CallApi: streams; only unary methods have a form in JSON.',
  ],
  ['no service', (file: FileDescriptorProto) => void file.service.splice(0), 'one file with one service'],
])('refuses %s', (_, change, message) => {
  expect(() => createChanged(change)).toThrow(message);
});

it('refuses several files', () => {
  const both = Buffer.concat(
    [descriptorSetBase64, healthDescriptorSetBase64].map((text) => Buffer.from(text, 'base64')),
  );
  expect(() => createOpenApi(both)).toThrow('one file with one service');
});
