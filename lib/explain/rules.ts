/**
 * The form of a warning, and of a fix for an error: everything that is known about it is in one object. Its row in the guide is the
 * comment of its code, `@when` and `@fix` in Markdown, which isn't part of a build.
 */
import type { EndpointErrorCode } from '../errors.js';
import { findSpan, type Context, type Use } from './context.js';
import type { ExplainedParameter, Fix, Layer, OptionPath, Span, WarningCode } from './explanation.js';

/** One occurrence of an error or a warning. */
export interface Subject {
  readonly sentence: string;
  /** The name of a parameter, option or header. */
  readonly parameter?: string | undefined;
  readonly at?: Span | undefined;
  readonly layer?: Layer | undefined;
  readonly explained?: ExplainedParameter | undefined;
  /** Its path in the options; by default that of its parameter, or of the option of its name. */
  readonly path?: OptionPath | undefined;
  /** Makes a fix that is still to be tried. */
  readonly fix?: () => Fix | false | undefined;
}

/** A reason for a second look. */
export interface Warning {
  readonly code: WarningCode;
  /** Whether its fix makes a placeholder, whose value may be missing. */
  readonly makesPlaceholder?: boolean;
  /** Finds its occurrences. Not a generator: most calls have none, and making one takes longer than to see that. */
  find(this: void, context: Context): readonly Subject[] | false | undefined;
}

/** A fix for some errors of one code. */
export interface ErrorFix {
  readonly code: EndpointErrorCode;
  /** A fix that is still to be tried; undefined for an error that it doesn't apply to. Its subject has the name of a parameter, option or header, or an empty one. */
  fix(this: void, subject: Omit<Subject, 'fix'> & { readonly parameter: string }, context: Context): Fix | undefined;
}

/**
 * The parameters in which something is found, as subjects, each at the first place in the route that names it.
 * @param find receives the places in the route that name the parameter, too
 */
export function findParameters(
  context: Context,
  find: (parameter: ExplainedParameter, uses: readonly Use[]) => Subject | false | undefined,
) {
  const subjects: Subject[] = [];
  for (const [index, explained] of context.parameters.entries()) {
    const found = find(explained, context.uses[index] as Use[]);
    const { name: parameter, layer } = explained;
    if (found) subjects.push(Object.assign({ parameter, at: findSpan(context, index), layer, explained }, found));
  }
  return subjects;
}
