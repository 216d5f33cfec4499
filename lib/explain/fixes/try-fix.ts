import type { EndpointOptions } from '../../options.js';
import type { Fix } from '../explanation.js';
import { attempt, type Trace } from '../trace.js';
import { applyFix } from './apply-fix.js';

const findOptions = ({ sources }: Trace): EndpointOptions | undefined =>
  sources.find(({ kind }) => kind === 'options')?.options;

/** What the builder says to a call that a fix was applied to: nothing, or its error. */
export function errorAfter(trace: Trace, fix: Fix): Error | undefined {
  const { route, builder } = trace;
  return attempt(() => {
    const fixed = applyFix(route, findOptions(trace), fix);
    return fixed.route === undefined
      ? builder?.(fixed.options as never)
      : builder?.(fixed.route, fixed.options as never);
  }).error;
}

/** Whether the builder gets as far as merged options. Where it doesn't, what the fix of a warning does can't be told. */
export function isMerged(trace: Trace): boolean {
  const { route, builder, request } = trace;
  const options = findOptions(trace) as never;
  if (request || !builder) return !!request;
  return !attempt(() => (route === undefined ? builder.merge(options) : builder.merge(route, options))).error;
}

/** The fix, if it makes nothing worse. */
export function keepGood(fix: Fix, trace: Trace): Fix | undefined {
  const error = errorAfter(trace, fix);
  return !error || error.message === trace.error?.message ? fix : undefined;
}
