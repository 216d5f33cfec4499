/** Compares who accepts a call: `build`, a validator with the tool's schema, and the document's own schemas. */
import { EndpointError } from 'endpoint.js';
import { createTools, type Tool, type Tools } from 'endpoint.js/tools';
import { planCalls, type Call } from './calls.js';
import { fits } from './conform.js';
import { generalize } from './findings.js';
import { BASE, listOwn, nameOf, SETTINGS, type Run } from './judge-call.js';
import { createRandom, mutate } from './mutate.js';
import { readOperations, type Operation } from './operations.js';
import { nameOperations } from './run-tools.js';
import { isObject, type Json } from './source.js';
import { Arguments } from './tool-arguments.js';
import { makeArguments } from './values.js';

/** A compiled schema, as ajv has it. */
export interface Validator {
  (value: unknown): boolean;
  readonly errors?:
    | readonly { readonly keyword: string; readonly instancePath: string; readonly message?: string }[]
    | null;
}
export type Compile = (schema: object) => Validator;

/** Refusals of `build` that no schema states. */
const REFUSALS: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/unsafe-value|would make the path segment|escapes/, 'values that would move the target'],
  [/is empty; pass a value/, 'empty values in a path'],
  [
    /flat list|has no text in a url|can't be an object|in a query|has no member .* leave it out|would be names/,
    "values that a url can't carry",
  ],
  [/invalid-header|in a header|flat list or object, here/, "values that a header can't carry"],
  [/pass it as text|without losing digits|unsafe|2\^53/, "integers that a number can't hold"],
  [/would end the (?:segment|path)/, 'reserved characters in a path'],
  [/too-long/, 'more than a url or a call may hold'],
  [/missing-parameter/, 'members of an optional body that is passed'],
  [/contains the separator of the list|which separates its members/, 'members with the separator of their list'],
  [/isn't a file; pass/, 'files that are no base64'],
  [/is null; pass a value/, '`null` for a required parameter'],
];

const isDecimal = (value: unknown): boolean =>
  typeof value === 'string' && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value);
const at = (value: unknown, path: string): unknown =>
  path
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (place, token) =>
        typeof place === 'object' && place !== null
          ? (place as Json)[token.replaceAll('~1', '/').replaceAll('~0', '~')]
          : undefined,
      value,
    );

/** Why `build` may accept what the schema refuses; undefined where nothing says so. */
function excuse(args: Json, errors: Validator['errors'], { inputSchema }: Tool): string | undefined {
  const list = errors ?? [];
  const places = list
    .filter(({ keyword }) => !/^(?:anyOf|oneOf|if)$/.test(keyword))
    .map(({ instancePath }) => instancePath);
  if (places.length > 0 && places.every((path) => isDecimal(at(args, path)))) return 'decimal text for numbers';
  const isOptionalNull = (path: string): boolean => {
    const [, key = '', ...inner] = path.split('/');
    return inner.length === 0 && args[key] === null && !inputSchema.required.includes(key);
  };
  if (places.length > 0 && places.every((path) => isOptionalNull(path) || isDecimal(at(args, path))))
    return '`null` for optional arguments';
  return undefined;
}

/** Whether a document accepts the values of a call. */
function accepts(
  { source }: Run,
  { parameters, body }: Operation,
  { values, body: value }: Call,
  isFlat: boolean,
): boolean {
  const isRight = parameters.every(
    (parameter) => !values.has(parameter) || fits(source, parameter.schema, values.get(parameter)),
  );
  if (!isRight) return false;
  // The absence of all members is no body.
  const isAbsent = value === undefined || (isFlat && isObject(value) && Object.keys(value).length === 0);
  if (isAbsent && body?.required !== true) return true;
  if (body?.kind === 'other') return typeof value === 'string';
  return body === undefined || (value !== undefined && fits(source, body.schema, value));
}

