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
import { EMPTY_FORM, reduceForm, type DefaultsLayer, type Form, type FormAction } from './form.js';
import { assembleOptions } from './options.js';
import { locateProblem, type Problem } from './problems.js';
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

/** An explanation of a request that could be built. */
export interface Built extends Explanation {
  readonly request: RequestOptions;
}

/** The form, and what the builder makes of it. */
export interface BuilderState {
  readonly form: Form;
  /** Variables of the route; of the last well-formed one while it is being typed. */
  readonly variables: readonly TemplateVariable[];
  readonly problems: readonly Problem[];
  /** How this form's request comes about, or why it doesn't. */
  readonly explanation: Explanation;
  /** What was built last: from this form where there are no problems, else from an earlier one. */
  readonly built: Built | undefined;
  readonly request: RequestOptions | undefined;
  /** The same build for a server, and its outcome here; undefined while a field can't be read. */
  readonly question: Question | undefined;
}

/** The layers that count, with their options; one that can't be read is left out, and is a problem. */
interface ReadLayers {
  readonly layers: readonly { readonly layer: DefaultsLayer; readonly options: EndpointOptions }[];
  readonly problems: readonly Problem[];
}

function readLayers({ layers }: Form): ReadLayers {
  const problems: Problem[] = [];
  const read = layers.flatMap((layer) => {
    if (!layer.on) return [];
    try {
      return [{ layer, options: optionsFromJson(layer.options) }];
    } catch (error) {
      if (!(error instanceof EndpointError)) throw error;
      problems.push({ field: `layer ${layer.id}`, message: error.message, position: error.position });
      return [];
    }
  });
  return { layers: read, problems };
}

/** What the builder is made with, apart from the request. */
interface Builder extends ReadLayers {
  readonly explain: Explain;
}

function createBuilder(form: Form): Builder {
  const read = readLayers(form);
  const explain = read.layers.reduce(
    (under, { layer, options }) => under.defaults(options, layer.name.trim() || undefined),
    createExplain({ vendor: form.vendor.trim() || undefined, baseUrl: form.baseUrl.trim() }),
  );
  return { ...read, explain };
}

let lastBuilder: { readonly form: Form; readonly builder: Builder } | undefined;

/** Most edits leave the builder as it is. */
function reuseBuilder(form: Form): Builder {
  const { form: last, builder } = lastBuilder ?? {};
  if (builder && last?.vendor === form.vendor && last.baseUrl === form.baseUrl && last.layers === form.layers) {
    return builder;
  }
  lastBuilder = { form, builder: createBuilder(form) };
  return lastBuilder.builder;
}

/** A server has a builder of its own, without the form's defaults: where they matter they go into the options, merged. */
function createCall(form: Form, options: EndpointOptions, { layers }: Builder): BuildCall {
  const { vendor, baseUrl } = EMPTY_FORM;
  const own = { vendor: form.vendor.trim(), baseUrl: form.baseUrl.trim() };
  const isOwn = layers.length > 0 || own.vendor !== vendor || own.baseUrl !== baseUrl;
  if (!isOwn)
    return { route: form.route, options: Reflect.ownKeys(options).length === 0 ? '' : optionsToJson(options) };
  const api: Endpoint = createEndpoint({ vendor: own.vendor || undefined }).defaults({ baseUrl: own.baseUrl });
  const builder = layers.reduce<Endpoint>((under, layer) => under.defaults(layer.options), api);
  const { method, url, ...merged } =
    form.route.trim() === '' ? builder.merge(options) : builder.merge(form.route, options);
  // A header that is merely absent would come back from the server's own defaults.
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
    reservation: `The server’s builder has the vendor “${EMPTY_FORM.vendor}”, so format and previews give another “accept” there.`,
  };
}

function createQuestion(
  form: Form,
  options: EndpointOptions,
  builder: Builder,
  explanation: Explanation,
): Question | undefined {
  const { request, error } = explanation;
  try {
    const outcome = request === undefined ? { refusal: error?.message ?? '' } : { request };
    return { call: createCall(form, options, builder), outcome, ...findReservation(form) };
  } catch (thrown) {
    // What can't even be merged can't be told to a server.
    if (thrown instanceof EndpointError) return undefined;
    throw thrown;
  }
}

function explainForm({ route }: Form, options: EndpointOptions, explain: Explain): Explanation {
  return route.trim() === '' ? explain(options) : explain(route, options);
}

/** The same list as before where it says the same: what shows it need not render again. */
function readVariables({ route }: Form, previous: readonly TemplateVariable[] = []): readonly TemplateVariable[] {
  const variables = readTemplate(route);
  return variables === undefined || JSON.stringify(variables) === JSON.stringify(previous) ? previous : variables;
}

/** The state of a form; `previous` is the state before, of which the last request and variables stay. */
export function deriveState(form: Form, previous?: BuilderState): BuilderState {
  const variables = readVariables(form, previous?.variables);
  const assembled = assembleOptions(form, variables);
  const options = optionsFromJson(JSON.stringify(assembled.options));
  const builder = reuseBuilder(form);
  const explanation = explainForm(form, options, builder.explain);
  const unread = [...assembled.problems, ...builder.problems];
  const refusal = locateProblem(
    explanation,
    form,
    builder.layers.map(({ layer }) => layer.id),
    variables,
  );
  // What can't be read is left out, so the builder may miss it; what it says of other fields holds all the same.
  const further = refusal && unread.every(({ field }) => field !== refusal.field) ? [refusal] : [];
  const problems = [...unread, ...further];
  const built =
    problems.length === 0 && explanation.request ? { ...explanation, request: explanation.request } : previous?.built;
  return {
    form,
    variables,
    problems,
    explanation,
    built,
    request: built?.request,
    question: unread.length === 0 ? createQuestion(form, options, builder, explanation) : undefined,
  };
}

/** One edit of the form, and the request built anew. */
export function reduceBuilder(state: BuilderState, action: FormAction): BuilderState {
  return deriveState(reduceForm(state.form, action), state);
}
