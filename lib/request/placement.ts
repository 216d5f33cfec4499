import { hasOwn, isScalar } from '../template/values.js';
import type { ParameterLocations } from '../options.js';
import { assertData, assertMember, isForm } from './content.js';
import type { Merged } from './merge.js';
import { isBodiless, usesQuery } from './route.js';
import type { Pass } from './pass.js';
import { thaw, setOwn } from './plain-objects.js';
import { addParameter } from './query.js';
import { recover, report, tell } from './record.js';
import { findSlots } from './target.js';

/** The remaining parameters, written. */
export interface Placed {
  readonly query: string;
  readonly body: unknown;
}

/**
 * Places the remaining parameters, which no expression of the template names: in the query, expanded, or in the body.
 * @throws EndpointError `unsent-parameter` for a parameter without a place, `duplicate-parameter` for two bodies, `too-long`
 */
export function placeParameters(
  pass: Pass,
  { remaining = [], options }: Merged,
  { path, query: toQuery, body: toBody }: ParameterLocations,
): Placed {
  const { method, record } = pass;
  const { data, headers } = options;
  const inQuery = usesQuery(method);
  // A later one in `endpoint.in` replaces a plain one.
  const replacing = inQuery ? toQuery : toBody;
  let query = '';
  let content: Record<string, unknown> | undefined;
  // The first parameter or option that needs a body.
  let needsBody = data === undefined ? undefined : 'data';
  pass.asForm = isForm(headers['content-type']);

  for (let index = 0; index < remaining.length; index += 2) {
    const name = remaining[index] as string;
    const value = remaining[index + 1];
    if (value === undefined || (replacing && hasOwn(replacing, name))) continue;
    if (inQuery) query = addToQuery(pass, query, name, value);
    else {
      needsBody ??= name;
      if (data === undefined && method !== 'options') addToBody(pass, (content ??= {}), name, value);
    }
  }
  for (const name in path)
    if (!findSlots(pass.target, name, 'path').length)
      report(record, 'unsent-parameter', name, `the path has no {${name}}; leave it out`);
  for (const name in toQuery)
    if (!findSlots(pass.target, name, 'query').length) query = addToQuery(pass, query, name, toQuery[name]);
  if (toBody) {
    if (data !== undefined) report(record, 'duplicate-parameter', 'data', 'endpoint.in has a body too; pass it once');
    needsBody ??= 'in.body';
    content ??= {};
    for (const name in toBody) addToBody(pass, content, name, toBody[name]);
  }
  if (data !== undefined) assertData(pass, data);
  if (needsBody !== undefined && isBodiless(method))
    report(
      record,
      'unsent-parameter',
      needsBody,
      `${method.toUpperCase()} has no body; use another method or endpoint.in.query`,
    );
  return { query, body: data === undefined ? content : data };
}

function addToQuery(pass: Pass, query: string, name: string, value: unknown): string {
  tell(pass.record, 'placed', name, 'query', pass);
  try {
    return addParameter(query, name, value, pass);
  } catch (error) {
    recover(pass.record, error, pass);
    return query;
  }
}

function addToBody(pass: Pass, content: Record<string, unknown>, name: string, value: unknown): void {
  tell(pass.record, 'placed', name, 'body');
  // Most are JSON as they are, and need no walk.
  if (pass.asForm || !isScalar(value)) assertMember(pass, name, value);
  setOwn(content, name, typeof value === 'object' ? thaw(value) : value);
}