/** A call of which one value is changed. */
function vary(call: Call, other: Call, random: (below: number) => number): Call {
  const entries = [...call.values];
  const isBody = call.body !== undefined && (entries.length === 0 || random(3) > 0);
  if (isBody) return { ...call, body: mutate(call.body, other.body, random) };
  const [parameter, value] = entries[random(Math.max(1, entries.length))] ?? [];
  if (!parameter) return call;
  const values = new Map(call.values);
  if (random(6) === 0 && !parameter.required) values.delete(parameter);
  else values.set(parameter, mutate(value, other.values.get(parameter), random));
  return { ...call, values };
}

/** The keywords that `build` doesn't check, and those that are texts. */
export function strip(schema: unknown, isNames = false): unknown {
  if (Array.isArray(schema)) return schema.map((item) => strip(item));
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => isNames || !/^(?:pattern|format|description|title|default|examples?)$/.test(key))
      .map(([key, member]) => [
        key,
        key === 'enum' || key === 'const'
          ? member
          : strip(member, !isNames && (key === 'properties' || key === '$defs')),
      ]),
  );
}

/** Why a schema may refuse what the document's accepts; undefined where nothing says so. */
function explainStricter(errors: Validator['errors'], args: Json, { parameters, body }: Operation): string | undefined {
  const places = (errors ?? []).filter(({ keyword }) => keyword !== 'anyOf').map(({ instancePath }) => instancePath);
  const isObjectStated = (errors ?? []).some(
    ({ keyword, message = '' }) => keyword === 'type' && /object|array/.test(message),
  );
  if (isObjectStated && places.every((path) => !isObject(at(args, path)))) return 'members or items without a type';
  if (body?.kind === 'other' || body?.kind === 'multipart') return 'files are bytes in base64';
  const hasMembers = places.some((path) => typeof at(args, path) === 'object');
  const isInQuery = hasMembers && parameters.some(({ place }) => place === 'query');
  return isInQuery ? 'names of the query are those of the document' : undefined;
}

/** The keywords that a converter or provider refuses, so that schemas are written without them. */
const UNWRITTEN = [
  'prefixItems',
  'not',
  'if',
  'dependentRequired',
  'dependentSchemas',
  'contains',
  'propertyNames',
  'patternProperties',
  'unevaluatedProperties',
];

/** Whether a schema, or one in it, has one of the keywords. */
function hasKeyword(
  source: Run['source'],
  stated: unknown,
  keywords: readonly string[],
  seen = new Set<unknown>(),
): boolean {
  const schema = source.schema(stated);
  if (typeof schema === 'boolean' || seen.has(schema)) return false;
  seen.add(schema);
  const lists = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => schema[key] ?? []);
  const inner = [
    schema['items'],
    schema['additionalProperties'],
    ...Object.values((schema['properties'] ?? {}) as Json),
    ...lists,
  ];
  return (
    keywords.some((key) => key in schema) ||
    inner.some((one) => isObject(one) && hasKeyword(source, one, keywords, seen))
  );
}

/** Why a schema may accept what the document's refuses; undefined where nothing says so. */
function explainLooser({ source }: Run, { parameters, body }: Operation, refusal = ''): string | undefined {
  const schemas = [...parameters.map(({ schema }) => schema), ...(body ? [body.schema] : [])];
  if (refusal.startsWith('missing-parameter')) return 'members of an optional body that is passed';
  if (body && (body.kind === 'other' || body.kind === 'multipart')) return 'files are bytes in base64';
  return schemas.some((schema) => hasKeyword(source, schema, UNWRITTEN))
    ? 'keywords that converters refuse'
    : undefined;
}

/** How much is tried. */
export interface Effort {
  readonly every: number;
  readonly mutations: number;
}

/** A tool whose calls are tried. */
interface Tried {
  readonly operation: Operation;
  readonly tool: Tool;
  readonly mapping: Arguments;
  readonly validate: Validator;
  readonly build: Tools['build'];
}

