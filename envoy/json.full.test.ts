/** docs/guides/envoy.md, JSON: envoy.production.yaml with the guide's blocks, in front of a server. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create, toBinary } from '@bufbuild/protobuf';
import {
  AnySchema,
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { CallError, createServer, type FailureStatus, status } from 'endpoint.js-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { descriptorSetBase64 } from '../proto/gen/descriptor-set.js';
import { noEnvoy } from './test/envoy.js';
import { readJsonEdits } from './test/json.js';
import { ORIGIN, type Production, startProduction, useStage } from './test/production.js';
import { CALL_PATH, requestOnce } from './test/wire.js';

const stage = useStage();

const ECHOED = '{"code":"echo","str1":"","str2":"","int_value":0}';
const REASON = 'type.googleapis.com/google.rpc.ErrorInfo';

const isFailure = (value: unknown): value is FailureStatus => typeof value === 'number' && value > 0;
const failures = new Map<number, FailureStatus>(
  Object.values(status)
    .filter(isFailure)
    .map((code) => [code, code]),
);

/** A serialized google.rpc.Status with an ErrorInfo. */
function createStatusDetails(): Uint8Array {
  const info = new BinaryWriter().tag(1, WireType.LengthDelimited).string('TOO_LATE').finish();
  const detail = toBinary(AnySchema, create(AnySchema, { typeUrl: REASON, value: info }));
  const coded = new BinaryWriter().tag(1, WireType.Varint).int32(status.FAILED_PRECONDITION);
  return coded
    .tag(2, WireType.LengthDelimited)
    .string('too late')
    .tag(3, WireType.LengthDelimited)
    .bytes(detail)
    .finish();
}

const server = createServer({
  token: 'secret',
  operations: {
    fail: {
      description: 'Fails with a status.',
      arguments: { str1: 'message', int_value: 'status' },
      handler: ({ str1, intValue }) => {
        const code = failures.get(intValue);
        throw code === undefined ? new Error(`${intValue} isn't a failure.`) : new CallError(code, str1);
      },
    },
    detailed: {
      description: 'Fails with details.',
      arguments: {},
      handler: () => {
        const metadata = { 'grpc-status-details-bin': createStatusDetails() };
        throw new CallError(status.FAILED_PRECONDITION, 'too late', metadata);
      },
    },
    wait: {
      description: 'Waits for the deadline.',
      arguments: {},
      handler: (_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(''))),
    },
  },
});

/** Sends a body, as JSON from a page unless the headers say otherwise. */
async function post(envoy: Production, body: unknown, headers: Record<string, string | null> = {}, path = CALL_PATH) {
  const response = await requestOnce(envoy.url, {
    path,
    headers: {
      'content-type': 'application/json',
      'x-grpc-web': null,
      origin: ORIGIN,
      authorization: 'Bearer secret',
      ...headers,
    },
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  });
  return { ...response, text: response.body.toString() };
}

