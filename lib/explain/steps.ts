import { parameterLocation } from '../options.js';
import { getClass } from '../request/content.js';
import { setOwn } from '../request/plain-objects.js';
import type { Part } from '../template/ast.js';
import { hasOwn, isPlainObject, isScalar, type Values } from '../template/values.js';
import { listFirstKeys, MAX_MEMBERS } from './context.js';
import type { Explanation, Step } from './explanation.js';
import type { Recording } from './recording.js';
import { remaining } from './sentences.js';

const MAX_DEPTH = 20;
const MAX_TEXT = 10_000;
const CUT = '…';

/**
 * A copy that JSON can write: a value without a form in JSON is replaced by its name, `endpoint.in` by `@in`. Long texts and lists are
 * cut and end with `…`, so that large bodies cost nothing.
 */
function show(one: unknown, budget = { remaining: MAX_MEMBERS }, depth = 0): unknown {
  budget.remaining--;
  if (typeof one === 'string') return one.length > MAX_TEXT ? one.slice(0, MAX_TEXT) + CUT : one;
  if (one == null || isScalar(one)) return one;
  if (typeof one === 'number') return String(one);
  if (typeof one === 'bigint') return `${one}n`;
  if (typeof one !== 'object') return `[${typeof one}]`;
  if (depth > MAX_DEPTH) return CUT;
  if (Array.isArray(one)) {
    const shown = one
      .slice(0, Math.max(budget.remaining, 0))
      .map((member: unknown) => show(member, budget, depth + 1) ?? null);
    return shown.length < one.length ? [...shown, CUT] : shown;
  }
  if (!isPlainObject(one)) return `[${getClass(one)}]`;
  const copy = {};
  const keys: readonly PropertyKey[] = listFirstKeys(one);
  for (const key of hasOwn(one, parameterLocation) ? [...keys, parameterLocation] : keys) {
    if (budget.remaining <= 0) {
      setOwn(copy, CUT, CUT);
      break;
    }
    setOwn(copy, key === parameterLocation ? '@in' : key, show(one[key as never], budget, depth + 1));
  }
  return copy;
}

function pick(values: Values, isPicked: (name: string) => boolean) {
  const picked = {};
  for (const name of Object.keys(values)) if (isPicked(name)) setOwn(picked, name, values[name]);
  return picked;
}

const showPart = (part: Part) =>
  part.kind === 'literal' ? part.text : { operator: part.operator, variables: part.varspecs.map(({ name }) => name) };

/** The input and the output of each stage, in the order of the pass. */
function describeStages(
  recording: Recording,
  text: string | undefined,
  { request, expressions }: Pick<Explanation, 'request' | 'expressions'>,
): Omit<Step, 'state'>[] {
  const { sources, options, plain, results } = recording;
  const { method = 'get', target, located, reference, query, body, withQuery } = results;
  const { url } = options;
  const isNamed = (name: string) => !!target?.variables.has(name);
  return [
    {
      name: 'route',
      before: text ?? { method: options.method, url },
      after: { method, url },
      sentence: text === undefined ? 'Method and url are options.' : 'The route is a method, then a url.',
    },
    {
      name: 'merge',
      before: sources.map(({ layer, options: given }) => ({ layer: layer.label, options: given })),
      after: options,
      sentence: `${sources.length} layers of options, merged, later ones over earlier ones.`,
    },
    {
      name: 'template',
      before: url,
      after: target?.parts.map(showPart),
      sentence: 'The url is read as a URI template: literals and expressions.',
    },
    {
      name: 'expand',
      before: { template: url, values: pick({ ...plain, ...located?.path, ...located?.query }, isNamed) },
      after: {
        expressions: expressions.map(({ text: written, expansion }) => ({ text: written, expansion })),
        reference,
      },
      sentence: 'Each expression is replaced by its values.',
    },
    {
      name: 'rest',
      before: { method, parameters: pick(plain, (name) => !isNamed(name)), in: located ?? {} },
      after: { query, body },
      sentence: remaining(method),
    },
    {
      name: 'headers',
      before: { headers: options.headers, mediaType: options.mediaType },
      after: recording.headers,
      sentence: 'mediaType amends accept, and a JSON body gets its content type.',
    },
    {
      name: 'result',
      before: { baseUrl: options.baseUrl, reference: withQuery },
      after: request,
      sentence: 'Base URL, path and query are joined: this is the request.',
    },
  ];
}

/** The stages of the pass. */
export function explainSteps(...recorded: Parameters<typeof describeStages>) {
  const [{ failedStage }] = recorded;
  let state: Step['state'] = 'done';
  return describeStages(...recorded).map(({ name, before, after, sentence }) => {
    if (name === failedStage) state = 'failed';
    else if (state === 'failed') state = 'skipped';
    const result = state === 'done' ? show(after) : undefined;
    return { name, state, before: show(before), after: result, sentence };
  });
}
