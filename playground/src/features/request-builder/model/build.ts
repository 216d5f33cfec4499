import type { RequestOptions } from 'endpoint.js';
import type { Explanation } from 'endpoint.js/explain';
import { applyEdit, type Edit } from './edit.js';
import { explainForm, findUnreadEnd, type AuthUse } from './explain-form.js';
import type { Form } from './form.js';
import { readOptions } from './options.js';
import { findFirstDefaults, findProblem, locateRefusal, type Problem } from './problems.js';
import { findFieldProblems, findPending } from './readiness.js';
import { findUnsendable } from './sendable.js';
import { NO_SURROUNDINGS, type Surroundings } from './surroundings.js';
import { readTemplateBeginning, type TemplateVariable } from './template.js';

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
  /** The request that is built; undefined while there is a problem, except one that only a page has with sending it. */
  readonly request: RequestOptions | undefined;
}

/** An edit of the form, whose code may load when it is made, or a change of the values around it. */
export type BuilderAction = Edit | Partial<Surroundings>;

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

/** The explanation in which an expression with a value that can't be read is explained by that. */
function withMistakes(explanation: Explanation, form: Form, unreadable: readonly Problem[]): Explanation {
  if (unreadable.length === 0) return explanation;
  const mistakes = new Map(unreadable.map(({ field, message }) => [field, message]));
  const expressions = explanation.expressions.map((expression) => {
    const rows = form.parameters.filter(({ name }) => expression.varspecs.some((varspec) => varspec.name === name));
    const sentence = rows.map(({ id }) => mistakes.get(`parameter ${id}`)).find(Boolean);
    return sentence === undefined ? expression : { ...expression, sentence };
  });
  const url = explanation.url.map((run) => {
    const sentence = run.source.kind === 'unexpanded' ? expressions[run.source.expression]?.sentence : undefined;
    return sentence === undefined ? run : { ...run, sentence };
  });
  return { ...explanation, expressions, url };
}

/** The problems of other fields than the first ones, which are their reasons. */
const hide = (problems: readonly Problem[], first: readonly Problem[]): readonly Problem[] =>
  problems.filter(({ field }) => findProblem(first, field) === undefined);

function createState(form: Form, surroundings: Surroundings, hidden: boolean, previous?: BuilderState): BuilderState {
  const variables = readVariables(form, previous?.variables);
  const { options, problems: unreadable } = readOptions(form);
  const explained = explainForm(form, options, surroundings, hidden);
  const { builder, auth } = explained;
  // Values that can't be read don't reach the builder, so it may report them as missing; its problems with other fields still apply.
  const unread = [...unreadable, ...builder.problems, ...explained.problems];
  // The layer of the credentials has a field too.
  const first = findFirstDefaults(explained.explanation);
  const layers = new Map(builder.layers.map(({ field }, index) => [first + index, field]));
  const refusals = explained.explanation.problems.map((problem) => locateRefusal(problem, form, layers, variables));
  const others = [...unread, ...hide(refusals, unread)];
  const pending = findFieldProblems(form, variables, surroundings.auth).map((problem) =>
    Object.assign({}, problem, { fix: findProblem(others, problem.field)?.fix }),
  );
  const problems = [...findPending(form, surroundings), ...pending, ...hide(others, pending)];
  const explanation = withMistakes(explained.explanation, form, unreadable);
  const request = problems.length === 0 ? explanation.request : undefined;
  return {
    form,
    surroundings,
    auth,
    variables,
    problems: request ? findUnsendable({ request, explanation, form, layers }) : problems,
    missing: surroundings.findMissing?.(form, variables, explanation, surroundings.auth) ?? [],
    explanation,
    unread: findUnreadEnd(explanation, form.route),
    request,
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
  if (state.auth.state !== 'applied' || state.request === undefined) return state;
  const known = revealed.get(state) ?? createState(state.form, state.surroundings, false, state);
  revealed.set(state, known);
  return known;
}

/** Applies an edit, and rebuilds the request. */
export function reduceBuilder(state: BuilderState, action: BuilderAction): BuilderState {
  const { form, variables, surroundings } = state;
  if (typeof action === 'function') return deriveState(applyEdit(form, action, variables), state);
  return deriveState(form, state, { ...surroundings, ...action });
}
