import type { RequestOptions } from 'endpoint.js';
import type { Explanation } from 'endpoint.js/explain';
import { explainForm, reuseBuilder, type AuthUse, type Explained } from './explain-form.js';
import { reduceForm, readTemplateBeginning, type Form, type FormAction, type TemplateVariable } from './form.js';
import { assembleOptions, type OptionsObject } from './options.js';
import { findUnapplied, locateProblem, NO_PROBLEMS, type Problem } from './problems.js';
import { findFieldProblems, findPending } from './readiness.js';
import { findUnsendable } from './sendable.js';
import { NO_SURROUNDINGS, type SourceText, type Surroundings } from './surroundings.js';

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
  /** Everything that keeps the request from being sent; nothing else decides that. A request that is built can be copied and shared. */
  readonly problems: readonly Problem[];
  /** Parameters that the request lacks, by the description of its API. */
  readonly missing: readonly Problem[];
  /**
   * The explanation of this form's request, or of its refusal; while the route is malformed, the url is that of its beginning.
   */
  readonly explanation: Explanation;
  /** The end of the route that isn't in the explanation's url. */
  readonly unread: string;
  /** The explanation of the request; undefined while there is a problem, except one that only a page has with sending it. */
  readonly built: Built | undefined;
  /** The request that is built. */
  readonly request: RequestOptions | undefined;
}

/** An edit of the form, or of the values around it. */
export type BuilderAction =
  | FormAction
  /** Any other edit, whose code may load when it is made. */
  | { readonly type: 'edit'; readonly edit: (form: Form) => Form }
  | { readonly type: 'surroundings'; readonly change: Partial<Surroundings> }
  /** An edit of the form as JSON. */
  | { readonly type: 'source'; readonly source: SourceText };

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

/** All values that are missing, of which the builder reports the first. */
function listMissing(refusal: Problem, { error, expressions, parameters, url }: Explanation): readonly Problem[] {
  const { parameter = '', code } = error ?? {};
  const { field, message } = refusal;
  if (code !== 'missing-parameter' || field !== `variable ${parameter}` || !message.startsWith(parameter))
    return [refusal];
  const varspecs = url.flatMap(({ source }) =>
    source.kind === 'unexpanded' ? (expressions[source.expression]?.varspecs ?? []) : [],
  );
  const others = new Set(
    varspecs.filter((varspec) => parameters[varspec.parameter]?.value == null).map(({ name }) => name),
  );
  others.delete(parameter);
  const rest = message.slice(parameter.length);
  const missing = [...others].map((name): Problem => {
    return { field: `variable ${name}`, message: name + rest, code, help: refusal.help };
  });
  return [refusal, ...missing];
}

/** The explanation in which a piece with a mistake is explained by it; positions in the route count in the field. */
function withMistakes(explanation: Explanation, problems: readonly Problem[], unread: readonly Problem[]): Explanation {
  const message = problems.find(({ field }) => field === 'route')?.message;
  const mistake = explanation.error?.message;
  const tokens =
    message === undefined || mistake === undefined
      ? explanation.tokens
      : explanation.tokens.map((token) =>
          token.sentence.startsWith(mistake) ? { ...token, sentence: message } : token,
        );
  if (unread.length === 0) return tokens === explanation.tokens ? explanation : { ...explanation, tokens };
  const mistakes = new Map(unread.map((problem) => [problem.field, problem.message]));
  const expressions = explanation.expressions.map((expression) => {
    const found = expression.varspecs.map(({ name }) => mistakes.get(`variable ${name}`)).find(Boolean);
    return found === undefined ? expression : { ...expression, sentence: found };
  });
  const url = explanation.url.map((run) => {
    const sentence = run.source.kind === 'unexpanded' ? expressions[run.source.expression]?.sentence : undefined;
    return sentence === undefined ? run : { ...run, sentence };
  });
  return { ...explanation, tokens, expressions, url };
}

