import type { Endpoint } from '../types/endpoint-types.js';
import { EndpointError } from '../errors.js';
import type { ApiOperation } from '../openapi/api.js';
import { parameterLocation, type EndpointOptions, type RequestOptions } from '../options.js';
import { isOption } from '../request/option-checks.js';
import { setOwn } from '../request/plain-objects.js';
import { isPlainObject } from '../template/values.js';
import type { Argument, BodyPlan } from './arguments.js';
import { createChecker, describeType, type Problem } from './check.js';
import type { InputSchema } from './create-tools.js';
import type { Schema } from './schemas.js';
import { copyPlain, failArgument, writeParts } from './values.js';
import { clean, findSimilar } from './words.js';

/** A tool, and what its requests are built with. */
interface Callable {
  readonly name: string;
  readonly inputSchema: InputSchema;
  readonly endpoint: Endpoint<string>;
  readonly operation: ApiOperation;
  readonly named: ReadonlyMap<string, Argument>;
  readonly body: BodyPlan | undefined;
}

/** An argument with what is made of it once. */
interface Planned extends Argument {
  readonly key: string;
  readonly schema: Schema;
  readonly check: (value: unknown) => Problem | undefined;
  /** Whether the builder knows its place by its name alone. */
  readonly isPlain: boolean;
}

function plan({ inputSchema, named, operation }: Callable): Map<string, Planned> {
  const check = createChecker((inputSchema.$defs ?? {}) as Schema);
  const inUrl = [...named.values()].filter(({ place }) => place === 'path' || place === 'query');
  const takesQuery = /^(?:GET|HEAD)$/.test(operation.method);
  return new Map(
    [...named].map(([key, argument]) => {
      const { name, place } = argument;
      const isAlone = inUrl.filter((other) => other.name === name).length === 1 && !isOption(name);
      const schema = inputSchema.properties[key] as Schema;
      const isPlain = isAlone && (place === 'path' || (place === 'query' && takesQuery));
      return [key, { ...argument, key, schema, check: check(schema), isPlain }];
    }),
  );
}

/** The parts of a request, as its arguments are read. */
interface Parts {
  readonly options: EndpointOptions;
  path?: Schema;
  query?: Schema;
  headers?: Schema;
  body?: Schema;
}

function addValue(parts: Parts, { name, place, isPlain }: Planned, value: unknown): void {
  if (isPlain) setOwn(parts.options, name, value);
  else if (place === 'header') setOwn((parts.headers ??= {}), name, value);
  else setOwn((parts[place] ??= {}), name, value);
}

function failUnknown(tool: string, name: string, names: Iterable<string>): never {
  const similar = findSimilar(name, names);
  const fix = similar === undefined ? 'leave it out' : `the closest one is \`${similar}\``;
  return failArgument('unsent-parameter', clean(name.slice(0, 64)), `isn't an argument of ${tool}; ${fix}`);
}

/** Reads an argument: a copy of its value, checked, in the form that the builder gets. */
function readValue({ key, check, findProblem, write }: Planned, passed: unknown): unknown {
  const value = typeof passed === 'string' || typeof passed === 'boolean' ? passed : copyPlain(passed, key);
  const found = check(value);
  if (found) failArgument('invalid-value', key, found.text, found.at);
  const problem = findProblem?.(value);
  if (problem !== undefined) failArgument('invalid-value', key, problem);
  return write ? write(value) : value;
}

/** Reads all arguments, each once. */
function readArguments(tool: string, planned: ReadonlyMap<string, Planned>, args: unknown): Parts {
  if (!isPlainObject(args)) return failArgument('invalid-value', 'arguments', 'must be a plain object; pass one');
  const parts: Parts = { options: {} };
  const passed: string[] = [];
  for (const key of Object.keys(args)) {
    const argument = planned.get(key);
    if (!argument) return failUnknown(tool, key, planned.keys());
    const value = args[key];
    if (value === undefined) continue;
    passed.push(key);
    addValue(parts, argument, readValue(argument, value));
  }
  if (passed.length < planned.size)
    for (const [key, { required, isNeeded, schema }] of planned)
      if ((required || (isNeeded && parts.body)) && !passed.includes(key))
        failArgument('missing-parameter', key, `is missing; pass ${describeType(schema)}`);
  return parts;
}

function addBody(parts: Parts, { required, isWhole, isParts, type, partTypes }: BodyPlan): void {
  if (!parts.body && (!required || isWhole)) return;
  const data = isWhole ? parts.body?.['body'] : (parts.body ?? {});
  parts.options.data = isParts ? writeParts(data as Schema, partTypes) : data;
  if (type !== undefined) (parts.headers ??= {})['content-type'] = type;
}

/** Makes the builder's error speak of the argument. */
function translate(error: EndpointError, planned: ReadonlyMap<string, Planned>): EndpointError {
  const { code, message, parameter = '' } = error;
  const [first] = parameter.split(',', 1);
  const argument = [...planned.values()].find(({ name, place }) =>
    place === 'header' ? name.toLowerCase() === first : place !== 'body' && name === first,
  );
  if (!argument || !message.startsWith(`${parameter}: `)) return error;
  const text = message.slice(parameter.length + 2).replace(', which escapes the path', '; pass a plain value');
  return new EndpointError(code, `\`${argument.key}\`: ${text}`, argument.key);
}

/** Makes the function that builds the requests of a tool. */
export function createCall(callable: Callable): (args: unknown) => RequestOptions {
  const { name, endpoint, operation, body } = callable;
  let planned: Map<string, Planned> | undefined;
  return (args) => {
    planned ??= plan(callable);
    let parts: Parts;
    try {
      parts = readArguments(name, planned, args);
    } catch (error) {
      if (error instanceof EndpointError) throw error;
      return failArgument('invalid-value', 'arguments', "can't be read; pass plain data");
    }
    if (body) addBody(parts, body);
    const { options, path, query, headers } = parts;
    if (headers) options.headers = headers as Record<string, string>;
    if (path || query) options[parameterLocation] = { path, query };
    try {
      return endpoint(operation.route, options) as RequestOptions;
    } catch (error) {
      throw error instanceof EndpointError ? translate(error, planned) : error;
    }
  };
}
