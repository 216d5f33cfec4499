/**
 * The form of a warning, and of a fix for an error: everything that is known about it is in one object. Its row in the guide is the
 * comment of its code, `@when` and `@fix` in Markdown, which isn't part of a build.
 */
import type { EndpointErrorCode } from '../errors.js';
import { findSpan, type Context, type Use } from './context.js';
import type { ExplainedParameter, Fix, Layer, OptionPath, Span, WarningCode } from './explanation.js';

/** One occurrence of a warning. */
export interface Subject {
  /** The name of a parameter, option or header. */
  readonly parameter?: string | undefined;
  readonly at?: Span | undefined;
  readonly layer?: Layer | undefined;
  readonly explained?: ExplainedParameter | undefined;
  /** Its path in the options; by default that of its parameter, or of the option of its name. */
  readonly path?: OptionPath | undefined;
}

/** A reason for a second look. */
export interface Warning<S extends Subject = Subject> {
  readonly code: WarningCode;
  /** Whether its fix makes a placeholder, whose value may be missing. */
  readonly makesPlaceholder?: boolean;
  /** Finds its occurrences. Not a generator: most calls have none, and making one takes longer than to see that. */
  applies(this: void, context: Context): readonly S[] | '' | false | undefined;
  sentence(this: void, subject: S, context: Context): string;
  /** A fix that is still to be tried. */
  fix?(this: void, subject: S, context: Context): Fix | undefined;
}

/** A warning, whose subject is known to its own functions alone. */
/* @__NO_SIDE_EFFECTS__ */
export function warning<S extends Subject>(rule: Warning<S>): Warning {
  return rule;
}

/** A fix for some errors of one code. */
export interface ErrorFix {
  readonly code: EndpointErrorCode;
  /** A fix that is still to be tried; undefined for an error that it doesn't apply to. Its subject has the name of a parameter, option or header, or an empty one. */
  fix(this: void, subject: Subject & { readonly parameter: string }, context: Context): Fix | undefined;
}

/**
 * The parameters in which something is found, as subjects with it, each at the first place in the route that names it.
 * @param find receives the places in the route that name the parameter, too
 */
export function findParameters<Facts extends object>(
  context: Context,
  find: (parameter: ExplainedParameter, uses: readonly Use[]) => Facts | false | undefined,
) {
  const subjects = [];
  for (const [index, explained] of context.parameters.entries()) {
    const facts = find(explained, context.uses[index] as Use[]);
    const { name: parameter, layer } = explained;
    if (facts) subjects.push(Object.assign({ parameter, at: findSpan(context, index), layer, explained }, facts));
  }
  return subjects;
}
