import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { descriptorSetBase64 } from '../../proto/gen/descriptor-set.js';
import { Request as NodeRequest, UnimplementedApiServiceService } from '../../proto/gen/node/api.js';
import { Request, Response } from '../../proto/gen/web/api.js';
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

  it('writes and reads the wire format', () => {
    const request = { code: 'echo', str1: 'naïve 😀', str2: '', int_value: -1 };
    const bytes = new Request(request).serialize();
    // Fields 1, 2 and 4; proto3 leaves the empty str2 out; -1 is a ten-byte varint.
    expect(Buffer.from(bytes).toString('hex')).toBe('0a046563686f120b6e61c3af766520f09f988020ffffffffffffffffff01');
    expect(NodeRequest.deserialize(bytes).toObject()).toEqual(request);
    expect(Response.deserialize(new Response({ success: true, message: 'ok' }).serialize()).toObject()).toEqual({
      success: true,
      message: 'ok',
    });
    expect(UnimplementedApiServiceService.definition.CallApi.path).toBe('/api.ApiService/CallApi');
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
