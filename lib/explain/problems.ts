import { ERRORS_PAGE, type EndpointErrorCode } from '../errors.js';
import { parameterLocation } from '../options.js';
import type { Context } from './context.js';
import { tryFix } from './edits.js';
import type { OptionPath, Problem, WarningCode } from './explanation.js';
import { MAX_PROBLEMS } from './recording.js';
import type { Subject, Warning } from './rules.js';
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

/** Each fix is tried by building again. */
const MAX_TRIES = 20;

/** The path of an option by its name in an error or warning: `mediaType.format`, `in.query`, `settings.missing`, or a header's. */
function findPath({ recording }: Context, code: string, { parameter = '', layer }: Subject): OptionPath {
  if (/header|elsewhere/.test(code)) {
    const headers: unknown = recording.sources[layer?.index ?? -1]?.options.headers;
    const isNamed = (key: string) => key.toLowerCase() === parameter.toLowerCase();
    return ['headers', Object.keys(Object(headers)).find(isNamed) ?? parameter];
  }
  const [first, ...others] = parameter.replace(/^(?:options|settings)\b\.?/, '').split('.');
  return first ? [first === 'in' ? parameterLocation : first, ...others] : [];
}

/** The problem of a subject. */
export function toProblem<Code extends EndpointErrorCode | WarningCode>(
  context: Context,
  code: Code,
  subject: Subject,
): Problem<Code> {
  const { sentence, parameter, explained, at, layer, path = explained?.path } = subject;
  return {
    code,
    sentence,
    help: `${ERRORS_PAGE}#${code}`,
    parameter,
    index: explained && context.parameters.indexOf(explained),
    path: path ?? (at || parameter === undefined ? undefined : findPath(context, code, subject)),
    at,
    layer,
    fix: undefined,
  };
}

/** Finds everything that is worth a second look. A fix is offered if it causes no new error. */
export function findWarnings(context: Context) {
  const warnings: Problem<WarningCode>[] = [];
  const { failedStage } = context.recording;
  // Before the builder gets as far as the template, or where the settings or defaults are wrong, the effect of a fix can't be known.
  const isKnown = failedStage !== 'merge' && failedStage !== 'route';
  let tries = isKnown ? MAX_TRIES : 0;
  for (const { code, makesPlaceholder, find } of WARNINGS) {
    for (const subject of find(context) || []) {
      const fix = (tries > 0 && subject.fix?.()) || undefined;
      if (fix) tries--;
      const error = fix && tryFix(fix, context.call.options, context);
      // A new placeholder has no value yet.
      const isNew = makesPlaceholder && error?.code === 'missing-parameter' && error.parameter === subject.parameter;
      const isHarmless = !error || isNew || error.message === context.error?.message;
      const problem = toProblem(context, code, subject);
      warnings.push(isHarmless ? { ...problem, fix } : problem);
      if (warnings.length === MAX_PROBLEMS) return warnings;
    }
  }
  return warnings;
}
