import { parameterLocation } from '../options.js';
import { usesQuery } from '../request/method.js';
import { isOption } from '../request/option-checks.js';
import { setOwn } from '../request/plain-objects.js';
import { isPlainObject } from '../template/values.js';
import type { ExplainedExpression, ExplainedHeader, Step } from './explanation.js';
import type { ReadRoute } from './route.js';
import type { Trace } from './trace.js';

const MAX_DEPTH = 20;
const MAX_TEXT = 10_000;
/** The values that are shown in total. */
const MAX_VALUES = 10_000;
const CUT = '…';

/**
 * A copy that JSON can write: a value without a form in JSON is replaced by its name, `endpoint.in` by `@in`. Long texts and lists are
 * cut and end with `…`, so that large bodies cost nothing.
 */
function showable(value: unknown): unknown {
  let remaining = MAX_VALUES;

  const showMembers = (members: Iterable<[string, unknown]>, depth: number): Record<string, unknown> => {
    const copy = {};
    for (const [key, member] of members) {
      if (remaining <= 0) {
        setOwn(copy, CUT, CUT);
        break;
      }
      setOwn(copy, key, show(member, depth + 1));
    }
    return copy;
  };

  const show = (one: unknown, depth: number): unknown => {
    remaining--;
    if (one === null || one === undefined || typeof one === 'boolean') return one;
    if (typeof one === 'string') return one.length > MAX_TEXT ? one.slice(0, MAX_TEXT) + CUT : one;
    if (typeof one === 'number') return Number.isFinite(one) ? one : String(one);
    if (typeof one === 'bigint') return `${one}n`;
    if (typeof one !== 'object') return `[${typeof one}]`;
    if (depth > MAX_DEPTH) return CUT;
    if (Array.isArray(one)) {
      const shown = one.slice(0, Math.max(remaining, 0)).map((member: unknown) => show(member, depth + 1) ?? null);
      return shown.length < one.length ? [...shown, CUT] : shown;
    }
    if (!isPlainObject(one)) return `[${Object.prototype.toString.call(one).slice(8, -1)}]`;
    const located = Object.hasOwn(one, parameterLocation) ? one[parameterLocation as never] : undefined;
    const entries = Object.keys(one).map((key): [string, unknown] => [key, one[key]]);
    return showMembers(located === undefined ? entries : [...entries, ['@in', located]], depth);
  };

  return show(value, 0);
}

type StepName = Step['name'];

/** The input and the output of a stage. */
interface Stage {
  readonly before: unknown;
  readonly after: unknown;
  readonly sentence: string;
}

/** Finds the stage whose error the builder threw. */
function findFailedStage(trace: Trace): StepName | undefined {
  const { error, route, url, parsedRoute, target, settled, reference, placed, withQuery, resolved } = trace;
  if (!error) return undefined;
  const attempts = {
    route: [parsedRoute],
    template: [target],
    expand: [reference],
    rest: [settled, placed, withQuery],
    result: [resolved],
  };
  for (const [name, stage] of Object.entries(attempts)) {
    if (stage.some((attempt) => attempt.error?.message === error.message && attempt.error.code === error.code))
      return name as StepName;
  }
  if (route === undefined && url === undefined && error.code === 'invalid-route') return 'route';
  return error.code === 'invalid-media-type' && error.parameter === 'mediaType' ? 'headers' : 'merge';
}

function templateParts({ parts }: ReadRoute): unknown[] {
  return parts.flatMap(({ part }): unknown => {
    if ('malformed' in part) return [];
    if (part.kind === 'literal') return part.text;
    return { operator: part.operator, variables: part.varspecs.map(({ name }) => name) };
  });
}

const pick = (values: object, isPicked: (name: string) => boolean): unknown =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isPicked(name)));

function describeStages(
  trace: Trace,
  route: ReadRoute,
  expressions: readonly ExplainedExpression[],
  headers: readonly ExplainedHeader[],
): Record<StepName, Stage> {
  const { sources, options, method, url, target, placed, reference, withQuery, request, plain, locations } = trace;
  const names = target.value?.names;
  return {
    merge: {
      before: sources.map((source) => ({ layer: source.label, options: source.options })),
      after: options,
      sentence: `${sources.length} ${sources.length === 1 ? 'layer' : 'layers'} of options, merged, later ones over earlier ones.`,
    },
    route: {
      before: trace.route ?? { method: options.method, url: options.url },
      after: { method, url },
      sentence:
        trace.route === undefined
          ? 'There is no route: method and url are options.'
          : 'The route is read: a method, then a url.',
    },
    template: {
      before: url,
      after: templateParts(route),
      sentence: 'The url is read as a URI template: literals and expressions.',
    },
    expand: {
      before: {
        template: url,
        values: pick({ ...plain, ...locations.path, ...locations.query }, (name) => !!names?.has(name)),
      },
      after: {
        expressions: expressions.map(({ text, expansion }) => ({ text, expansion })),
        reference: reference.value,
      },
      sentence: 'Each expression is replaced by its values.',
    },
    rest: {
      before: { method, parameters: pick(plain, (name) => !names?.has(name)), in: locations },
      after: { query: placed.value?.query, body: placed.value?.body },
      sentence: usesQuery(method)
        ? 'Parameters that the template does not name go to the query.'
        : 'Parameters that the template does not name go to the body, those of endpoint.in.query to the query.',
    },
    headers: {
      before: pick(options, (name) => isOption(name) && (name === 'headers' || name === 'mediaType')),
      after: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
      sentence: 'mediaType amends accept, and a JSON body gets its content type.',
    },
    result: {
      before: { baseUrl: options.baseUrl, reference: withQuery.value },
      after: request,
      sentence: 'Base URL, path and query are joined: this is the request.',
    },
  };
}

/** The stages of the pass, in the order that is the easiest to follow. */
export function explainSteps(
  trace: Trace,
  route: ReadRoute,
  expressions: readonly ExplainedExpression[],
  headers: readonly ExplainedHeader[],
): Step[] {
  const failed = findFailedStage(trace);
  let state: Step['state'] = 'done';
  return Object.entries(describeStages(trace, route, expressions, headers)).map(
    ([name, { before, after, sentence }]) => {
      if (name === failed) state = 'failed';
      else if (state === 'failed') state = 'skipped';
      const result = state === 'done' ? showable(after) : undefined;
      return { name: name as StepName, state, before: showable(before), after: result, sentence };
    },
  );
}
