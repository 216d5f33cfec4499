/** Whatever arguments hold, a request is the operation's: documents and arguments at random, judged by a reader of its own. */
import { createTools, EndpointError, type Tools } from 'endpoint.js/tools';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../dev/testing/full.js';
import { judge, readJudged, type Judged } from './test/judge.js';
import { readOperations } from './test/operations.js';
import { Source } from './test/source.js';
import { HOSTILE, INTRUDERS, makeArguments } from './test/values.js';
import { hostile } from '../test/arbitraries.js';
import { attempt } from '../test/attempt.js';

const BASE = 'https://api.example.com/v1';
const SECRET = 'Bearer settings';

const NAMES = [
  'id',
  'url',
  'method',
  'body',
  'headers',
  'a-b',
  'filter[x]',
  '$top',
  '__proto__',
  'authorization',
  'Cookie',
  'x-key',
  'q',
  'a.b',
];
/** Headers that the sender of a request writes, or that change its target or method at some servers. */
const SENDERS_HEADERS = ['Host', 'Forwarded', 'X-Forwarded-Host', 'X-HTTP-Method-Override', 'X-Original-URL'];
const name = fc.constantFrom(...NAMES);
const headerName = fc.constantFrom(...NAMES, ...SENDERS_HEADERS);
const text = fc.constant({ type: 'string' });
const scalar = fc.oneof(
  text,
  fc.constant({}),
  fc.constant({ type: ['string', 'null'] }),
  fc.constant({ type: 'integer' }),
);
const list = scalar.map((items) => ({ type: 'array', items }));
const object = fc
  .tuple(
    fc.dictionary(name, fc.oneof(scalar, list), { maxKeys: 3 }),
    fc.constantFrom(undefined, true, false, { type: 'string' }),
  )
  .map(([properties, additionalProperties]) => ({
    type: 'object',
    properties,
    ...(additionalProperties !== undefined && { additionalProperties }),
  }));
const schema = fc.oneof(
  scalar,
  list,
  object,
  fc.tuple(object, list).map((anyOf) => ({ anyOf })),
  fc.constant({ $ref: '#/components/schemas/Self' }),
);
const styles = {
  path: ['simple', 'matrix', 'label', undefined],
  query: ['form', 'deepObject', 'pipeDelimited', 'spaceDelimited', undefined, 'odd'],
  header: ['simple', undefined],
  cookie: [undefined],
} as const;

const parameter = (place: keyof typeof styles, names = name): fc.Arbitrary<object> =>
  fc
    .record({
      name: names,
      in: fc.constant(place),
      required: fc.constant(place === 'path'),
      schema,
      style: fc.constantFrom(...styles[place]),
      explode: fc.constantFrom(true, false, undefined),
      'x-multi-segment': fc.constantFrom(undefined, undefined, true),
      allowReserved: fc.constantFrom(undefined, true),
    })
    .map((made) => JSON.parse(JSON.stringify(made)) as object);

const PATHS = [
  '/x/{id}',
  '/x/{id}/y',
  '/{id}',
  '/a/{id}.json',
  '/x/{id}/{url}',
  '/x',
  '/x/:id/y',
  '/x{id}?fixed=1',
  '/x/{+id}/y',
  '/x?fixed={+id}',
];
const operation = fc
  .record({
    path: fc.constantFrom(...PATHS),
    method: fc.constantFrom('get', 'post', 'put', 'delete', 'head', 'options'),
    id: parameter('path', fc.constant('id')),
    url: parameter('path', fc.constant('url')),
    others: fc.array(fc.oneof(parameter('query'), parameter('header', headerName), parameter('cookie')), { maxLength: 4 }),
    body: fc.option(fc.tuple(fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'), schema)),
  })
  .map(({ path, method, id, url, others, body }) => ({
    root: {
      openapi: '3.2.0',
      servers: [{ url: BASE }],
      components: {
        securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' }, token: { type: 'apiKey', in: 'query', name: 'q' } },
        schemas: { Self: { type: 'object', properties: { id: { type: 'string' }, self: { $ref: '#/components/schemas/Self' } } } },
      },
      paths: {
        [path]: {
          [method]: {
            operationId: 'tool',
            parameters: [...(/\{\+?id\}/.test(path) ? [id] : []), ...(path.includes('{url}') ? [url] : []), ...others],
            ...(body && { requestBody: { content: { [body[0]]: { schema: body[1] } } } }),
          },
        },
      },
    },
  })); // prettier-ignore

function judgeCall({ build }: Tools, judged: Judged, args: unknown): string | undefined {
  const request = attempt(() => build('tool', args));
  return request instanceof EndpointError ? undefined : judge(judged, request, SECRET);
}

const hostileValue = fc.oneof(
  hostile,
  fc.constantFrom(...HOSTILE).map((make) => make()),
  fc.jsonValue(),
);

test('no value moves the target', () => {
  let built = 0;
  fc.assert(
    fc.property(
      operation,
      fc.array(fc.tuple(fc.nat(20), hostileValue), { minLength: 1, maxLength: 4 }),
      fc.option(fc.constantFrom(...INTRUDERS)),
      fc.constantFrom(undefined, 'brackets', 'indices', 'repeat'),
      ({ root }, values, intrude, arrays) => {
        const tools = createTools(root, { headers: { authorization: SECRET }, ...(arrays && { query: { arrays } }) });
        const [tool] = tools.tools;
        if (!tool) return;
        const keys = Object.keys(tool.inputSchema.properties);
        const args = makeArguments(tool)(values.length);
        const source = new Source(root);
        const [described] = readOperations(source);
        if (!described) throw new Error('There is none.');
        const read = readJudged(source, described, BASE);
        const judged = { ...read, isIndexed: read.isIndexed || arrays === 'indices' };
        expect(judgeCall(tools, judged, args)).toBeUndefined();
        for (const [index, value] of values) {
          const key = keys[index % keys.length] ?? 'none';
          const changed = { ...args, [key]: value };
          expect(judgeCall(tools, judged, changed)).toBeUndefined();
          built++;
        }
        if (intrude) expect(judgeCall(tools, judged, intrude(args))).toBeUndefined();
      },
    ),
    { numRuns: runs(600) },
  );
  expect(built).toBeGreaterThan(500);
});
