import type { Endpoint } from '../types/endpoint-types.js';
import { EndpointError } from '../errors.js';
import { parameterLocation, type EndpointOptions, type RequestOptions } from '../options.js';
import { setOwn } from '../request/plain-objects.js';
import { isPlainObject } from '../template/values.js';
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
  readonly route: string;
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

type Plan = ReadonlyMap<string, Planned>;

function createPlan({ inputSchema, named }: Callable): Plan {
  const compile = createChecker(inputSchema.$defs ?? {});
  return new Map(
    Array.from(named, ([key, argument]) => {
      const schema = inputSchema.properties[key] as Schema;
      return [key, { ...argument, key, schema, check: compile(schema) }];
    }),
  );
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
function placeArguments({ name: tool, aliases, body }: Callable, plan: Plan, args: unknown): EndpointOptions {
  if (!isPlainObject(args)) return failArgument('invalid-value', 'arguments', 'must be a plain object; pass one');
  const places: Record<Argument['place'], Schema> = { path: {}, query: {}, header: {}, body: {} };
  const passed = new Set<string>();
  const work = createWork();
  let hasBody = false;
  for (const key of Object.keys(args)) {
    const argument = plan.get(key);
    if (!argument) return failUnknown(tool, key, plan.keys());
    const given = args[key];
    if (given === undefined) continue;
    const { name, place, spread } = argument;
    passed.add(key);
    hasBody ||= place === 'body';
    const value = readValue(argument, given, work, aliases);
    if (!spread) setOwn(places[place], name, value);
    else for (const [inner, text] of spread(value)) setOwn(places[place], inner, text);
  }
  for (const { key, required, isNeeded, schema } of plan.values())
    if ((required || (isNeeded && hasBody)) && !passed.has(key))
      failArgument('missing-parameter', key, `is missing; pass ${describeType(schema)}`);
  const { path, query, header } = places;
  const sent = body && (hasBody || (body.required && !body.isWhole)) ? placeBody(body, places.body, work.isExact) : {};
  return {
    ...sent,
    headers: { ...header, ...sent.headers } as Record<string, string>,
    [parameterLocation]: { path, query },
  };
}

/** Makes the builder's error speak of the argument. */
function translate(error: EndpointError, plan: Plan): EndpointError {
  const { code, message, parameter = '' } = error;
  const [first] = parameter.split(',', 1);
  const argument = [...plan.values()].find(({ name, place }) =>
    place === 'header' ? name.toLowerCase() === first : place !== 'body' && name === first,
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
      return failArgument('invalid-value', 'arguments', "can't be read; pass plain data");
    }
    try {
      return callable.endpoint(callable.route, options) as RequestOptions;
    } catch (error) {
      throw error instanceof EndpointError ? translate(error, plan) : error;
    }
  };
}
