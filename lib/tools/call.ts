import type { Endpoint } from '../types/endpoint-types.js';
import { EndpointError } from '../errors.js';
import type { ApiOperation } from '../openapi/api.js';
import { parameterLocation, type EndpointOptions, type Method, type RequestOptions } from '../options.js';
import { isOption } from '../request/option-checks.js';
import { setOwn } from '../request/plain-objects.js';
import { usesQuery } from '../request/route.js';
import { hasOwn, isPlainObject } from '../template/values.js';
import { JSON_CONTENT_TYPE } from '../request/content.js';
import type { Argument } from './arguments.js';
import type { BodyPlan } from './body.js';
import { createChecker, createWork, describeType, type Check, type Work } from './check.js';
import { findSimilar } from '../strict.js';
import type { InputSchema, Schema } from './schemas.js';
import { copyPlain, ExactNumber, failArgument, renameMembers, toNumber, writeJson } from './values.js';
import { clean } from './words.js';

/** A tool, and what its requests are built with. */
interface Callable {
  readonly name: string;
  readonly inputSchema: InputSchema;
  readonly endpoint: Endpoint<string>;
  readonly operation: ApiOperation;
  readonly named: ReadonlyMap<string, Argument>;
  readonly body: BodyPlan | undefined;
  /** The names of members by their aliases. */
  readonly aliases: ReadonlyMap<string, string>;
}

/** An argument with what is made of it once. */
interface Planned extends Argument {
  readonly key: string;
  readonly schema: Schema;
  readonly check: Check;
  /** Whether the builder finds its place by its name alone. */
  readonly isPlain: boolean;
}

/** The arguments of a tool. */
interface Plan {
  readonly byKey: ReadonlyMap<string, Planned>;
  /** The number of those that are required. */
  readonly required: number;
  /** The number of those that are required once there is a body. */
  readonly needed: number;
}

/** The places where the builder puts parameters that are passed by their names alone. */
function listPlainPlaces({ operation, body }: Callable): readonly Argument['place'][] {
  if (usesQuery(operation.method.toLowerCase() as Method)) return ['path', 'query'];
  return body && !body.isWhole && !body.write && body.type === undefined ? ['path', 'body'] : ['path'];
}

function plan(callable: Callable): Plan {
  const { inputSchema, named, operation } = callable;
  const compile = createChecker(inputSchema.$defs ?? {});
  const all = [...named.values()];
  const places = listPlainPlaces(callable);
  const byKey = new Map(
    [...named].map(([key, argument]): [string, Planned] => {
      const { name, place, spread } = argument;
      // The route also has the parameters that are left to the settings.
      const isAlone =
        all.filter((other) => other.name === name).length === 1 &&
        !operation.parameters.some((other) => other.name === name && other.in !== place);
      const schema = inputSchema.properties[key] as Schema;
      const isPlain = isAlone && key === name && !spread && !isOption(name) && places.includes(place);
      return [key, { ...argument, key, schema, check: compile(schema), isPlain }];
    }),
  );
  return {
    byKey,
    required: all.filter(({ required }) => required).length,
    needed: all.filter(({ isNeeded }) => isNeeded).length,
  };
}

function failUnknown(tool: string, name: string, names: Iterable<string>): never {
  const similar = findSimilar(name.slice(0, 64), names);
  const fix = similar === undefined ? 'leave it out' : `the closest one is \`${similar}\``;
  return failArgument('unsent-parameter', clean(name.slice(0, 64)), `isn't an argument of ${tool}; ${fix}`);
}

/** Reads an argument: a copy of its value, checked, in the form that the builder gets. */
function readValue(argument: Planned, passed: unknown, work: Work, aliases: Callable['aliases']): unknown {
  const { key, place, required, check, read, findProblem, write } = argument;
  if (read && passed !== null) return read(passed, key);
  const holder = { value: typeof passed === 'string' ? passed : copyPlain(passed, key) };
  work.place = [holder, 'value'];
  work.numbers = [];
  const found = check(holder.value, work);
  if (found && passed === null && !required) failArgument('invalid-value', key, 'is null; leave it out');
  if (found) failArgument('invalid-value', key, found.text, found.at);
  const problem = findProblem?.(holder.value);
  if (problem !== undefined) failArgument('invalid-value', key, problem);
  // Elsewhere they are text.
  if (place === 'body' || write === writeJson)
    for (const [parent, name] of work.numbers) {
      parent[name] = toNumber(parent[name] as string);
      work.isExact ||= parent[name] instanceof ExactNumber;
    }
  const value = aliases.size > 0 ? renameMembers(holder.value, aliases) : holder.value;
  return write ? write(value) : value;
}

