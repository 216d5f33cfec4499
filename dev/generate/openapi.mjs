/**
 * The OpenAPI document of the service's JSON form, made from its descriptor set: a POST for each unary method, with the schemas of its
 * messages as in ProtoJSON. Scalar and message fields are supported, which is what api.proto has; anything else is an error.
 * By hand: the generators for it (protoc-gen-openapi, protoc-gen-connect-openapi) need Go.
 */
import { createFileRegistry, fromBinary, ScalarType } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';

/** @typedef {import('@bufbuild/protobuf').DescFile} DescFile */
/** @typedef {import('@bufbuild/protobuf').DescMessage} DescMessage */
/** @typedef {import('@bufbuild/protobuf').DescField} DescField */
/** @typedef {import('@bufbuild/protobuf').DescMethod} DescMethod */
/** @typedef {Readonly<Record<string, unknown>>} Schema */

/** @type {ReadonlyMap<ScalarType, Schema>} */
const SCALARS = new Map([
  [ScalarType.STRING, { type: 'string' }],
  [ScalarType.BOOL, { type: 'boolean' }],
  [ScalarType.INT32, { type: 'integer', format: 'int32', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }],
]);

/** google.rpc.Status, in which a proxy reports gRPC statuses. */
const STATUS = {
  description: 'The gRPC status of a call that could not be served (google.rpc.Status).',
  type: 'object',
  properties: {
    code: { description: 'The gRPC status, 1 to 16.', type: 'integer', format: 'int32', minimum: 1, maximum: 16 },
    message: { description: 'One sentence for people.', type: 'string' },
    details: {
      description: 'Messages of any type, each named by its `@type`.',
      type: 'array',
      items: { type: 'object', properties: { '@type': { type: 'string' } }, required: ['@type'] },
    },
  },
  required: ['code', 'message', 'details'],
};

const json = (/** @type {Schema} */ schema) => ({ 'application/json': { schema } });
const reference = (/** @type {string} */ name) => ({ $ref: `#/components/schemas/${name}` });

const HEADERS = [
  {
    name: 'grpc-timeout',
    in: 'header',
    description: 'The time until the deadline: digits and a unit, of H, M, S, m (milliseconds), u and n.',
    schema: { type: 'string', pattern: '^[0-9]{1,8}[HMSmun]$' },
    example: '5S',
  },
  {
    name: 'x-request-id',
    in: 'header',
    description: 'Appears in logs, and in the response.',
    schema: { type: 'string' },
  },
];

/**
 * The comment of an element, without the markers and line breaks of the file.
 *
 * @param {DescFile} file
 * @param {readonly number[]} path as in SourceCodeInfo
 * @returns {{ description?: string }}
 */
function describe(file, path) {
  const locations = file.proto.sourceCodeInfo?.location ?? [];
  const comment = locations.find((location) => location.path.join() === path.join())?.leadingComments ?? '';
  const text = comment.trim().replaceAll(/\s*\n\s*/g, ' ');
  return text === '' ? {} : { description: text };
}

/** The numbers of fields in FileDescriptorProto, DescriptorProto and ServiceDescriptorProto, of which paths are made. */
const PATH = { message: 4, service: 6, field: 2, method: 2 };

/**
 * @param {DescField} field
 * @returns {Schema}
 * @throws {TypeError} for a kind of field that isn't supported
 */
function createFieldSchema(field) {
  const schema = field.fieldKind === 'scalar' ? SCALARS.get(field.scalar) : undefined;
  if (schema === undefined) throw new TypeError(`${field.toString()}: no schema for this kind of field; add one.`);
  return schema;
}

/**
 * @param {DescMessage} message
 * @param {number} index its place in the file
 * @param {boolean} isResponse whether all of its fields are present, and others may be added
 */
function createSchema({ file, fields }, index, isResponse) {
  const at = [PATH.message, index];
  const properties = fields.map((field, number) => [
    field.jsonName,
    { ...describe(file, [...at, PATH.field, number]), ...createFieldSchema(field) },
  ]);
  return {
    ...describe(file, at),
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(isResponse ? { required: fields.map(({ jsonName }) => jsonName) } : { additionalProperties: false }),
  };
}

/** @param {DescMethod} method @param {readonly number[]} path */
function createOperation({ name, input, output, parent: { file } }, path) {
  return {
    operationId: name,
    ...describe(file, path),
    parameters: HEADERS,
    requestBody: { required: true, content: json(reference(input.name)) },
    responses: {
      200: {
        description: 'The response of the operation, whether it succeeded or not.',
        content: json(reference(output.name)),
      },
      400: {
        description: 'An argument over its limit as a status; malformed JSON and unknown fields as a sentence.',
        content: { ...json(reference('Status')), 'text/plain': { schema: { type: 'string' } } },
      },
      413: { description: 'The request is too large.', content: { 'text/plain': { schema: { type: 'string' } } } },
      default: { description: 'A gRPC status.', content: json(reference('Status')) },
    },
  };
}

/**
 * Makes the document of the only service of a file.
 *
 * @param {Uint8Array} descriptorSet a google.protobuf.FileDescriptorSet of one file, with its comments (source info)
 * @returns {Schema} an OpenAPI 3.1 document
 * @throws {TypeError} for more than one file or service, a method that streams, and fields without a schema
 */
export function createOpenApi(descriptorSet) {
  const files = [...createFileRegistry(fromBinary(FileDescriptorSetSchema, descriptorSet)).files];
  const [file] = files;
  const [service] = file?.services ?? [];
  if (file === undefined || service === undefined || files.length > 1 || file.services.length > 1)
    throw new TypeError('The descriptor set must have one file with one service.');
  const streaming = service.methods.find(({ methodKind }) => methodKind !== 'unary');
  if (streaming) throw new TypeError(`${streaming.toString()}: streams; only unary methods have a form in JSON.`);
  const outputs = new Set(service.methods.map(({ output }) => output));
  const at = [PATH.service, 0];
  return {
    openapi: '3.1.0',
    info: { title: service.typeName, version: '1.0.0', ...describe(file, at) },
    servers: [{ url: 'https://calls.example.com', description: 'A proxy that reads JSON, such as Envoy.' }],
    paths: Object.fromEntries(
      service.methods.map((method, index) => [
        `/${service.typeName}/${method.name}`,
        { post: createOperation(method, [...at, PATH.method, index]) },
      ]),
    ),
    security: [{ token: [] }, {}],
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: {
        ...Object.fromEntries(
          file.messages.map((message, index) => [message.name, createSchema(message, index, outputs.has(message))]),
        ),
        Status: STATUS,
      },
    },
  };
}
