/** Builds the requests of a document's operations, by tools and by the routes of its catalogue, and compares them with what it describes. */
import { createEndpoint, endpoint as github, EndpointError, type RequestOptions } from 'endpoint.js';
import { ApiDocument, readApi, type ApiOperation } from 'endpoint.js/openapi';
import { createTools, type Tool, type Tools } from 'endpoint.js/tools';
import { enlarge, expect, planCalls, type Call } from './calls.js';
import { compare, type Difference, type Expected } from './compare.js';
import { listProperties } from './conform.js';
import { generalize, type Findings } from './findings.js';
import { Maker } from './make.js';
import { isReserved, readOperations, type Operation, type Parameter } from './operations.js';
import { serialize, Undefined } from './serializer.js';
import { isObject, type Json, type Source } from './source.js';
import { Arguments } from './tool-arguments.js';

export const BASE = 'https://api.example.com/base';
const SETTINGS = { authorization: 'Bearer settings', 'user-agent': 'test' };
const IGNORED = new Set(Object.keys(SETTINGS));

/** A document, where its findings go, and how it is named there. */
export interface Run {
  readonly name: string;
  readonly source: Source;
  readonly document: ApiDocument;
  readonly maker: Maker;
  readonly findings: Findings;
}

/** Gives each operation an id that is the name of its tool. */
export function nameOperations(operations: readonly Operation[]): Map<Operation, string> {
  const names = new Map<Operation, string>();
  const taken = new Set<Json>();
  for (const operation of operations) {
    // An object that two paths share can have one id only.
    if (taken.has(operation.source)) continue;
    taken.add(operation.source);
    const name = `tool_${names.size}`;
    operation.source['operationId'] = name;
    names.set(operation, name);
  }
  return names;
}

/** Compares a call's request with what it must be; counts what differs. */
async function judge(
  run: Run,
  where: string,
  prefix: string,
  call: () => RequestOptions,
  expected: Expected,
  warnings: string,
): Promise<boolean> {
  const { findings } = run;
  let found: Difference[];
  try {
    found = await compare(call(), expected, IGNORED);
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error;
    findings.add(
      'loud',
      `${prefix}refused: ${error.code} ${generalize(error.message)}`,
      where,
      error.message.slice(0, 250),
    );
    return false;
  }
  for (const { aspect, detail } of found) {
    const [name = ''] = detail.split(':', 1);
    const isWarned =
      aspect !== 'accept' && warnings.includes(`${expected.method.toUpperCase()} ${where.split(' ').at(-1)}: ${name}`);
    findings.add(isWarned ? 'loud' : 'silent', prefix + aspect, where, detail);
  }
  return found.length === 0;
}

function countLeft(
  run: Run,
  where: string,
  operation: Operation,
  left: readonly Parameter[],
  warnings: readonly string[],
): boolean {
  const own = warnings.filter((warning) => warning.startsWith(`${operation.method.toUpperCase()} ${operation.path}: `));
  let isRight = true;
  for (const parameter of left) {
    const { name, place, required } = parameter;
    const reserved = isReserved(run.source, parameter);
    const isIgnored =
      place === 'header' && /^(?:accept|content-type|authorization)$/i.test(name) && run.source.version >= 3;
    if (isIgnored) continue;
    const isWarned = own.some((warning) => warning.includes(name));
    const why =
      reserved === false
        ? 'left out'
        : place === 'cookie'
          ? 'a cookie left out'
          : 'a credential or header of the settings left out';
    if (reserved !== false) {
      if (!isWarned) run.findings.add('unwarned', `${why}, without a warning`, where, `${place} ${name}`);
      continue;
    }
    isRight = false;
    const reason = own.find((warning) => warning.includes(name))?.replace(/^.*?: /, '') ?? '';
    run.findings.add(
      isWarned ? 'loud' : 'silent',
      `a parameter of the ${place}${required ? ', required,' : ''} left out: ${generalize(reason.replace(name, 'it'))}`,
      where,
      `${name}; ${reason}`,
    );
  }
  return isRight;
}

