import type { EndpointOptions } from '../../options.js';
import type { Fix } from '../explanation.js';
import { attempt, type Trace } from '../trace.js';
import { applyFix } from './apply-fix.js';

const findOptions = ({ sources }: Trace): EndpointOptions | undefined =>
  sources.find(({ kind }) => kind === 'options')?.options;

/** The builder's error for the call with the fix applied, if it throws one. */
export function tryFix(trace: Trace, fix: Fix): Error | undefined {
  const { route, builder } = trace;
  return attempt(() => {
    const fixed = applyFix(route, findOptions(trace), fix);
    return fixed.route === undefined
      ? builder?.(fixed.options as never)
      : builder?.(fixed.route, fixed.options as never);
  }).error;
}

/** Whether the builder gets as far as merging the options: before that, the effect of a warning's fix can't be known. */
export function canTryFixes(trace: Trace): boolean {
  const { route, builder, request } = trace;
  const options = findOptions(trace) as never;
  if (request || !builder) return !!request;
  return !attempt(() => (route === undefined ? builder.merge(options) : builder.merge(route, options))).error;
}

/** The fix, if it causes no new error. */
export function keepHarmless(fix: Fix, trace: Trace): Fix | undefined {
  const error = tryFix(trace, fix);
  return !error || error.message === trace.error?.message ? fix : undefined;
}
