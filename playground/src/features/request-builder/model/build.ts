import type { RequestOptions } from 'endpoint.js';
import type { Explanation } from 'endpoint.js/explain';
import { explainForm, reuseBuilder, type AuthUse, type Explained } from './explain-form.js';
import { reduceForm, readTemplateBeginning, type Form, type FormAction, type TemplateVariable } from './form.js';
import { assembleOptions, type OptionsObject } from './options.js';
import { locateProblem, NO_PROBLEMS, type Problem, findUnresolved } from './problems.js';
import { NO_SURROUNDINGS, type Surroundings } from './surroundings.js';

/** An explanation of a request that could be built. */
export interface Built extends Explanation {
  readonly request: RequestOptions;
}

/** The form, and the builder's result for it. Credentials are hidden in all of it, except in what {@link revealAuth} returns. */
export interface BuilderState {
  readonly form: Form;
  readonly surroundings: Surroundings;
  readonly auth: AuthUse;
  /** Variables of the route; while it is malformed, also those of the last well-formed one. */
  readonly variables: readonly TemplateVariable[];
  readonly problems: readonly Problem[];
  /** Parameters that the request lacks, by the description of its API. */
  readonly missing: readonly Problem[];
  /**
   * The explanation of this form's request, or of its refusal; while the route is malformed, the url is that of its beginning.
   */
  readonly explanation: Explanation;
  /** The end of the route that isn't in the explanation's url. */
  readonly unread: string;
  /** The last built request: from this form if it has no problems, else from an earlier one. */
  readonly built: Built | undefined;
  readonly request: RequestOptions | undefined;
}

/** An edit of the form, or of the values around it. */
export type BuilderAction =
  | FormAction
  /** Any other edit, whose code may load when it is made. */
  | { readonly type: 'edit'; readonly edit: (form: Form) => Form }
  | { readonly type: 'surroundings'; readonly change: Partial<Surroundings> };

/** The properties of a component that shows and edits the state. */
export interface BuilderProps {
  readonly state: BuilderState;
  readonly dispatch: (action: BuilderAction) => void;
}

/** Compares member by member: the expression of a thousand variables is long. */
function isSame(one: TemplateVariable, other: TemplateVariable | undefined): boolean {
  return (
    one.name === other?.name &&
    one.required === other.required &&
    one.place === other.place &&
    one.expression === other.expression
  );
}

/**
 * The variables of the route. Those of the last well-formed one stay while the route is malformed, so that their rows don't come and go.
 * Returns the previous list if nothing changed, so that its rows don't render again.
 */
function readVariables({ route }: Form, previous: readonly TemplateVariable[] = []): readonly TemplateVariable[] {
  const { variables, wellFormed } = readTemplateBeginning(route);
  const names = new Set(previous.map(({ name }) => name));
  const kept = wellFormed ? [] : previous;
  const added = wellFormed ? variables : variables.filter(({ name }) => !names.has(name));
  const all = [...kept, ...added];
  return all.length === previous.length && all.every((variable, index) => isSame(variable, previous[index]))
    ? previous
    : all;
}

/** The builder's refusal at its field; one that the credentials cause is at theirs. */
function findRefusal(
  { explanation, auth }: Explained,
  form: Form,
  options: OptionsObject,
  variables: readonly TemplateVariable[],
): Problem | undefined {
  const plain = reuseBuilder(form);
  const layers = plain.layers.flatMap(({ layer }) => layer?.id ?? []);
  const refusal = locateProblem(explanation, form, layers, variables);
  if (refusal === undefined || auth.options === undefined) return refusal;
  const without = explainForm(form, options, NO_SURROUNDINGS, true);
  const { message, code, help } = refusal;
  return without.explanation.error === undefined ? { field: 'auth name', message, code, help } : refusal;
}

/** The explanation with the problem of the route in the words of its field, whose positions count in the field. */
function withRouteProblem(explanation: Explanation, problems: readonly Problem[]): Explanation {
  const message = problems.find(({ field }) => field === 'route')?.message;
  const mistake = explanation.error?.message;
  if (message === undefined || mistake === undefined) return explanation;
  const tokens = explanation.tokens.map((token) =>
    token.sentence.startsWith(mistake) ? { ...token, sentence: message } : token,
  );
  return { ...explanation, tokens };
}

/** A variable of the pasted text is the reason of other problems of its field, and keeps their fix. */
function withUnresolved(problems: readonly Problem[], unresolved: readonly Problem[]): readonly Problem[] {
  if (unresolved.length === 0) return problems;
  const fixed = unresolved.map((problem) => {
    const { fix } = problems.find(({ field }) => field === problem.field) ?? {};
    return fix === undefined ? problem : { ...problem, fix };
  });
  return [...fixed, ...problems.filter(({ field }) => unresolved.every((problem) => problem.field !== field))];
}

function createState(form: Form, surroundings: Surroundings, hidden: boolean, previous?: BuilderState): BuilderState {
  const variables = readVariables(form, previous?.variables);
  const assembled = assembleOptions(form, variables);
  const explained = explainForm(form, assembled.options, surroundings, hidden);
  const { builder, auth, explanation } = explained;
  const unread = [...assembled.problems, ...builder.problems, ...explained.problems];
  const refusal = findRefusal(explained, form, assembled.options, variables);
  // Values that can't be read don't reach the builder, so it may report them as missing; its problems with other fields still apply.
  const refusals = refusal && unread.every(({ field }) => field !== refusal.field) ? [refusal] : [];
  const problems = withUnresolved([...unread, ...refusals], findUnresolved(form, variables));
  const built =
    problems.length === 0 && explanation.request ? { ...explanation, request: explanation.request } : previous?.built;
  return {
    form,
    surroundings,
    auth,
    variables,
    problems,
    missing: surroundings.findMissing?.(form, variables, explanation, surroundings.auth) ?? NO_PROBLEMS,
    explanation: withRouteProblem(explanation, problems),
    unread: explained.unread,
    built,
    request: built?.request,
  };
}

/** The state of a form; the last request and variables of the `previous` state may remain in it. */
export function deriveState(
  form: Form,
  previous?: BuilderState,
  surroundings: Surroundings = previous?.surroundings ?? NO_SURROUNDINGS,
): BuilderState {
  return createState(form, surroundings, true, previous);
}

const revealed = new WeakMap<BuilderState, BuilderState>();

/** The state with the credentials themselves in its request: to send it, to copy it, and to show it on demand. */
export function revealAuth(state: BuilderState): BuilderState {
  if (state.auth.state !== 'applied' || state.problems.length > 0) return state;
  const known = revealed.get(state) ?? createState(state.form, state.surroundings, false, state);
  revealed.set(state, known);
  return known;
}

/** Applies an edit, and rebuilds the request. */
export function reduceBuilder(state: BuilderState, action: BuilderAction): BuilderState {
  if (action.type === 'surroundings')
    return deriveState(state.form, state, { ...state.surroundings, ...action.change });
  const form = action.type === 'edit' ? action.edit(state.form) : reduceForm(state.form, action);
  return deriveState(form, state);
}
