import type { Endpoint } from '../types/endpoint-types.js';
import { EndpointError } from '../errors.js';
import type { ApiOperation } from '../openapi/api.js';
import { parameterLocation, type EndpointOptions, type Method, type RequestOptions } from '../options.js';
import { setOwn } from '../request/plain-objects.js';
import { isOption } from '../request/option-checks.js';
import { usesQuery } from '../request/route.js';
import { hasOwn, isPlainObject } from '../template/values.js';
import { JSON_CONTENT_TYPE } from '../request/content.js';
import type { Argument } from './argument.js';
import type { BodyPlan } from './body.js';
import { addField } from './forms.js';
import { createChecker, createWork, describeType, type Check, type Work } from './check.js';
import type { InputSchema, Schema } from './schemas.js';
import { copyPlain, ExactNumber, failArgument, renameMembers, toNumber, writeJson } from './values.js';
import { clean, findClosest } from './words.js';

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
}

/** The arguments of a tool. */
type Plan = ReturnType<typeof createPlan>;

/** The places where the builder puts parameters that are passed by their names alone. */
function listPlaces({ operation, body }: Callable) {
  if (usesQuery(operation.method.toLowerCase() as Method)) return ['path', 'query'];
  return body?.isJson && !body.isWhole && body.type === undefined ? ['path', 'body'] : ['path'];
}

function createPlan(callable: Callable) {
  const { inputSchema, named, operation } = callable;
  const compile = createChecker(inputSchema.$defs ?? {});
  const places = listPlaces(callable);
  const planned = Array.from(named, ([key, argument]): Planned => {
    const schema = inputSchema.properties[key] as Schema;
    return { ...argument, key, schema, check: compile(schema) };
  });
  // The route also has the parameters that are left to the settings.
  const isTaken = (name: string, place: string) =>
    operation.parameters.some((other) => other.name === name && other.in !== place);
  const isFlat = planned.every(
    ({ key, name, place, spread }) =>
      key === name && !spread && !isOption(name) && places.includes(place) && !isTaken(name, place),
  );
  return {
    byKey: new Map(planned.map((argument) => [argument.key, argument])),
    /** Those that are required, and those that a body must have. */
    needed: planned.filter(({ required, isNeeded }) => required || isNeeded),
    /** The number of those that are required, all of which are missing before a call is read. */
    missing: planned.filter(({ required }) => required).length,
    /** Whether the builder finds the places of all by their names, which takes less time. */
    isFlat,
  };
}

/** Reads an argument: a copy of its value, checked, in the form that the builder gets; undefined for null that means its absence. */
function readValue(argument: Planned, passed: unknown, work: Work, aliases: Callable['aliases']): unknown {
  const { key, place, required, check, hasFiles, findProblem, write } = argument;
  let value = typeof passed === 'string' || Number.isSafeInteger(passed) ? passed : copyPlain(passed, key, hasFiles);
  work.place = undefined;
  const found = check(value, work);
  if (found && passed === null && !required) return undefined;
  if (found) failArgument(key, found.text, undefined, found.at);
  const problem = findProblem?.(value);
  if (problem !== undefined) failArgument(key, problem);
  for (const where of work.numbers.length > 0 ? work.numbers.splice(0) : []) {
    // Elsewhere they are text.
    if (place !== 'body' && write !== writeJson) continue;
    const number = toNumber((where ? where[0][where[1]] : value) as string);
    if (where) where[0][where[1]] = number;
    else value = number;
    work.isExact ||= number instanceof ExactNumber;
  }
  if (aliases.size > 0) value = renameMembers(value, aliases);
  return write ? write(value) : value;
}

/** The body of its arguments, and its `content-type`. */
function placeBody({ isWhole, isJson, type, write }: BodyPlan, members: Schema, isExact: boolean): EndpointOptions {
  const data = isWhole ? members['body'] : members;
  // The builder passes text on.
  const isText = isJson && (isExact || typeof data === 'string');
  const contentType = type ?? (isText ? JSON_CONTENT_TYPE : undefined);
  return {
    data: isText ? writeJson(data) : write ? write(data) : data,
    ...(contentType !== undefined && { headers: { 'content-type': contentType } }),
  };
}

/** Reads all arguments, each once, and places them where the builder gets them. */
function placeArguments(callable: Callable, plan: Plan, args: unknown): EndpointOptions {
  const { byKey, needed, isFlat } = plan;
  const { name: tool, aliases, body } = callable;
  if (!isPlainObject(args)) return failArgument('arguments', 'must be a plain object; pass one');
  const path: Schema = {};
  const places: Record<Argument['place'], Schema> = isFlat
    ? { path, query: path, header: path, body: path }
    : { path, query: {}, header: {}, body: {} };
  // Each is read once.
  const passed: Schema = { ...args };
  const work = createWork();
  let hasBody = false;
  let { missing } = plan;
  for (const key of Object.keys(passed)) {
    const argument = byKey.get(key);
    if (!argument) {
      const fix = findClosest(key, byKey.keys()) ?? 'leave it out';
      return failArgument(clean(key.slice(0, 64)), `isn't an argument of ${tool}; ${fix}`, 'unsent-parameter');
    }
    const given = passed[key];
    if (given === undefined) continue;
    const { name, place, spread } = argument;
    const value = readValue(argument, given, work, aliases);
    if (value === undefined) {
      passed[key] = undefined;
      continue;
    }
    hasBody ||= place === 'body';
    if (argument.required) missing--;
    if (!spread) setOwn(places[place], name, value);
    else for (const field of spread(value)) addField(places[place], field);
  }
  for (const { key, required, schema } of missing > 0 || hasBody ? needed : [])
    if ((required || hasBody) && (!hasOwn(passed, key) || passed[key] === undefined))
      failArgument(key, `is missing; pass ${describeType(schema)}`, 'missing-parameter');
  const isEmpty = body?.required && !hasBody;
  if (isFlat && !work.isExact && !isEmpty) return path;
  if (isFlat) return placeArguments(callable, { ...plan, isFlat: false }, passed);
  const { query, header } = places;
  const sent = body && (hasBody || (body.required && !body.isWhole)) ? placeBody(body, places.body, work.isExact) : {};
  return {
    ...sent,
    headers: { ...header, ...sent.headers } as Record<string, string>,
    [parameterLocation]: { path, query },
  };
}

/** Makes the builder's error speak of the argument. */
function translate(error: EndpointError, { byKey }: Plan): EndpointError {
  const { code, message, parameter = '' } = error;
  const [first] = parameter.split(',', 1);
  const argument = [...byKey.values()].find(({ name, place }) =>
    place === 'header' ? name.toLowerCase() === first : place !== 'body' && code !== 'invalid-header' && name === first,
  );
  if (!argument || !message.startsWith(`${parameter}: `)) return error;
  const text = message.slice(parameter.length + 2).replace(', which escapes the path', '; pass a plain value');
  return new EndpointError(code, `\`${argument.key}\`: ${text}`, argument.key);
}

/** Makes the function that builds the requests of a tool. */
export function createCall(callable: Callable): (args: unknown) => RequestOptions {
  let plan: Plan | undefined;
  return (args) => {
    plan ??= createPlan(callable);
    let options: EndpointOptions;
    try {
      options = placeArguments(callable, plan, args);
    } catch (error) {
      if (error instanceof EndpointError) throw error;
      return failArgument('arguments', "can't be read; pass plain data");
    }
    try {
      return callable.endpoint(callable.operation.route, options) as RequestOptions;
    } catch (error) {
      throw error instanceof EndpointError ? translate(error, plan) : error;
    }
  };
}