async function runTool(run: Run, operation: Operation, tool: Tool, { build, warnings }: Tools): Promise<void> {
  const { source, maker, findings, name } = run;
  const where = `${name} ${operation.method} ${operation.path}`;
  const mapping = new Arguments(source, tool, operation);
  findings.count('tools');
  countLeft(run, where, operation, mapping.left, warnings);
  const used = operation.parameters.filter((parameter) => !mapping.left.includes(parameter));
  const { calls, lacking, lacksRequired } = planCalls(source, maker, operation, used);
  for (const part of lacking)
    findings.add('undefined', 'no value that the specification says how to write', where, part);
  if (lacksRequired) return;
  const texts = warnings.join('\n');
  const attempt = async (call: Call, passed: Call, prefix = ''): Promise<boolean | undefined> => {
    const isEmptyBody =
      isObject(call.body) &&
      Object.keys(call.body).length === 0 &&
      operation.body?.required === false &&
      mapping.whole === undefined;
    const { args, lost } = mapping.write(passed.values, passed.body);
    findings.count('calls');
    if (lost.length > 0) {
      const isBody = lost[0] === 'body' && operation.body !== undefined;
      const warning = warnings.find(
        (one) => one.startsWith(`${operation.method.toUpperCase()} ${operation.path}: `) && /body/.test(one),
      );
      findings.add(
        'loud',
        isBody
          ? `the body has no argument: ${generalize(warning?.replace(/^.*?: /, '') ?? '')}`
          : 'a member has no argument',
        where,
        `${lost.join(', ')} ${warning ?? ''}`,
      );
      return false;
    }
    // The absence of all members is no body.
    const expected = expect(source, operation, isEmptyBody ? { ...call, body: undefined } : call, BASE);
    return judge(run, where, prefix, () => build(tool.name, args), expected, texts);
  };
  const tried = new Set<string>();
  const right = new Set<string>();
  for (const call of calls) {
    try {
      const isRight = await attempt(call, call);
      for (const label of call.labels) {
        tried.add(label);
        if (isRight === true) right.add(label);
      }
    } catch (error) {
      if (!(error instanceof Undefined)) throw error;
      findings.add('undefined', error.message.replace(/\{.*\}/, '{…}'), where, '');
    }
  }
  findings.count('alternatives', tried.size);
  findings.count('alternatives refused', tried.size - right.size);
  if (tried.size > 0) findings.count('bodies with alternatives');
  const large = calls[0] && enlarge(source, operation, calls.at(-1) as Call);
  if (large)
    await attempt(large.sent, large.passed, 'decimal text: ').catch((error: unknown) => {
      if (!(error instanceof Undefined)) throw error;
    });
}

/** Tries the tools of a document. */
export async function runTools(run: Run): Promise<Tools> {
  const { source, document, findings, name } = run;
  const operations = readOperations(source);
  const names = nameOperations(operations);
  const tools = createTools(document, { baseUrl: BASE, headers: SETTINGS });
  const byName = new Map(tools.tools.map((tool) => [tool.name, tool]));
  findings.count('documents');
  for (const [operation, id] of names) {
    findings.count('operations');
    const tool = byName.get(id);
    const where = `${name} ${operation.method} ${operation.path}`;
    if (tool) {
      await runTool(run, operation, tool, tools);
      continue;
    }
    const own = `${operation.method.toUpperCase()} ${operation.path}`;
    const warning = tools.warnings.find((one) => one.startsWith(own));
    findings.add(
      warning === undefined ? 'silent' : 'loud',
      `no tool: ${generalize(warning?.slice(own.length + 2) ?? 'without a warning')}`,
      where,
      warning ?? '',
    );
  }
  return tools;
}

