import type { EndpointErrorCode } from '../errors.js';
import { mergeHeaders } from '../request/header-fields.js';
import { failMissing } from '../request/target.js';
import { OPERATORS } from '../template/ast.js';
import { expandVariable } from '../template/expand.js';
import { getLast } from '../template/values.js';
import { findSpan, moveSpan, type Context } from './context.js';
import { tryFix } from './edits.js';
import type { Fix, Problem } from './explanation.js';
import { ERROR_FIXES } from './fixes.js';
import { catchError } from './malformed.js';
import { toProblem } from './problems.js';
import { type Failure, findOrder, MAX_PROBLEMS, SETTINGS, type Written } from './recording.js';

/** The place in the pass of the first stage that needs all options. */
const EXPAND = 3;

/** Finds the parameter that an error interrupted or names. */
function findParameter(
  { parameters, options, recording }: Context,
  { error: { code, parameter = '' }, stage, written }: Failure,
) {
  // Other errors are about options.
  const isNamed = written ?? (findOrder(stage) >= EXPAND && /^(?:duplicate|missing|unsafe|unsent)/.test(code));
  if (!isNamed || (parameter === 'data' && options.data !== undefined)) return undefined;
  const names = parameter.split(',');
  const named = parameters.filter(({ name }) => names.includes(name));
  const index = recording.expressions.indexOf(written as Written);
  const way = written?.passed ?? (code === 'duplicate-parameter' ? 'plain' : 'path');
  return named.find(({ given, expressions }) => (index < 0 ? given === way : expressions.includes(index))) ?? named[0];
}

function explainError(context: Context, failure: Failure, rules: typeof ERROR_FIXES) {
  const { call, attribution, parameters, recording, urlStart, route, tokens } = context;
  const { error, stage } = failure;
  const { code, message, parameter = '', position } = error;
  const explained = findParameter(context, failure);
  const isOfRoute = !explained && (stage === 'route' || parameter === 'url') && !/option|duplicate/.test(code);
  const start = urlStart + (position ?? 0);
  const token = tokens.find(({ kind, end }) => (position === undefined ? kind === 'invalid' : end > start));
  // Positions of an explanation count in the route.
  const problem = toProblem(context, code, {
    sentence: message.replace(`position ${position}`, `position ${start}`),
    parameter,
    explained,
    path: isOfRoute && call.route === undefined ? [parameter] : undefined,
    at:
      isOfRoute || position !== undefined
        ? moveSpan(token ?? { start: urlStart, end: route.trimEnd().length })
        : explained && findSpan(context, parameters.indexOf(explained)),
    layer:
      typeof stage === 'object'
        ? stage
        : (stage === 'merge' ? getLast(recording.sources) : (explained ?? attribution.plain?.get(parameter)))?.layer,
  });
  // Values, which may be large, don't change what is wrong with a template.
  const options = code === 'invalid-template' ? { url: call.options?.url } : call.options;
  let fix: Fix | undefined;
  for (const rule of typeof stage === 'object' ? [] : rules)
    if (rule.code === code) fix ??= rule.fix({ ...problem, parameter, explained }, context);
  return fix && tryFix(fix, options, context)?.message !== message ? { ...problem, fix } : problem;
}

/** Whether an error hides the errors of later stages. */
const hides = ({ error: { code, parameter }, stage }: Failure) =>
  stage === SETTINGS ||
  stage === 'route' ||
  stage === 'template' ||
  /^invalid-(?:route|method|option (?:in|method|options|url)\b)/.test(`${code} ${parameter}`);

/** All errors, and those of the other variables of an expression, and of other headers, of which the builder throws the first. */
const listFailures = ({ recording, expressions, parameters, builder: { maxLength }, urlStart }: Context) =>
  recording.failures.flatMap((failure) => {
    const { error, stage, written } = failure;
    const source = typeof stage === 'object' ? recording.sources[stage.index] : getLast(recording.sources);
    const headers = (error.code === 'invalid-header' && source?.options.headers) || [];
    const fields = Array.isArray(headers) ? headers : Object.entries(headers);
    const { varspecs = [], operator = '' } = expressions[recording.expressions.indexOf(written as Written)] ?? {};
    const retries = [
      ...fields.map((field) => () => mergeHeaders([field], {})),
      ...varspecs.map(({ start, ...varspec }) => () => {
        const { value, required = false } = parameters[varspec.parameter] ?? {};
        const variable = { ...varspec, start: start - urlStart };
        const writer = { rules: { maxLength }, remaining: maxLength };
        return expandVariable(OPERATORS[operator], variable, value, writer) ?? (required && failMissing(variable));
      }),
    ];
    return [
      failure,
      ...retries.flatMap((retry) => catchError(retry) ?? []).map((other) => ({ ...failure, error: other })),
    ];
  });

/** All errors of the builder. The first has a fix after which it is gone or another error comes first. */
export function explainErrors(context: Context) {
  const problems: Problem<EndpointErrorCode>[] = [];
  let end = Infinity;
  for (const failure of listFailures(context)) {
    const order = findOrder(failure.stage);
    if (order >= end || problems.length === MAX_PROBLEMS) break;
    if (hides(failure)) end = Math.min(end, Math.max(order + 1, EXPAND));
    const problem = explainError(context, failure, problems[0] ? [] : ERROR_FIXES);
    // After a text that is too long, any other is.
    const isKnown = ({ code, sentence, index }: Problem) =>
      sentence === problem.sentence ? index === problem.index : code === 'too-long' && code === problem.code;
    if (!problems.some(isKnown)) problems.push(problem);
  }
  return problems;
}
