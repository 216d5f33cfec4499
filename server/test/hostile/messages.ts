import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { Request } from '../../../proto/gen/node/api.js';

/** A call that is made to harm. */
export interface HostileCall {
  /** Its content, for a failure's message. */
  readonly name: string;
  readonly transport: 'grpc' | 'grpc-web';
  /** Makes the message: only when it is sent, because a thousand of them don't fit into memory. */
  readonly message: () => Uint8Array;
  /** Sent compressed; only by gRPC-Web. */
  readonly compressed: boolean;
  readonly timeoutMs: number | undefined;
  /** The caller leaves after this. */
  readonly cancelMs: number | undefined;
}

interface Fields {
  code: string;
  str1: string;
  str2?: string;
  int_value?: number;
}

type Shape = fc.Arbitrary<{ name: string; make: () => Fields }>;

/** Mostly moderate, at times to the limit of an argument and a little beyond. */
const size = fc.oneof(
  { weight: 40, arbitrary: fc.integer({ min: 0, max: 3000 }) },
  { weight: 9, arbitrary: fc.integer({ min: 3000, max: 70_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 70_000, max: 1_050_000 }) },
);
const indent = fc.oneof(fc.constant(0), fc.integer({ min: -1, max: 11 }), fc.integer());

/** Characters that take long to encode, to escape or to measure. */
const character = fc.constantFrom(
  'a',
  'é',
  '😀',
  '\u0001',
  '"',
  '\\',
  '%',
  '%41',
  '/',
  '\u2028',
  '.',
  ' ',
  '\0',
  '{',
  'ß',
  '가',
);
const expression = fc.constantFrom(
  '{a}', '{+a}', '{#a}', '{.a}', '{/a*}', '{;a*}', '{?a*}', '{&a*}', '{&a}', '{a:1}', '{+a:9999}', '{a,b,c}', '{?a,b*}', '/{b}',
  ':a/', '{', '}', '{a', '{a*}{b:3}', '{!a}', '{%41}', '{a}?', '{a}#', '//', '/../', '\\',
); // prettier-ignore

/** Returns text of about this many characters. */
const fill = (piece: string, length: number): string => piece.repeat(Math.ceil(length / Math.max(1, piece.length)));

/** JSON of about this many characters. */
const values: Readonly<Record<string, (length: number, piece: string) => string>> = {
  nulls: (length) => `[${fill('null,', length).slice(0, -1)}]`,
  zeros: (length) => `[${fill('0,', length).slice(0, -1)}]`,
  numbers: (length) => `[${fill('1e999,-0.1,12345678901234567890,', length).slice(0, -1)}]`,
  text: (length, piece) => JSON.stringify(fill(piece, length)),
  texts: (length, piece) => JSON.stringify(Array.from({ length: length / 20 }, () => fill(piece, 12))),
  map: (length) => `{${Array.from({ length: length / 9 }, (_, index) => `"${index.toString(36)}":0`).join()}}`,
  escapes: (length) => `"${fill(String.raw`\u00e9`, length)}"`,
  arrays: (length) => `[${fill('[],', length).slice(0, -1)}]`,
  deep: (length) => `${'['.repeat(length / 2)}${']'.repeat(length / 2)}`,
  deepMap: (length) => `${'{"a":'.repeat(length / 6)}0${'}'.repeat(length / 6)}`,
  nestedMaps: (length) => `[${fill('{"a":{"b":{}}},', length).slice(0, -1)}]`,
  sameKey: (length) => `{${fill('"a":0,', length).slice(0, -1)}}`,
  pollution: () => '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}',
};
const valueKind = fc.constantFrom(...Object.keys(values));

/** Options of `build` around a value. */
const wrappers: Readonly<Record<string, (json: string) => string>> = {
  parameter: (json) => `{"a":${json},"b":"x"}`,
  bare: (json) => json,
  data: (json) => `{"data":${json}}`,
  headers: (json) => `{"headers":${json}}`,
  accept: (json) => `{"headers":{"accept":${json}},"mediaType":{"format":"raw","previews":["a","b"]}}`,
  previews: (json) => `{"mediaType":{"previews":${json}}}`,
  body: (json) => `{"@in":{"body":{"a":${json}},"query":null}}`,
  baseUrl: (json) => `{"baseUrl":${json}}`,
  url: (json) => `{"url":${json},"method":"POST"}`,
  unfinished: (json) => `{"a":${json}`,
  trailing: (json) => `{"a":${json}}}`,
};

