import type { Context, Detect } from '../context.js';
import type { Problem, WarningCode } from '../explanation.js';
import { canTryFixes, keepHarmless } from '../edits.js';
import * as credentials from './credentials.js';
import * as request from './request.js';
import * as values from './values.js';

/** No one reads more. */
const MAX_WARNINGS = 100;
/** Each fix is tried by building again: the characters and parameters to build for that at most, and the fixes in any case. */
const MAX_WORK = 200_000;
const WORK_PER_PARAMETER = 50;
const MIN_TRIES = 10;

const DETECTORS: readonly (readonly [code: WarningCode, detect: Detect])[] = [
  ['did-you-mean', request.didYouMean],
  ['secret-in-url', credentials.secretInUrl],
  ['credentials-in-url', credentials.credentialsInUrl],
  ['unused-parameter', request.unusedParameter],
  ['dollar-brace', request.dollarBrace],
  ['encoded-slash', values.encodedSlash],
  ['double-encoding', values.doubleEncoding],
  ['inexact-number', values.inexactNumber],
  ['not-a-number', values.notANumber],
  ['blank-at-edge', values.blankAtEdge],
  ['query-in-body', request.queryInBody],
  ['body-in-query', request.bodyInQuery],
  ['unused-media-type', request.unusedMediaType],
  ['json-text', request.jsonText],
  ['joined-list', values.joinedList],
  ['long-url', request.longUrl],
];

/** Finds everything that is worth a second look. */
export function findWarnings(context: Context): Problem<WarningCode>[] {
  const warnings: Problem<WarningCode>[] = [];
  const work = 1 + context.route.text.length + WORK_PER_PARAMETER * context.parameters.length;
  let tries = canTryFixes(context.trace) ? Math.max(MIN_TRIES, MAX_WORK / work) : 0;
  for (const [code, detect] of DETECTORS) {
    for (const { sentence, parameter, at, layer, fix } of detect(context)) {
      const triedFix = fix && tries-- > 0 ? keepHarmless(fix, context.trace) : undefined;
      warnings.push({ code, sentence, parameter, at, layer, fix: triedFix });
      if (warnings.length === MAX_WARNINGS) return warnings;
    }
  }
  return warnings;
}