describe.skipIf(noEnvoy)('calls as JSON', () => {
  let envoy: Production;
  let address = '';

  const start = (edits = readJsonEdits()): Promise<Production> =>
    startProduction({ certificate: stage.certificate.config, servers: [address], edits });

  beforeAll(async () => {
    ({ grpc: address } = await server.listen({ port: 0 }));
    stage.defer(() => server.drain({ graceMs: 0 }));
    envoy = await start();
    stage.defer(() => envoy.stop());
  });
  afterAll(stage.clear);

  test.each([
    [
      { code: 'echo', str1: 'é 😀 "\\', str2: '\u2028\u0000', intValue: -1 },
      true,
      String.raw`{"code":"echo","str1":"é 😀 \"\\","str2":"` + '\u2028' + String.raw`\u0000","int_value":-1}`,
    ],
    [{ code: 'echo', int_value: 7 }, true, ECHOED.replace('0}', '7}')],
    [{ code: 'echo', str1: null }, true, ECHOED],
    [{ code: 'expand', str1: '{/a}', str2: '{"a":"ü"}' }, true, '/%C3%BC'],
    [{ code: 'expand', str1: '' }, true, ''],
    [{ code: 'ekho' }, false, expect.stringContaining('There is no operation "ekho"')],
    [{ code: 'expand', str1: '{a' }, false, expect.stringContaining('unmatched "{" at position 0')],
    // No names, though a colon is near.
    [{ code: 'echo', str1: '"x":1', str2: 'a:b' }, true, expect.stringContaining('a:b')],
  ])('%j', async (request, success, message) => {
    const { status: code, headers, text } = await post(envoy, request);
    expect([code, headers['content-type']]).toEqual([200, 'application/json']);
    expect(JSON.parse(text)).toEqual({ success, message });
  });

  test('large responses, and requests below the limit', async () => {
    const str1 = '"'.repeat(500_000);
    const { status: code, text } = await post(envoy, { code: 'echo', str1 });
    expect(code).toBe(200);
    expect(JSON.parse(JSON.parse(text).message)).toMatchObject({ str1 });
  });

  test('a wrong token is HTTP 401, a passed deadline 504', async () => {
    const stranger = await post(envoy, { code: 'echo' }, { authorization: 'Bearer other' });
    expect([stranger.status, JSON.parse(stranger.text).code]).toEqual([401, status.UNAUTHENTICATED]);
    const late = await post(envoy, { code: 'wait' }, { 'grpc-timeout': '50m' });
    expect([late.status, JSON.parse(late.text).code]).toEqual([504, status.DEADLINE_EXCEEDED]);
  });

  test.each([
    ['{"code":"echo","strl":"x"}', 'strl: not a field of api.Request; pass code, str1, str2 or intValue.'],
    ['{"code":"echo","str1":"\\\\","strl" : 1}', /^strl: not a field/],
    ['{"code":"echo","str1":"\\"","":1}', /^: not a field/],
    ['{"co\\u0064e":"echo"}', /^co\?0064e: not a field/],
    ['{"code":"echo","str1":{"a":1}}', /^a: not a field/],
    [`{"${'n'.repeat(100)}":1}`, /^n{64}: not a field/],
    ['{"code":"echo"', 'Unexpected end of string. Expected , or } after key:value pair.\n'],
    ['{"code":1}', 'code: invalid value 1 for type TYPE_STRING'],
    ['{"intValue":2147483648}', 'int_value: invalid value 2147483648 for type TYPE_INT32'],
    ['{"code":"echo"}{}', /^Parsing terminated before end of input/],
    ['[]', /Root element must be a message/],
    ['{"code":"\\ud800"}', /^Missing low surrogate/],
  ])('%s is refused by a sentence', async (body, expected) => {
    const response = await post(envoy, body);
    expect([response.status, response.headers['content-type']]).toEqual([400, 'text/plain']);
    if (typeof expected === 'string') expect(response.text.startsWith(expected)).toBe(true);
    else expect(response.text).toMatch(expected);
    expect(response.headers['access-control-allow-origin']).toBe(ORIGIN);
  });

  test.each([
    ['application/json; charset=utf-8', 200],
    ['application/json;charset=UTF-8', 200],
    ['application/json; charset=latin1', 415],
    ['application/jsonp', 415],
    // What a page of any origin may send without a preflight.
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data', 415],
    [null, 415],
  ])('content types: %s is %i', async (type, expected) => {
    expect((await post(envoy, { code: 'echo' }, { 'content-type': type })).status).toBe(expected);
  });

  test.each([
    [`${CALL_PATH}?str2=a`, 200],
    [`${CALL_PATH}?str1=a`, 400],
    [`${CALL_PATH}?strl=a`, 400],
    ['/api.ApiService/Other', 404],
    ['/grpc.health.v1.Health/Check', 404],
    ['/api.ApiService%2FCallApi', 400],
  ])('%s is %i', async (path, expected) => {
    expect((await post(envoy, { code: 'echo', str1: 'b' }, {}, path)).status).toBe(expected);
  });

  test('a body over 1 MiB is HTTP 413, of gRPC-Web it is served', async () => {
    const response = await post(envoy, { code: 'echo', str1: 'x'.repeat(1_048_576) });
    expect([response.status, response.headers['grpc-status'], response.text]).toEqual([
      413,
      undefined,
      'Payload Too Large',
    ]);
    const call = new BinaryWriter().tag(1, WireType.LengthDelimited).string('echo');
    const bytes = call.tag(2, WireType.LengthDelimited).string('x'.repeat(1_048_576)).finish();
    const head = Buffer.alloc(5);
    head.writeUInt32BE(bytes.length, 1);
    const web = { headers: { authorization: 'Bearer secret' }, body: Buffer.concat([head, bytes]) };
    expect((await requestOnce(envoy.url, web)).grpcStatus).toBe(0);
  });

  test('Envoy’s own refusals are HTTP statuses too', async () => {
    const few = '{ max_tokens: 200, tokens_per_fill: 200, fill_interval: 1s }';
    const strict = await start([...readJsonEdits(), [few, few.replaceAll('200', '1').replace('1s', '3600s')]]);
    stage.defer(() => strict.stop());
    expect((await post(strict, { code: 'echo' })).status).toBe(200);
    const refused = await post(strict, { code: 'echo' });
    expect([refused.status, JSON.parse(refused.text)]).toEqual([
      429,
      { code: status.RESOURCE_EXHAUSTED, message: 'Too many calls; slow down and try again.', details: [] },
    ]);
    const unreachable = await startProduction({
      certificate: stage.certificate.config,
      servers: ['127.0.0.1:1'],
      edits: readJsonEdits(),
    });
    stage.defer(() => unreachable.stop());
    const down = await post(unreachable, { code: 'echo' });
    expect([down.status, JSON.parse(down.text).code]).toEqual([503, status.UNAVAILABLE]);
  });

  test('details of an error are shown where the descriptor set has their types', async () => {
    const without = await post(envoy, { code: 'detailed' });
    expect([without.status, without.headers['grpc-status'], without.text]).toEqual([400, '9', '']);
    const folder = mkdtempSync(join(tmpdir(), 'endpoint-js-'));
    stage.defer(() => rmSync(folder, { recursive: true }));
    const file = create(FileDescriptorProtoSchema, {
      name: 'google/rpc/error_details.proto',
      package: 'google.rpc',
      syntax: 'proto3',
      messageType: [
        {
          name: 'ErrorInfo',
          field: [{ name: 'reason', jsonName: 'reason', number: 1, type: Type.STRING, label: Label.OPTIONAL }],
        },
      ],
    });
    const path = join(folder, 'api.binpb');
    // A set is the concatenation of sets.
    const added = toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file: [file] }));
    writeFileSync(path, Buffer.concat([Buffer.from(descriptorSetBase64, 'base64'), added]));
    const detailed = await start(readJsonEdits(path));
    stage.defer(() => detailed.stop());
    expect(JSON.parse((await post(detailed, { code: 'detailed' })).text)).toEqual({
      code: status.FAILED_PRECONDITION,
      message: 'too late',
      details: [{ '@type': REASON, reason: 'TOO_LATE' }],
    });
  });
});
