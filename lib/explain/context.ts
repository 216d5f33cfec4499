import type { EndpointOptions } from '../options.js';
import type { ExplainedExpression, ExplainedParameter, ExplainedVarspec, Explanation, Span } from './explanation.js';
import type { Builder } from '../request/build.js';
import { isPlainObject } from '../template/values.js';
import type { Recording } from './recording.js';

/** The explanation so far, and the call, in which problems are found. */
export interface Context
  extends
    Omit<Explanation, 'problem' | 'problems' | 'warnings' | 'layers' | 'droppedHeaders' | 'steps'>,
    Pick<Recording, 'options' | 'attribution' | 'results'> {
  readonly recording: Recording;
  /** The call as it was made. */
  readonly call: { readonly route: string | undefined; readonly options: EndpointOptions | undefined };
  /** The index in the route at which the url begins. */
  readonly urlStart: number;
  readonly builder: Builder;
  /** The places that name each parameter. */
  readonly uses: readonly (readonly Use[])[];
}

/** A place in the route that names a parameter. */
export interface Use {
  readonly expression: ExplainedExpression;
  readonly varspec: ExplainedVarspec;
}

/** Finds the places in the route that name each parameter. */
export function findUses(parameters: readonly ExplainedParameter[], expressions: readonly ExplainedExpression[]) {
  const uses = parameters.map((): Use[] => []);
  for (const expression of expressions)
    for (const varspec of expression.varspecs) uses[varspec.parameter]?.push({ expression, varspec });
  return uses;
}

/** The first place in the route that names the parameter of an index. */
export function findSpan({ uses }: Context, parameter: number) {
  const varspec = uses[parameter]?.[0]?.varspec;
  return varspec && moveSpan(varspec);
}

/** The place of something, counted from another start. */
export const moveSpan = ({ start, end }: Span, by = 0) => ({ start: start + by, end: end + by });

/** The parameters with a value that the url doesn't name. */
export const listStrays = ({ parameters }: Context) =>
  parameters.filter(
    ({ given: way, expressions, value }) => (way === 'plain' || way === 'path') && !expressions.length && value != null,
  );

/** The placeholders without a value. */
export const listUnfilled = ({ parameters }: Context) =>
  parameters.filter(({ given: way, path }) => way === undefined && path.length === 1);

/** The members of a value that an explanation examines, or shows, at most. */
export const MAX_MEMBERS = 1000;

/** The first keys of larger objects, as they were when first explained: listing all keys takes longer than everything else. */
const firstKeys = new WeakMap<object, readonly string[]>();

/** The first keys of an object. */
export function listFirstKeys(value: object): readonly string[] {
  const known = firstKeys.get(value);
  if (known) return known;
  const keys = Object.keys(value);
  if (keys.length <= MAX_MEMBERS) return keys;
  const first = keys.slice(0, MAX_MEMBERS);
  firstKeys.set(value, first);
  return first;
}

type Leaf = readonly [name: string, value: unknown];

/** The values in lists and objects, each with the last key that leads to it, or else with the name. */
export function listLeaves(name: string, value: unknown) {
  const leaves: Leaf[] = [];
  const whole: Leaf = [name, value];
  if (typeof value !== 'object') return [whole];
  const waiting = [whole];
  for (let examined = 0; examined < MAX_MEMBERS; examined++) {
    const leaf = waiting.pop();
    if (!leaf) break;
    const [key, next] = leaf;
    if (Array.isArray(next)) for (const member of next.slice(0, MAX_MEMBERS)) waiting.push([key, member]);
    else if (isPlainObject(next)) for (const member of listFirstKeys(next)) waiting.push([member, next[member]]);
    else leaves.push(leaf);
  }
  return leaves;
}