/** Problems of which the first ones are the reason for others of the same field, and have their fix. */
function join(first: readonly Problem[], others: readonly Problem[]): readonly Problem[] {
  if (first.length === 0) return others;
  const fixed = first.map((problem) => {
    const { fix } = others.find(({ field }) => field === problem.field) ?? {};
    return fix === undefined ? problem : { ...problem, fix };
  });
  return [...fixed, ...others.filter(({ field }) => first.every((problem) => problem.field !== field))];
}

/** Whether a state has the explanation of a form with its credentials. */
function isExplained({ form, surroundings }: BuilderState, other: Form, around: Surroundings): boolean {
  const { auth, authOrigin, authorize } = surroundings;
  return form === other && auth === around.auth && authOrigin === around.authOrigin && authorize === around.authorize;
}

function createState(form: Form, surroundings: Surroundings, hidden: boolean, previous?: BuilderState): BuilderState {
  const pending = findPending(form, surroundings);
  // A text in place of the form is explained once it is in the form.
  if (previous && findUnapplied(pending) !== undefined && isExplained(previous, form, surroundings))
    return { ...previous, surroundings, problems: pending, built: undefined, request: undefined };
  const variables = readVariables(form, previous?.variables);
  const assembled = assembleOptions(form, variables);
  const explained = explainForm(form, assembled.options, surroundings, hidden);
  const { builder, auth } = explained;
  const refusal = findRefusal(explained, form, assembled.options, variables);
  // Values that can't be read don't reach the builder, so it may report them as missing; its problems with other fields still apply.
  const unread = [...assembled.problems, ...builder.problems, ...explained.problems];
  const refusals = refusal === undefined ? [] : listMissing(refusal, explained.explanation);
  const problems = [
    ...pending,
    ...join(findFieldProblems(form, variables, surroundings.auth), [
      ...unread,
      ...refusals.filter(({ field }) => unread.every((problem) => problem.field !== field)),
    ]),
  ];
  const explanation = withMistakes(explained.explanation, problems, assembled.problems);
  const { request } = explanation;
  const built = problems.length === 0 && request ? { ...explanation, request } : undefined;
  return {
    form,
    surroundings,
    auth,
    variables,
    problems: built === undefined ? problems : findUnsendable(built.request, form, variables),
    missing: surroundings.findMissing?.(form, variables, explanation, surroundings.auth) ?? NO_PROBLEMS,
    explanation,
    unread: explained.unread,
    built,
    request: built?.request,
  };
}

/** A pasted text that isn't in the form is settled by another form, also if the user comes back. */
function settlePaste(form: Form, surroundings: Surroundings): Surroundings {
  const { paste } = surroundings;
  return paste === undefined || paste.form === form ? surroundings : { ...surroundings, paste: undefined };
}

/** The state of a form; the variables of the `previous` state stay in it while its route is malformed. */
export function deriveState(
  form: Form,
  previous?: BuilderState,
  surroundings: Surroundings = previous?.surroundings ?? NO_SURROUNDINGS,
): BuilderState {
  return createState(form, settlePaste(form, surroundings), true, previous);
}

const revealed = new WeakMap<BuilderState, BuilderState>();

/** The state with the credentials themselves in its request: to send it, to copy it, and to show it on demand. */
export function revealAuth(state: BuilderState): BuilderState {
  if (state.auth.state !== 'applied' || state.built === undefined) return state;
  const known = revealed.get(state) ?? createState(state.form, state.surroundings, false, state);
  revealed.set(state, known);
  return known;
}

/** Applies an edit, and rebuilds the request. */
export function reduceBuilder(state: BuilderState, action: BuilderAction): BuilderState {
  if (action.type === 'surroundings')
    return deriveState(state.form, state, { ...state.surroundings, ...action.change });
  if (action.type === 'source')
    return deriveState(action.source.form, state, { ...state.surroundings, source: action.source });
  const form = action.type === 'edit' ? action.edit(state.form) : reduceForm(state.form, action);
  return deriveState(form, state);
}
