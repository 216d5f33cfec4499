import { applyFix } from '../fixes/apply-fix.js';
import type { Context, Detect } from '../context.js';
import type { Fix, Problem, WarningCode } from '../explanation.js';
import type { EndpointOptions } from '../../options.js';
import * as place from './placement.js';
import { attempt, type Trace } from '../trace.js';
import * as value from './values.js';

/** Nobody reads more. */
const MAX_WARNINGS = 100;
/** Each fix is tried by building once more; so many characters and parameters may be built for that, and a few fixes in any case. */
const MAX_WORK = 200_000;
const WORK_OF_PARAMETER = 50;
const MIN_TRIES = 10;

const DETECTORS: readonly (readonly [code: WarningCode, detect: Detect])[] = [
  ['did-you-mean', place.didYouMean],
  ['secret-in-url', place.secretInUrl],
  ['credentials-in-url', place.credentialsInUrl],
  ['unused-parameter', place.unusedParameter],
  ['dollar-brace', place.dollarBrace],
  ['encoded-slash', value.encodedSlash],
  ['double-encoding', value.doubleEncoding],
  ['inexact-number', value.inexactNumber],
  ['not-a-number', value.notANumber],
  ['blank-at-edge', value.blankAtEdge],
  ['query-in-body', place.queryInBody],
  ['body-in-query', place.bodyInQuery],
  ['unused-media-type', place.unusedMediaType],
  ['json-text', place.jsonText],
  ['joined-list', value.joinedList],
  ['long-url', place.longUrl],
];

const optionsOf = ({ sources }: Trace): EndpointOptions | undefined =>
  sources.find(({ kind }) => kind === 'options')?.options;

/** What the builder says to a call that a fix was applied to: nothing, or its error. */
export function errorAfter(trace: Trace, fix: Fix): Error | undefined {
  const { route, builder } = trace;
  return attempt(() => {
    const fixed = applyFix(route, optionsOf(trace), fix);
    return fixed.route === undefined
      ? builder?.(fixed.options as never)
      : builder?.(fixed.route, fixed.options as never);
  }).error;
}

/** Whether the builder gets as far as merged options. Where it doesn't, what the fix of a warning does can't be told. */
function isMerged(trace: Trace): boolean {
  const { route, builder, request } = trace;
  const options = optionsOf(trace) as never;
  if (request || !builder) return !!request;
  return !attempt(() => (route === undefined ? builder.merge(options) : builder.merge(route, options))).error;
}

/** The fix, if it makes nothing worse. */
function tried(fix: Fix, trace: Trace): Fix | undefined {
  const error = errorAfter(trace, fix);
  return !error || error.message === trace.error?.message ? fix : undefined;
}

/** Finds what is worth a second look. */
export function findWarnings(context: Context): Problem<WarningCode>[] {
  const warnings: Problem<WarningCode>[] = [];
  const work = 1 + context.route.text.length + WORK_OF_PARAMETER * context.parameters.length;
  let tries = isMerged(context.trace) ? Math.max(MIN_TRIES, MAX_WORK / work) : 0;
  for (const [code, detect] of DETECTORS) {
    for (const { sentence, parameter, at, layer, fix } of detect(context)) {
      const good = fix && tries-- > 0 ? tried(fix, context.trace) : undefined;
      warnings.push({ code, sentence, parameter, at, layer, fix: good });
      if (warnings.length === MAX_WARNINGS) return warnings;
    }
  }
  return warnings;
}
