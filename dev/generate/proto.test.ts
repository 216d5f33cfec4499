import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromBinary } from '@bufbuild/protobuf';
import { FieldDescriptorProto_Type as Type, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { descriptorSetBase64 } from '../../proto/gen/descriptor-set.js';
import { findDifferences } from './proto.mjs';

const committed = join(import.meta.dirname, '../../proto/gen');

describe('generated code', () => {
  it('carries the descriptor set of api.proto in both forms', async () => {
    const bytes = await readFile(join(committed, 'api.binpb'));
    expect(descriptorSetBase64).toBe(bytes.toString('base64'));
    const { file } = fromBinary(FileDescriptorSetSchema, bytes);
    expect(file.map(({ name, syntax, package: name_ }) => [name, syntax, name_])).toEqual([
      ['api.proto', 'proto3', 'api'],
    ]);
    const fields = file[0]?.messageType.map((message) => [message.name, message.field.map((f) => [f.name, f.number])]);
    expect(fields).toEqual([
      ['Request', [['code', 1], ['str1', 2], ['str2', 3], ['int_value', 4]]], // prettier-ignore
      ['Response', [['success', 1], ['message', 2]]], // prettier-ignore
    ]);
  });

  it('has the fields of proto/openapi.json, which describes them in JSON by hand', () => {
    const { paths, components } = JSON.parse(readFileSync(join(committed, '../openapi.json'), 'utf8')) as {
      paths: object;
      components: { schemas: Record<string, { properties: Record<string, { type: string }> }> };
    };
    const { file } = fromBinary(FileDescriptorSetSchema, Buffer.from(descriptorSetBase64, 'base64'));
    const types = new Map([[Type.STRING, 'string'], [Type.BOOL, 'boolean'], [Type.INT32, 'integer']]); // prettier-ignore
    for (const { name, field } of file[0]?.messageType ?? [])
      expect(
        Object.entries(components.schemas[name]?.properties ?? {}).map(([member, { type }]) => [member, type]),
      ).toEqual(field.map(({ jsonName, type }) => [jsonName, types.get(type)]));
    expect(Object.keys(paths)).toEqual(['/api.ApiService/CallApi']);
  });
});

describe('the comparison', () => {
  let copy = '';
  beforeEach(async () => {
    copy = await mkdtemp(join(tmpdir(), 'gen-'));
    await cp(committed, copy, { recursive: true });
  });
  afterEach(() => rm(copy, { recursive: true }));

  it('finds nothing between equal folders', async () => {
    expect(await findDifferences(committed, copy)).toEqual([]);
  });

  it('names each file that was changed, removed or added', async () => {
    await writeFile(join(copy, 'web', 'api.js'), '// edited by hand\n', { flag: 'a' });
    await rm(join(copy, 'api.binpb'));
    await writeFile(join(copy, 'node', 'more.js'), '');
    expect((await findDifferences(copy, committed)).sort()).toEqual([
      'api.binpb is missing.',
      'node/more.js is not generated from api.proto.',
      'web/api.js differs from a fresh run.',
    ]);
  });
});
