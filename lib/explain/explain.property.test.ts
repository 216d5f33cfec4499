import { createEndpoint, EndpointError, type Endpoint, type EndpointOptions } from 'endpoint.js';
import { applyFix, createExplain, type Explanation, type Fix, type Problem } from 'endpoint.js/explain';
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { runs } from '../../dev/testing/full.js';
import { attempt } from '../test/attempt.js';
import { ERROR_FIXES } from './fixes.js';
import { describeWarnings } from '../../dev/generate/explanations.mjs';
import { WARNINGS } from './problems.js';
import { untypedCases, usualCases, type Case } from './test/cases.js';

/** Expects runs to hold every character of a text once, in order. */
function expectCover(parts: readonly { start: number; end: number; text: string }[], whole: string): void {
  let end = 0;
  for (const part of parts) {
    if (part.start !== end || part.end <= end || whole.slice(end, part.end) !== part.text)
      expect(part).toBe(whole.slice(end));
    end = part.end;
  }
  expect(end).toBe(whole.length);
}

/** The builder's request or error. */
function build({ settings, layers, call }: Case): { request?: unknown; error?: EndpointError } {
  const request = attempt(() => {
    const builder = layers.reduce<Endpoint>((under, layer) => under.defaults(layer) as never, createEndpoint(settings));
    return builder(...(call as [string, EndpointOptions]));
  });
  return request instanceof EndpointError ? { error: request } : { request };
}

const explain = ({ settings, layers, call }: Case): Explanation =>
  layers.reduce(
    (under, layer) => under.defaults(layer),
    createExplain(settings),
  )(...(call as [string, EndpointOptions]));

/** The case with a fix applied. */
function applyTo({ call, ...builder }: Case, fix: Fix): Case {
  const [route, options] = call.length === 1 ? [undefined, call[0]] : call;
  const fixed = applyFix(route, options, fix);
  return { ...builder, call: fixed.route === undefined ? [fixed.options] : [fixed.route, fixed.options] };
}

/** Freezes a value deeply, so that every change of it throws. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || value instanceof Headers || value instanceof Date) return;
  Object.freeze(value);
  for (const key of Reflect.ownKeys(value)) freeze((value as Record<PropertyKey, unknown>)[key]);
}

/** Vitest's own comparison takes a key `constructor` for the class. */
function expectSame(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toBe(expected);
}

const pickFacts = (error: EndpointError | undefined) =>
  error && { code: error.code, message: error.message, parameter: error.parameter, position: error.position };

/** Checks the places of an explanation's problems. */
function checkProblems({ error, problem, problems, warnings, parameters, route }: Explanation): void {
  expect(problems[0]).toBe(problem);
  expect(problem?.code).toBe(error?.code);
  if (error?.position !== undefined) {
    const start = /(?<=at position )\d+/.exec(problem?.sentence ?? '');
    const at = problem?.at ?? { start: -1, end: -1 };
    expect(at.start).toBeGreaterThanOrEqual(0);
    expect(at.end).toBeLessThanOrEqual(route.length);
    if (start) expect(+start[0] >= at.start && +start[0] <= at.end).toBe(true);
  }
  for (const { index, path } of [...problems, ...warnings])
    if (index !== undefined) expect(parameters[index]?.path).toBe(path);
}

/** The codes with a fix, each of which the cases must reach. */
const FIXED = [...describeWarnings(WARNINGS).filter(({ fix }) => fix), ...ERROR_FIXES].map(({ code }) => code);

/** The codes whose fix makes a placeholder, which may have no value yet. */
const PLACEHOLDERS = new Set<string>(
  WARNINGS.filter(({ makesPlaceholder }) => makesPlaceholder).map(({ code }) => code),
);

describe('for all inputs', () => {
  test("an explanation is the builder's own result, and attributes everything once", () => {
    let built = 0;
    fc.assert(
      fc.property(fc.oneof(usualCases, untypedCases), (example) => {
        const { request, error } = build(example);
        const explanation = explain(example);
        expect(pickFacts(explanation.error)).toStrictEqual(pickFacts(error));
        expectSame(explanation.request, request);
        checkProblems(explanation);
        const { tokens, url, headers: fields, body, steps, problems, warnings } = explanation;
        for (const { fix } of [...problems, ...warnings]) if (fix) applyTo(example, fix);
        expectCover(tokens, explanation.route);
        if (example.call.length === 2) expect(explanation.route).toBe(example.call[0]);
        expectCover(url, explanation.request?.url ?? url.map((run) => run.text).join(''));
        expect(steps.map(({ name }) => name).join()).toBe('route,merge,template,expand,rest,headers,result');
        expect(steps.every(({ state }) => state === 'done')).toBe(!error);
        expect(steps.filter(({ state }) => state === 'failed').length).toBe(error ? 1 : 0);
        if (!explanation.request) return;
        built++;
        expect(fields.map((field) => [field.name, field.value])).toStrictEqual(
          Object.entries(explanation.request.headers),
        );
        expect(body?.value).toBe(explanation.request.body);
        if (body?.source === 'parameters') {
          expect(body.keys.map(({ key }) => key)).toStrictEqual(Object.keys(explanation.request.body as object));
          for (const { parameter, value } of body.keys) {
            expect(explanation.parameters[parameter]?.places).toContain('body');
            expectSame(explanation.parameters[parameter]?.value, value);
          }
        }
      }),
      { numRuns: runs(700) },
    );
    expect(built).toBeGreaterThan(100);
  });

  test('the arguments stay unchanged', () => {
    fc.assert(
      fc.property(usualCases, (example) => {
        freeze(example);
        expect(() => explain(example)).not.toThrow();
      }),
      { numRuns: runs(100) },
    );
  });

  test('a fix removes its warning and leaves a request that can be built; a fix of an error removes that error', () => {
    const fixed = new Set<string>();
    fc.assert(
      fc.property(usualCases, (example) => {
        const { request, error, problem, warnings } = explain(example);
        for (const { code, parameter, fix } of problem ? [problem, ...warnings] : warnings) {
          if (!fix) continue;
          fixed.add(code);
          const after = explain(applyTo(example, fix));
          const isNew = PLACEHOLDERS.has(code) && after.error?.parameter === parameter;
          if (request) expect(isNew ? after.error?.code : after.error).toBe(isNew ? 'missing-parameter' : undefined);
          const count = (problems: readonly (Problem | undefined)[]): number =>
            problems.filter((one) => one?.code === code && one.parameter === parameter).length;
          if (fix === problem?.fix) expect(after.error?.message).not.toBe(error?.message);
          else expect(count(after.warnings)).toBeLessThan(count(warnings));
        }
      }),
      { numRuns: runs(600) },
    );
    expect(FIXED.filter((code) => !fixed.has(code))).toStrictEqual([]);
  });
});