/** The options of a builder for a call: text where neither route nor setting has a parameter's style. */
function writeOptions(source: Source, { parameters }: ApiOperation, { values, body }: Call): object {
  const places: Record<'path' | 'query', Json> = { path: {}, query: {} };
  const headers: Record<string, string> = {};
  for (const [parameter, value] of values) {
    const { name, place } = parameter;
    const {
      headers: own,
      query,
      path,
    } = serialize(
      {
        path: place === 'path' ? `/{${name}}` : '/',
        parameters: [parameter],
        method: 'get',
        body: undefined,
        accept: undefined,
        source: {},
      },
      new Map([[parameter, value]]),
    );
    Object.assign(headers, own);
    if (place !== 'path' && place !== 'query') continue;
    const known = parameters.find((one) => one.name === name && one.in === place);
    if (!known) {
      // An object whose members are parameters.
      Object.assign(places.query, isObject(value) ? value : { [name]: value });
      continue;
    }
    const written = place === 'path' ? path.slice(1) : (query[0]?.[0] ?? '').replace(/^[^=]*=/, '');
    places[place][name] = known.text || known.mediaType !== undefined ? decodeURIComponent(written) : value;
  }
  const isData = body !== undefined && !isObject(body);
  return { [github.in]: { ...places, ...(isObject(body) && { body }) }, headers, ...(isData && { data: body }) };
}

/** Tries the routes of a document's catalogue. */
export async function runRoutes(run: Run): Promise<void> {
  const { source, document, maker, findings, name } = run;
  const api = readApi(document);
  const build = createEndpoint({ baseUrl: BASE, headers: SETTINGS, query: { arrays: api.arrays } });
  const known = new Map(api.operations.map((one) => [`${one.method.toLowerCase()} ${one.path}`, one]));
  for (const operation of readOperations(source)) {
    const where = `${name} ${operation.method} ${operation.path}`;
    const api = known.get(`${operation.method.toLowerCase()} ${operation.path}`);
    findings.count('operations');
    if (!api) {
      const warning = document.warnings.find((one) => one.includes(operation.path));
      findings.add(
        warning === undefined ? 'silent' : 'loud',
        `no route: ${generalize(warning ?? '')}`,
        where,
        warning ?? '',
      );
      continue;
    }
    const hasBody = operation.body?.kind === 'json';
    const judged: Operation = hasBody ? operation : { ...operation, body: undefined };
    const used = judged.parameters.filter(({ place }) => place !== 'cookie' && place !== 'querystring');
    for (const { name: parameter, place } of used) {
      const isKnown = api.parameters.some((one) => one.in === place && one.name === parameter);
      if (
        !isKnown &&
        Object.keys(listProperties(source, used.find((one) => one.name === parameter)?.schema)).length === 0
      )
        findings.add(
          document.warnings.some((one) => one.includes(parameter)) ? 'loud' : 'silent',
          `no parameter of the ${place}`,
          where,
          parameter,
        );
    }
    const { calls, lacksRequired } = planCalls(source, maker, judged, used);
    if (lacksRequired) continue;
    for (const call of calls.slice(-6)) {
      if (!hasBody && operation.body?.required === true && call.body !== undefined) continue;
      findings.count('calls');
      try {
        const base = api.baseUrl === undefined ? BASE : new URL(api.baseUrl, BASE).href;
        const { accept: _, ...expected } = expect(source, judged, call, base);
        const options = { ...writeOptions(source, api, call) } as { headers: Json };
        if (
          expected.contentType !== undefined &&
          call.body !== undefined &&
          !/^application\/json; charset=utf-8$/.test(expected.contentType)
        )
          options.headers['content-type'] = expected.contentType;
        await judge(
          run,
          where,
          '',
          () => build(api.route, options as object) as RequestOptions,
          { ...expected, accept: undefined },
          document.warnings.join('\n'),
        );
      } catch (error) {
        if (!(error instanceof Undefined)) throw error;
        findings.add('undefined', error.message.replace(/\{.*\}/, '{…}'), where, '');
      }
    }
  }
}