const templated: Shape = fc
  .record({
    code: fc.constantFrom('build', 'expand'),
    method: fc.constantFrom('GET ', 'POST ', 'PATCH /', ''),
    expression,
    kind: valueKind,
    wrapper: fc.constantFrom(...Object.keys(wrappers)),
    piece: character,
    templateSize: fc.oneof(size, fc.integer({ min: 0, max: 300 })),
    jsonSize: size,
    intValue: indent,
  }) // prettier-ignore
  .map(({ code, method, expression: text, kind, wrapper, piece, templateSize, jsonSize, intValue }) => ({
    name: `${code} ${text} × ${templateSize}, ${wrapper} ${kind} × ${jsonSize}, indent ${intValue}`,
    make: () => ({
      code,
      str1: `${code === 'expand' ? '' : method}${fill(text, templateSize)}`,
      str2: wrappers[wrapper]?.(values[kind]?.(jsonSize, piece) ?? '') ?? '',
      int_value: intValue,
    }),
  }));

const variables: Shape = size.map((length) => ({
  name: `expand ${length} different variables`,
  make: () => ({
    code: 'expand',
    str1: Array.from({ length: length / 8 }, (_, index) => `{v${index}}`).join(''),
    str2: `{${Array.from({ length: length / 8 }, (_, index) => `"v${index}":"x"`).join()}}`,
  }),
}));

const echoed: Shape = fc
  .record({ piece: character, first: size, second: size, intValue: fc.integer() })
  .map(({ piece, first, second, intValue }) => ({
    name: `echo ${JSON.stringify(piece)} × ${first}, ${second}`,
    make: () => ({ code: 'echo', str1: fill(piece, first), str2: fill(piece, second), int_value: intValue }),
  }));

const listed: Shape = indent.map((intValue) => ({
  name: `operations, indent ${intValue}`,
  make: () => ({ code: 'operations', str1: '', int_value: intValue }),
}));

const unknown: Shape = fc.record({ code: fc.string({ unit: 'binary', maxLength: 140 }), length: size }).map(({ code, length }) => ({
  name: `unknown code of ${code.length} characters`,
  make: () => ({ code, str1: fill('é', length) }),
})); // prettier-ignore

const shapes: Shape = fc.oneof(
  { weight: 10, arbitrary: templated },
  { weight: 1, arbitrary: variables },
  { weight: 3, arbitrary: echoed },
  { weight: 1, arbitrary: listed },
  { weight: 1, arbitrary: unknown },
);

interface Encoded {
  readonly name: string;
  readonly message: () => Uint8Array;
}

/** `0a 00` is an empty `code`; `7b … 7c` is a group of the unknown field 15. */
const bytePieces = [
  '0a00',
  '1200',
  '7a00',
  '7801',
  '7b7c',
  '7b',
  '0b',
  'ff',
  '2080808080808080808001',
  '0a01ff',
  '00',
  '1a808080',
];

const bytes: fc.Arbitrary<Encoded> = fc
  .record({
    piece: fc.constantFrom(...bytePieces),
    length: fc.oneof({ weight: 9, arbitrary: size }, fc.constant(4_100_000)),
  })
  .map(({ piece, length }) => ({
    name: `bytes ${piece} × ${length}`,
    message: () => Buffer.from(fill(piece, 2 * length), 'hex'),
  }));

const damaged: fc.Arbitrary<Encoded> = fc
  .record({ shape: shapes, cut: fc.double({ min: 0, max: 1, noNaN: true }), other: fc.uint8Array({ maxLength: 12 }) })
  .map(({ shape, cut, other }) => ({
    name: `damaged: ${shape.name}`,
    message: () => {
      const whole = new Request(shape.make()).serialize();
      return Buffer.concat([whole.subarray(0, Math.floor(cut * whole.length)), other]);
    },
  }));

/** Hostile calls. */
export function hostileCalls(): fc.Arbitrary<HostileCall> {
  const whole: fc.Arbitrary<Encoded> = shapes.map(({ name, make }) => ({
    name,
    message: () => new Request(make()).serialize(),
  }));
  const encoded = fc.oneof(
    { weight: 8, arbitrary: whole },
    { weight: 1, arbitrary: bytes },
    { weight: 1, arbitrary: damaged },
  );
  return fc
    .record({
      encoded,
      transport: fc.constantFrom('grpc' as const, 'grpc-web' as const),
      compressed: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
      timeoutMs: fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, fc.integer({ min: 1, max: 3000 })),
      cancelMs: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, fc.integer({ min: 0, max: 200 })),
    })
    .map(({ encoded: { name, message }, transport, compressed: compress, timeoutMs, cancelMs }) => {
      const compressed = compress && transport === 'grpc-web';
      const packed = compressed ? () => gzipSync(message(), { level: 1 }) : message;
      return { name, transport, compressed, message: packed, timeoutMs, cancelMs };
    });
}
