import type {
  ExplainedBody,
  ExplainedExpression,
  ExplainedHeader,
  ExplainedParameter,
  ExplainedVarspec,
  Fix,
  Layer,
  Span,
  UrlRun,
} from './explanation.js';
import type { ReadRoute } from './route.js';
import type { Trace } from './trace.js';

/** The explanation so far, in which problems are found. */
export interface Context {
  readonly trace: Trace;
  readonly route: ReadRoute;
  readonly expressions: readonly ExplainedExpression[];
  readonly url: readonly UrlRun[];
  readonly parameters: readonly ExplainedParameter[];
  readonly uses: ReadonlyMap<ExplainedParameter, readonly Use[]>;
  readonly headers: readonly ExplainedHeader[];
  readonly body: ExplainedBody | undefined;
}

/** A warning without its code, and with a fix that is still to be tried. */
export interface Finding {
  readonly sentence: string;
  readonly parameter?: string | undefined;
  readonly at?: Span | undefined;
  readonly layer?: Layer | undefined;
  readonly fix?: Fix | undefined;
}

/** Finds the occurrences of one warning. */
export type Detect = (context: Context) => Iterable<Finding>;

/** A place in the route that names a parameter. */
export interface Use {
  readonly expression: ExplainedExpression;
  readonly varspec: ExplainedVarspec;
}

/** Finds the places in the route that name each parameter. */
export function findUses(
  parameters: readonly ExplainedParameter[],
  expressions: readonly ExplainedExpression[],
): ReadonlyMap<ExplainedParameter, readonly Use[]> {
  const uses = new Map<ExplainedParameter, Use[]>();
  for (const expression of expressions) {
    for (const varspec of expression.varspecs) {
      const parameter = parameters[varspec.parameter];
      if (!parameter) continue;
      const known = uses.get(parameter) ?? [];
      known.push({ expression, varspec });
      uses.set(parameter, known);
    }
  }
  return uses;
}

/** The first place in the route that names the parameter. */
export function findSpan({ uses }: Context, parameter: ExplainedParameter): Span | undefined {
  const varspec = uses.get(parameter)?.[0]?.varspec;
  return varspec && { start: varspec.start, end: varspec.end };
}

/** Whether the parameter is given in one way only, so that nothing replaces it when it is removed. */
export const isOnlyOne = ({ parameters }: Context, { name }: ExplainedParameter): boolean =>
  parameters.filter((parameter) => parameter.name === name).length === 1;