/** Compares who accepts arguments. */
function tryArguments(
  { findings }: Run,
  where: string,
  { tool, validate, build }: Tried,
  args: Json,
): {
  readonly isValid: boolean;
  readonly isExcused: boolean;
  readonly refusal: string | undefined;
  readonly shown: string;
} {
  findings.count('calls');
  const isValid = validate(args);
  const { errors } = validate;
  let refusal: string | undefined;
  try {
    build(tool.name, args);
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error;
    refusal = `${error.code} ${error.message}`;
  }
  findings.count(refusal === undefined ? 'built' : 'refused');
  const messages = (errors ?? []).slice(0, 2).map(({ instancePath, message }) => `${instancePath} ${message}`);
  const shown = `${JSON.stringify(args).slice(0, 300)} ${refusal ?? ''} ${messages.join('; ')}`;
  const excused = excuse(args, errors, tool);
  if (isValid && refusal !== undefined) {
    const why = REFUSALS.find(([pattern]) => pattern.test(refusal))?.[1];
    const name =
      why === undefined ? `refused, though the schema accepts it: ${generalize(refusal)}` : `build refuses ${why}`;
    findings.add(why === undefined ? 'silent' : 'contract', name, where, shown);
  }
  if (!isValid && refusal === undefined) {
    const keywords = Array.from(new Set((errors ?? []).map(({ keyword }) => keyword))).join();
    const name =
      excused === undefined ? `built, though the schema refuses it: ${keywords}` : `build accepts ${excused}`;
    findings.add(excused === undefined ? 'silent' : 'contract', name, where, shown);
  }
  return { isValid, isExcused: excused !== undefined, refusal, shown };
}

function tryCall(run: Run, tried: Tried, call: Call): void {
  const { operation, mapping, validate } = tried;
  const where = nameOf(run, operation);
  const { args, lost } = mapping.write(call.values, call.body);
  if (lost.length > 0) return;
  const { isValid, isExcused, refusal, shown } = tryArguments(run, where, tried, args);
  const isFitting = accepts(run, operation, call, mapping.whole === undefined);
  const add = (name: string, why: string | undefined): void =>
    run.findings.add(
      why === undefined ? 'loud' : 'contract',
      `the schema is ${name} than the document: ${why}`,
      where,
      shown,
    );
  if (isFitting && !isValid && !isExcused) add('stricter', explainStricter(validate.errors, args, operation));
  if (!isFitting && isValid) add('looser', explainLooser(run, operation, refusal));
}

/** Compares the acceptance of calls, valid and changed, of a document's tools. */
export function compareAcceptance(run: Run, compile: Compile, { every, mutations }: Effort): void {
  const names = nameOperations(readOperations(run.source));
  const tools = createTools(run.document, { baseUrl: BASE, headers: SETTINGS });
  const byName = new Map(tools.tools.map((tool) => [tool.name, tool]));
  const random = createRandom(names.size);
  let index = 0;
  for (const [operation, name] of names) {
    const tool = byName.get(name);
    if (!tool || index++ % every !== 0) continue;
    // Of a schema that is too large, parts are left out.
    if (listOwn(operation, tools.warnings).some((one) => one.includes('too large'))) continue;
    const mapping = new Arguments(run.source, tool, operation);
    const used = operation.parameters.filter((parameter) => !mapping.left.includes(parameter));
    const { calls, lacksRequired } = planCalls(run.maker, operation, used);
    if (lacksRequired || calls.length === 0) continue;
    run.findings.count('tools');
    const validate = compile(strip(tool.inputSchema) as object);
    const tried: Tried = { operation, tool, mapping, validate, build: tools.build };
    for (const call of calls.slice(0, 12)) tryCall(run, tried, call);
    const makeFitting = makeArguments(tool);
    for (let turn = 0; turn < 3; turn++) tryArguments(run, nameOf(run, operation), tried, makeFitting(turn));
    for (let turn = 0; turn < mutations; turn++) {
      const call = calls[random(calls.length)] as Call;
      const other = calls[random(calls.length)] as Call;
      let varied = vary(call, other, random);
      if (random(4) === 0) varied = vary(varied, other, random);
      tryCall(run, tried, varied);
    }
  }
}
