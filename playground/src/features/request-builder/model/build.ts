import {
  createEndpoint,
  endpoint,
  EndpointError,
  type Endpoint,
  type EndpointOptions,
  type RequestOptions,
} from 'endpoint.js';
import { createExplain, type Explain, type Explanation } from 'endpoint.js/explain';
import { optionsFromJson, optionsToJson } from 'endpoint.js/json';
import {
  EMPTY_FORM,
  reduceForm,
  readTemplate,
  type DefaultsLayer,
  type Form,
  type FormAction,
  type TemplateVariable,
} from './form.js';
import { assembleOptions } from './options.js';
import { locateProblem, type Problem } from './problems.js';
import { NO_SURROUNDINGS, type Surroundings } from './surroundings.js';

/** A route and its options, the arguments of the operation `build` of the call service. */
export interface BuildCall {
  readonly route: string;
  /** A JSON object, or empty. */
  readonly options: string;
}

/** The builder's result for a form: a request, or the reason for its refusal. */
type Outcome = { readonly request: RequestOptions } | { readonly refusal: string };

/** One build, for a server to repeat. */
interface Question {
  readonly call: BuildCall;
  readonly outcome: Outcome;
  /** The reason why the outcomes may differ, if the call can't carry all settings. */
  readonly reservation?: string;
}

/** An explanation of a request that could be built. */
export interface Built extends Explanation {
  readonly request: RequestOptions;
}

/** The form, and the builder's result for it. */
export interface BuilderState {
  readonly form: Form;
  readonly surroundings: Surroundings;
  /** Variables of the route, or of the last well-formed one while the route is malformed. */
  readonly variables: readonly TemplateVariable[];
  readonly problems: readonly Problem[];
  /** The explanation of this form's request, or of its refusal. */
  readonly explanation: Explanation;
  /** The last built request: from this form if it has no problems, else from an earlier one. */
  readonly built: Built | undefined;
  readonly request: RequestOptions | undefined;
  /** This build for a server to repeat; undefined while a field can't be read. */
  readonly question: Question | undefined;
}

/** The properties of a component that shows and edits the state. */
export interface BuilderProps {
  readonly state: BuilderState;
  readonly dispatch: (action: FormAction) => void;
}

/** A builder with the settings and defaults of a form. */
interface Builder {
  readonly explain: Explain;
  /** The active layers with their options; a layer that can't be read is left out and reported. */
  readonly layers: readonly { readonly layer: DefaultsLayer; readonly options: EndpointOptions }[];
  readonly problems: readonly Problem[];
}

function createBuilder(form: Form): Builder {
  const problems: Problem[] = [];
  const layers = form.layers.flatMap((layer) => {
    if (!layer.on) return [];
    try {
      return [{ layer, options: optionsFromJson(layer.options) }];
    } catch (error) {
      if (!(error instanceof EndpointError)) throw error;
      problems.push({ field: `layer ${layer.id}`, message: error.message, position: error.position });
      return [];
    }
  });
  const explain = layers.reduce(
    (under, { layer, options }) => under.defaults(options, layer.name.trim() || undefined),
    createExplain({ vendor: form.vendor.trim() || undefined, baseUrl: form.baseUrl.trim() }),
  );
  return { explain, layers, problems };
}

let lastBuilder: { readonly form: Form; readonly builder: Builder } | undefined;

/** Most edits don't change the builder. */
function reuseBuilder(form: Form): Builder {
  const { form: last, builder } = lastBuilder ?? {};
  if (builder && last?.vendor === form.vendor && last.baseUrl === form.baseUrl && last.layers === form.layers) {
    return builder;
  }
  lastBuilder = { form, builder: createBuilder(form) };
  return lastBuilder.builder;
}

/** The server's builder doesn't have the form's settings and defaults: if the form has any, they are merged into the options. */
function createCall(form: Form, options: EndpointOptions, { layers }: Builder): BuildCall {
  const vendor = form.vendor.trim();
  const baseUrl = form.baseUrl.trim();
  if (layers.length === 0 && vendor === EMPTY_FORM.vendor && baseUrl === EMPTY_FORM.baseUrl)
    return { route: form.route, options: Reflect.ownKeys(options).length === 0 ? '' : optionsToJson(options) };
  const api: Endpoint = createEndpoint({ vendor: vendor || undefined }).defaults({ baseUrl });
  const builder = layers.reduce<Endpoint>((under, layer) => under.defaults(layer.options), api);
  const { method, url, ...merged } =
    form.route.trim() === '' ? builder.merge(options) : builder.merge(form.route, options);
  // The server's defaults would restore a header that is merely absent.
  const dropped = Object.fromEntries(Object.keys(endpoint.DEFAULTS.headers).map((name) => [name, null]));
  return {
    route: url === undefined ? '' : `${method} ${url}`,
    options: optionsToJson({ ...merged, headers: { ...dropped, ...merged.headers } }),
  };
}

/** The vendor belongs to the builder, not to the options. */
function findReservation({ vendor, format, previews }: Form): Pick<Question, 'reservation'> {
  if (vendor.trim() === EMPTY_FORM.vendor || (format.trim() === '' && previews.trim() === '')) return {};
  return {
    reservation: `The server’s builder has the vendor “${EMPTY_FORM.vendor}”, so format and previews result in another “accept” there.`,
  };
}

function createQuestion(
  form: Form,
  options: EndpointOptions,
  builder: Builder,
  { request, error }: Explanation,
): Question | undefined {
  try {
    const outcome = request === undefined ? { refusal: error?.message ?? '' } : { request };
    return { call: createCall(form, options, builder), outcome, ...findReservation(form) };
  } catch (thrown) {
    // Options that can't be merged can't be sent to a server.
    if (thrown instanceof EndpointError) return undefined;
    throw thrown;
  }
}

/** Returns the previous list if nothing changed, so that its rows don't render again. */
function readVariables({ route }: Form, previous: readonly TemplateVariable[] = []): readonly TemplateVariable[] {
  const variables = readTemplate(route);
  return variables === undefined || JSON.stringify(variables) === JSON.stringify(previous) ? previous : variables;
}

/** The state of a form; the last request and variables of the `previous` state may remain in it. */
export function deriveState(
  form: Form,
  previous?: BuilderState,
  surroundings: Surroundings = previous?.surroundings ?? NO_SURROUNDINGS,
): BuilderState {
  const variables = readVariables(form, previous?.variables);
  const assembled = assembleOptions(form, variables);
  const options = optionsFromJson(JSON.stringify(assembled.options));
  const builder = reuseBuilder(form);
  const explanation = form.route.trim() === '' ? builder.explain(options) : builder.explain(form.route, options);
  const unread = [...assembled.problems, ...builder.problems];
  const refusal = locateProblem(
    explanation,
    form,
    builder.layers.map(({ layer }) => layer.id),
    variables,
  );
  // Values that can't be read don't reach the builder, so it may report them as missing; its problems with other fields still apply.
  const refusals = refusal && unread.every(({ field }) => field !== refusal.field) ? [refusal] : [];
  const problems = [...unread, ...refusals];
  const built =
    problems.length === 0 && explanation.request ? { ...explanation, request: explanation.request } : previous?.built;
  return {
    form,
    surroundings,
    variables,
    problems,
    explanation,
    built,
    request: built?.request,
    question: unread.length === 0 ? createQuestion(form, options, builder, explanation) : undefined,
  };
}

/** Applies an edit of the form, and rebuilds the request. */
export function reduceBuilder(state: BuilderState, action: FormAction): BuilderState {
  return deriveState(reduceForm(state.form, action), state);
}
