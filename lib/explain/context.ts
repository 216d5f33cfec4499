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
import type { ReadRoute } from './route/read-route.js';
import type { Trace } from './trace.js';

/** What warnings are found in. */
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

/** A warning without its code; the fix is still to be tried. */
export interface Finding {
  readonly sentence: string;
  readonly parameter?: string | undefined;
  readonly at?: Span | undefined;
  readonly layer?: Layer | undefined;
  readonly fix?: Fix | undefined;
}

/** Finds what one warning is about. */
export type Detect = (context: Context) => Iterable<Finding>;

/** A place in the route that names a parameter. */
export interface Use {
  readonly expression: ExplainedExpression;
  readonly varspec: ExplainedVarspec;
}

/** Where the route names each of the parameters. */
export function findUses(
  parameters: readonly ExplainedParameter[],
  expressions: readonly ExplainedExpression[],
): ReadonlyMap<ExplainedParameter, readonly Use[]> {
  const uses = new Map<ExplainedParameter, Use[]>();
  for (const expression of expressions) {
    for (const varspec of expression.varspecs) {
      const parameter = parameters[varspec.parameter];
      if (!parameter) continue;
      const own = uses.get(parameter) ?? [];
      own.push({ expression, varspec });
      uses.set(parameter, own);
    }
  }
  return uses;
}

/** Where the route first names a parameter. */
export function findSpan({ uses }: Context, parameter: ExplainedParameter): Span | undefined {
  const varspec = uses.get(parameter)?.[0]?.varspec;
  return varspec && { start: varspec.start, end: varspec.end };
}

/** Whether a parameter is given in one way only, so that nothing else takes its place when it is gone. */
export const isOnlyOne = ({ parameters }: Context, { name }: ExplainedParameter): boolean =>
  parameters.filter((parameter) => parameter.name === name).length === 1;