/** The arguments of a call, read. */
interface Values {
  /** By the argument's name, as the builder gets them. */
  readonly values: Schema;
  /** Whether the builder finds the places of all. */
  readonly isPlain: boolean;
  readonly hasBody: boolean;
  /** Whether a number has more digits than JavaScript's. */
  readonly isExact: boolean;
}

/** Reads all arguments, each once. */
function readArguments({ name: tool, aliases }: Callable, { byKey, required, needed }: Plan, args: unknown): Values {
  if (!isPlainObject(args)) return failArgument('invalid-value', 'arguments', 'must be a plain object; pass one');
  const values: Schema = { ...args };
  const work = createWork();
  let isAllPlain = true;
  let hasBody = false;
  let missing = required;
  let lacking = needed;
  // Takes less time than a loop over Object.keys.
  for (const key in values) {
    if (!hasOwn(values, key)) continue;
    const argument = byKey.get(key);
    if (!argument) return failUnknown(tool, key, byKey.keys());
    const passed = values[key];
    if (passed === undefined) continue;
    if (argument.required) missing--;
    if (argument.isNeeded) lacking--;
    if (argument.place === 'body') hasBody = true;
    isAllPlain &&= argument.isPlain;
    const value = readValue(argument, passed, work, aliases);
    if (value !== passed) setOwn(values, key, value);
  }
  if (missing > 0 || (hasBody && lacking > 0)) failMissing(byKey, values, hasBody);
  return { values, isPlain: isAllPlain && !work.isExact, hasBody, isExact: work.isExact };
}

function failMissing(byKey: Plan['byKey'], values: Schema, hasBody: boolean): never {
  const { key, schema } = [...byKey.values()].find(
    (argument) => (argument.required || (argument.isNeeded && hasBody)) && !hasValue(values, argument.key),
  ) as Planned;
  return failArgument('missing-parameter', key, `is missing; pass ${describeType(schema)}`);
}

const hasValue = (values: Schema, key: string): boolean => hasOwn(values, key) && values[key] !== undefined;

/** Places arguments that the builder doesn't find the places of. */
function placeValues(
  { values, hasBody, isExact }: Values,
  byKey: Plan['byKey'],
  body: BodyPlan | undefined,
): EndpointOptions {
  const parts: Record<Argument['place'], Schema> = { path: {}, query: {}, header: {}, body: {} };
  for (const key of Object.keys(values)) {
    const { name, place, spread } = byKey.get(key) as Planned;
    const value = values[key];
    if (value === undefined) continue;
    for (const [inner, text] of spread ? spread(value) : [[name, value] as const]) setOwn(parts[place], inner, text);
  }
  const { path, query, header } = parts;
  const options: EndpointOptions = { [parameterLocation]: { path, query } };
  if (body && (hasBody || (body.required && !body.isWhole))) {
    const data = body.isWhole ? parts.body['body'] : parts.body;
    // The builder passes text on.
    const isText = body.isJson && (isExact || typeof data === 'string');
    options.data = isText ? writeJson(data) : body.write ? body.write(data) : data;
    const type = body.type ?? (isText ? JSON_CONTENT_TYPE : undefined);
    if (type !== undefined) header['content-type'] = type;
  }
  options.headers = header as Record<string, string>;
  return options;
}

/** Makes the builder's error speak of the argument. */
function translate(error: EndpointError, { byKey }: Plan): EndpointError {
  const { code, message, parameter = '' } = error;
  const [first] = parameter.split(',', 1);
  const argument = [...byKey.values()].find(({ name, place }) =>
    place === 'header' ? name.toLowerCase() === first : place !== 'body' && name === first,
  );
  if (!argument || !message.startsWith(`${parameter}: `)) return error;
  const text = message.slice(parameter.length + 2).replace(', which escapes the path', '; pass a plain value');
  return new EndpointError(code, `\`${argument.key}\`: ${text}`, argument.key);
}

/** Makes the function that builds the requests of a tool. */
export function createCall(callable: Callable): (args: unknown) => RequestOptions {
  const { endpoint, operation, body } = callable;
  let planned: Plan | undefined;
  return (args) => {
    planned ??= plan(callable);
    let read: Values;
    try {
      read = readArguments(callable, planned, args);
    } catch (error) {
      if (error instanceof EndpointError) throw error;
      return failArgument('invalid-value', 'arguments', "can't be read; pass plain data");
    }
    const { values, isPlain, hasBody } = read;
    const isDirect = isPlain && (hasBody || !body) && !hasOwn(values, parameterLocation);
    const options = isDirect ? (values as EndpointOptions) : placeValues(read, planned.byKey, body);
    try {
      return endpoint(operation.route, options) as RequestOptions;
    } catch (error) {
      throw error instanceof EndpointError ? translate(error, planned) : error;
    }
  };
}
