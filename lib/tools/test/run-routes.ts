/** Builds the requests of a document's operations by the routes of its catalogue, and compares them with what the document describes. */
import { createEndpoint, endpoint as builder, type RequestOptions } from 'endpoint.js';
import { readApi, type ApiOperation } from 'endpoint.js/openapi';
import { expect, planCalls, type Call } from './calls.js';
import { listProperties } from './conform.js';
import { generalize } from './findings.js';
import { BASE, getReason, judgeCall, kindOf, listOwn, nameOf, SETTINGS, type Run } from './judge-call.js';
import { readOperations, type Operation, type Parameter } from './operations.js';
import { serialize, Undefined } from './serializer.js';
import { isObject, type Json } from './source.js';

/** The most calls of an operation. */
const MAX_CALLS = 6;

/** A value as text, which callers write where neither route nor setting has a parameter's style. */
function writeText(parameter: Parameter, value: unknown): string {
  const { place, name } = parameter;
  const only: Operation = {
    method: 'get',
    path: place === 'path' ? `/{${name}}` : '/',
    parameters: [parameter],
    body: undefined,
    hasForbiddenBody: false,
    accept: undefined,
    source: {},
  };
  const { path, query, headers } = serialize(only, new Map([[parameter, value]]));
  if (place === 'header') return headers[name.toLowerCase()] ?? '';
  if (query.length > 1) throw new Undefined('several fields of one parameter as text');
  return decodeURIComponent(place === 'path' ? path.slice(1) : (query[0]?.[0] ?? '').replace(/^[^=]*=/, ''));
}

/** The options of a builder for a call. */
function writeOptions({ parameters }: ApiOperation, { values, body }: Call, contentType: string | undefined): object {
  const places: Record<'path' | 'query', Json> = { path: {}, query: {} };
  const headers: Record<string, string> = {};
  for (const [parameter, value] of values) {
    const { name, place, mediaType } = parameter;
    if (place === 'header' && value !== null) headers[name] = writeText(parameter, value);
    if (place !== 'path' && place !== 'query') continue;
    // A name that no template can have is percent-encoded there.
    const known = parameters.find((one) => [name, encodeURIComponent(name)].includes(one.name) && one.in === place);
    // An object whose members are parameters.
    if (!known) Object.assign(places.query, isObject(value) ? value : { [name]: value });
    else
      places[place][known.name] =
        (known.text || mediaType !== undefined) && value !== null ? writeText(parameter, value) : value;
  }
  if (body === undefined) return { [builder.in]: places, headers };
  if (contentType !== undefined && contentType !== 'application/json; charset=utf-8')
    headers['content-type'] = contentType;
  // As the catalogue says of text that is JSON.
  if (typeof body === 'string')
    return { [builder.in]: places, headers: { ...headers, 'content-type': contentType }, data: JSON.stringify(body) };
  return isObject(body)
    ? { [builder.in]: { ...places, body }, headers }
    : { [builder.in]: places, headers, data: body };
}

function countParameters(run: Run, operation: Operation, { parameters }: ApiOperation): void {
  for (const { name, place, schema, required } of operation.parameters) {
    if (place === 'querystring') continue;
    const known = parameters.find((one) => one.in === place && [name, encodeURIComponent(name)].includes(one.name));
    const isSpread = place === 'query' && Object.keys(listProperties(run.source, schema)).length > 0;
    if (!known && !isSpread)
      run.findings.add(
        run.document.warnings.some((one) => one.includes(name)) ? 'loud' : 'silent',
        `no parameter of the ${place}`,
        nameOf(run, operation),
        name,
      );
    else if (known && known.required !== required)
      run.findings.add('silent', 'another parameter is required', nameOf(run, operation), name);
  }
}

/** Tries the routes of a document's catalogue. */
export async function runRoutes(run: Run): Promise<void> {
  const { source, document, findings } = run;
  const { arrays, operations } = readApi(document);
  const build = createEndpoint({ baseUrl: BASE, headers: SETTINGS, query: { arrays } });
  const known = new Map(operations.map((one) => [`${one.method.toLowerCase()} ${one.path}`, one]));
  for (const operation of readOperations(source)) {
    const where = nameOf(run, operation);
    const api = known.get(`${operation.method.toLowerCase()} ${operation.path}`);
    findings.count('operations');
    const warnings = listOwn(operation, document.warnings);
    if (!api) {
      const label = `no route: ${generalize(getReason(warnings[0]))}`;
      findings.add(warnings.length === 0 ? 'silent' : kindOf(label, 'loud'), label, where, warnings[0] ?? '');
      continue;
    }
    countParameters(run, operation, api);
    const { body } = operation;
    if (Boolean(body) !== Boolean(api.body) && !operation.hasForbiddenBody)
      findings.add('silent', 'a body', where, String(api.body?.mediaTypes));
    if (body && api.body && body.required !== api.body.required)
      findings.add('silent', 'whether the body is required', where, '');
    await tryRoute(
      run,
      { ...operation, body: body?.kind === 'json' ? body : undefined },
      api,
      (options) => build(api.route, options) as RequestOptions,
    );
  }
}

async function tryRoute(
  run: Run,
  operation: Operation,
  api: ApiOperation,
  build: (options: object) => RequestOptions,
): Promise<void> {
  const where = nameOf(run, operation);
  const used = operation.parameters.filter(({ place }) => place !== 'cookie' && place !== 'querystring');
  const { calls, lacksRequired } = planCalls(run.source, run.maker, operation, used);
  if (lacksRequired) return;
  const [, origin] = /^\S+ (https?:\/\/[^/?#]+)/i.exec(api.route) ?? [];
  // A route with a server of its own has it before the path.
  const base = origin === undefined ? BASE : (api.baseUrl ?? BASE);
  for (const call of calls.slice(-MAX_CALLS)) {
    run.findings.count('calls');
    try {
      const expected = { ...expect(run.source, operation, call, base), accept: undefined };
      const options = writeOptions(api, call, expected.contentType);
      await judgeCall(run, where, () => build(options), { expected, warnings: run.document.warnings });
    } catch (error) {
      if (!(error instanceof Undefined)) throw error;
      run.findings.add('undefined', error.message.replace(/\{.*\}/, '{…}'), where, '');
    }
  }
}
