import { createEndpoint, endpoint, EndpointError, type Endpoint, type RequestOptions } from 'endpoint.js';
import { optionsFromJson, optionsToJson } from 'endpoint.js/json';
import { editForm, EMPTY_FORM, type BuilderForm, type FormAction } from './form.js';
import { assembleOptions, type OptionsObject } from './options.js';
import { problemOf, type FieldId, type Problem } from './problems.js';
import { readTemplate, type TemplateVariable } from './template-variables.js';

/** A route and its options, as the operation `build` of the call service takes them. */
export interface BuildCall {
  readonly route: string;
  /** A JSON object, or empty. */
  readonly options: string;
}

/** What the builder said to a form: a request, or why there is none. */
export type Outcome = { readonly request: RequestOptions } | { readonly refusal: string };

/** One build, for a server to repeat. */
export interface Question {
  readonly call: BuildCall;
  readonly outcome: Outcome;
  /** Why the outcomes may differ, where the server can't be told everything. */
  readonly reservation?: string;
}

/** The form, and what the builder makes of it. All of it is plain data. */
export interface BuilderState {
  readonly form: BuilderForm;
  /** Variables of the route; of the last well-formed one while it is being typed. */
  readonly variables: readonly TemplateVariable[];
  readonly problems: readonly Problem[];
  /** What was built last: from this form where there are no problems, else from an earlier one. */
  readonly request: RequestOptions | undefined;
  /** The same build for a server, and its outcome here; undefined while a field can't be read. */
  readonly question: Question | undefined;
}

/** The builder refuses what one field holds. */
class FieldError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Runs a stage that reads one field only. */
function inField<T>(field: FieldId, stage: () => T): T {
  try {
    return stage();
  } catch (error) {
    if (error instanceof EndpointError) throw new FieldError({ field, message: error.message });
    throw error;
  }
}

function builderOf({ vendor, baseUrl, defaults }: BuilderForm): Endpoint {
  const ofVendor = inField('vendor', () => createEndpoint({ vendor: vendor.trim() || undefined }));
  const ofApi = inField('baseUrl', () => ofVendor.defaults({ baseUrl: baseUrl.trim() }));
  return inField('defaults', () => ofApi.defaults(optionsFromJson(defaults)));
}

/** A server has a builder of its own, without the form's defaults: where they matter they go into the options, merged. */
function callOf(form: BuilderForm, options: OptionsObject, builder: Endpoint): BuildCall {
  const { defaults, vendor, baseUrl } = EMPTY_FORM;
  const ownBuilder =
    form.defaults.trim() !== defaults || form.vendor.trim() !== vendor || form.baseUrl.trim() !== baseUrl;
  if (!ownBuilder)
    return { route: form.route, options: Object.keys(options).length === 0 ? '' : JSON.stringify(options) };
  const { method, url, ...merged } = merge(builder, form, options);
  // A header that is merely absent would come back from the server's own defaults.
  const dropped = Object.fromEntries(Object.keys(endpoint.DEFAULTS.headers).map((name) => [name, null]));
  return {
    route: url === undefined ? '' : `${method} ${url}`,
    options: optionsToJson({ ...merged, headers: { ...dropped, ...merged.headers } }),
  };
}

function merge(builder: Endpoint, { route }: BuilderForm, options: OptionsObject) {
  const parsed = optionsFromJson(JSON.stringify(options));
  return route.trim() === '' ? builder.merge(parsed) : builder.merge(route, parsed);
}

/** The vendor belongs to the builder, not to the options. */
function reservationOf({ vendor, format, previews }: BuilderForm): Pick<Question, 'reservation'> {
  if (vendor.trim() === EMPTY_FORM.vendor || (format.trim() === '' && previews.trim() === '')) return {};
  return {
    reservation: `The server’s builder has the vendor “${EMPTY_FORM.vendor}”, so format and previews give another “accept” there.`,
  };
}

/** What the builder's own refusal of the form as a whole changes in the state. */
function refused(state: BuilderState, error: EndpointError, call: BuildCall | undefined): BuilderState {
  const names = state.variables.map(({ name }) => name);
  return {
    ...state,
    problems: [problemOf(error, state.form, names)],
    question: call && { call, outcome: { refusal: error.message }, ...reservationOf(state.form) },
  };
}

function build(state: BuilderState, options: OptionsObject): BuilderState {
  let call: BuildCall | undefined;
  try {
    const builder = builderOf(state.form);
    call = callOf(state.form, options, builder);
    const request = builder.parse(merge(builder, state.form, options));
    return { ...state, request, question: { call, outcome: { request }, ...reservationOf(state.form) } };
  } catch (error) {
    if (error instanceof FieldError) return { ...state, problems: [error.problem] };
    if (error instanceof EndpointError) return refused(state, error, call);
    throw error;
  }
}

/** The state of a form; `previous` is the state before, of which the last request and variables stay. */
export function stateOf(form: BuilderForm, previous?: BuilderState): BuilderState {
  const variables = readTemplate(form.route) ?? previous?.variables ?? [];
  const { options, problems } = assembleOptions(form, variables);
  const state = { form, variables, problems, request: previous?.request, question: undefined };
  const built = build(state, options);
  if (problems.length === 0) return built;
  // What can't be read is left out, so the builder may miss it; what it says of other fields holds all the same.
  const further = built.problems.filter(({ field }) => problems.every((problem) => problem.field !== field));
  return { ...state, problems: [...problems, ...further] };
}

/** One edit of the form, and the request built anew. */
export function reduceBuilder(state: BuilderState, action: FormAction): BuilderState {
  return stateOf(editForm(state.form, action), state);
}
