import type { Context, Detect } from '../context.js';
import type { Problem, WarningCode } from '../explanation.js';
import { isMerged, keepGood } from '../fixes/try-fix.js';
import * as credentials from './credentials.js';
import * as placement from './placement.js';
import * as request from './request.js';
import * as values from './values.js';

/** Nobody reads more. */
const MAX_WARNINGS = 100;
/** Each fix is tried by building once more; so many characters and parameters may be built for that, and a few fixes in any case. */
const MAX_WORK = 200_000;
const WORK_OF_PARAMETER = 50;
const MIN_TRIES = 10;

const DETECTORS: readonly (readonly [code: WarningCode, detect: Detect])[] = [
  ['did-you-mean', placement.didYouMean],
  ['secret-in-url', credentials.secretInUrl],
  ['credentials-in-url', credentials.credentialsInUrl],
  ['unused-parameter', placement.unusedParameter],
  ['dollar-brace', request.dollarBrace],
  ['encoded-slash', values.encodedSlash],
  ['double-encoding', values.doubleEncoding],
  ['inexact-number', values.inexactNumber],
  ['not-a-number', values.notANumber],
  ['blank-at-edge', values.blankAtEdge],
  ['query-in-body', placement.queryInBody],
  ['body-in-query', placement.bodyInQuery],
  ['unused-media-type', request.unusedMediaType],
  ['json-text', request.jsonText],
  ['joined-list', values.joinedList],
  ['long-url', request.longUrl],
];

/** Finds what is worth a second look. */
export function findWarnings(context: Context): Problem<WarningCode>[] {
  const warnings: Problem<WarningCode>[] = [];
  const work = 1 + context.route.text.length + WORK_OF_PARAMETER * context.parameters.length;
  let tries = isMerged(context.trace) ? Math.max(MIN_TRIES, MAX_WORK / work) : 0;
  for (const [code, detect] of DETECTORS) {
    for (const { sentence, parameter, at, layer, fix } of detect(context)) {
      const good = fix && tries-- > 0 ? keepGood(fix, context.trace) : undefined;
      warnings.push({ code, sentence, parameter, at, layer, fix: good });
      if (warnings.length === MAX_WARNINGS) return warnings;
    }
  }
  return warnings;
}
