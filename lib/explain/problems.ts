import { ERRORS_PAGE, type EndpointError } from '../errors.js';
import { findSpan, moveSpan, type Context } from './context.js';
import { tryFix } from './edits.js';
import type { Fix, Problem, WarningCode } from './explanation.js';
import { ERROR_FIXES } from './fixes.js';
import type { Warning } from './rules.js';
import { CREDENTIAL_WARNINGS } from './warnings/credentials.js';
import { OTHER_CLIENT_WARNINGS } from './warnings/other-clients.js';
import { PARAMETER_WARNINGS } from './warnings/parameters.js';
import { REQUEST_WARNINGS } from './warnings/request.js';
import { ROUTE_WARNINGS } from './warnings/route.js';
import { VALUE_WARNINGS } from './warnings/values.js';

/** All warnings, in the order in which they are reported. */
export const WARNINGS: readonly Warning[] = /* @__PURE__ */ [
  PARAMETER_WARNINGS,
  OTHER_CLIENT_WARNINGS,
  CREDENTIAL_WARNINGS,
  ROUTE_WARNINGS,
  VALUE_WARNINGS,
  REQUEST_WARNINGS,
].flat();

/** No one reads more. */
const MAX_WARNINGS = 100;
/** Each fix is tried by building again: the characters and parameters to build for that at most, and the fixes in any case. */
const MAX_WORK = 200_000;
const WORK_PER_PARAMETER = 50;
const MIN_TRIES = 10;

/** Finds the place of an error in the route. */
function locateError(context: Context, { code, position, parameter }: EndpointError) {
  const { route, urlStart, tokens, expressions, parameters } = context;
  if (code === 'invalid-method' || code === 'invalid-template') {
    const invalid = tokens.find(({ kind }) => kind === 'invalid');
    if (invalid) return moveSpan(invalid);
  }
  if (position !== undefined) {
    const start = position + urlStart;
    const varspec = expressions.flatMap(({ varspecs }) => varspecs).find((one) => one.start === start);
    return { start, end: varspec?.end ?? Math.min(start + 1, route.length) };
  }
  const names = parameter?.split(',') ?? [];
  const named = parameters.findIndex(({ name, expressions: indices }) => names.includes(name) && indices.length);
  if (named >= 0) return findSpan(context, named);
  if (code === 'invalid-url' && parameter === 'url') return { start: urlStart, end: route.trimEnd().length };
  return undefined;
}

/** The error, with its place in the route, and a fix after which it is gone or another error comes first. */
export function explainError(context: Context) {
  const { error, call } = context;
  if (!error) return undefined;
  const { code, message: sentence, help, parameter = '' } = error;
  const at = locateError(context, error);
  // A header is wrong in the options, or in a layer that makes the builder fail.
  const [option = ''] = code === 'invalid-header' ? ['headers'] : parameter.split(/[.,]/);
  const layer = context.errorLayer ?? context.attribution.plain?.get(option)?.layer;
  // Values, which may be large, don't change what is wrong with a template.
  const options = code === 'invalid-template' ? { url: call.options?.url } : call.options;
  let fix: Fix | undefined;
  for (const rule of context.errorLayer ? [] : ERROR_FIXES)
    if (rule.code === code) fix ??= rule.fix({ parameter, at }, context);
  if (fix && tryFix(fix, options, context)?.message === sentence) fix = undefined;
  return { code, sentence, help, parameter: error.parameter, index: undefined, at, layer, fix };
}

/** Finds everything that is worth a second look. A fix is offered if it causes no new error. */
export function findWarnings(context: Context) {
  const warnings: Problem<WarningCode>[] = [];
  const work = 1 + context.route.length + WORK_PER_PARAMETER * context.parameters.length;
  const { failedStage } = context;
  // Before the builder gets as far as the template, or where the settings or defaults are wrong, the effect of a fix can't be known.
  const isKnown = failedStage !== 'merge' && failedStage !== 'route';
  let tries = isKnown ? Math.max(MIN_TRIES, MAX_WORK / work) : 0;
  for (const rule of WARNINGS) {
    for (const subject of rule.applies(context) || []) {
      const { parameter, at, layer, explained } = subject;
      const index = explained && context.parameters.indexOf(explained);
      const fix = tries > 0 ? rule.fix?.(subject, context) : undefined;
      if (fix) tries--;
      const error = fix && tryFix(fix, context.call.options, context);
      // A new placeholder has no value yet.
      const isNew = rule.makesPlaceholder && error?.code === 'missing-parameter' && error.parameter === parameter;
      const isHarmless = !error || isNew || error.message === context.error?.message;
      warnings.push({
        code: rule.code,
        sentence: rule.sentence(subject, context),
        help: `${ERRORS_PAGE}#${rule.code}`,
        parameter,
        index,
        at,
        layer,
        fix: isHarmless ? fix : undefined,
      });
      if (warnings.length === MAX_WARNINGS) return warnings;
    }
  }
  return warnings;
}
