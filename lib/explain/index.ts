import type { EndpointOptions, EndpointSettings } from '../options.js';
import { build, type Builder } from '../request/build.js';
import { freezeDefaults, mergeOptions } from '../request/merge.js';
import { assertOptions } from '../request/option-checks.js';
import { freezeCopy } from '../request/plain-objects.js';
import { checkSettings, readSettings } from '../settings.js';
import { findUses, type Context } from './context.js';
import type { Explanation, Layer } from './explanation.js';
import { explainErrors } from './failures.js';
import { explainBody, explainDroppedHeaders, explainHeaders } from './headers.js';
import { explainParameters } from './parameters.js';
import { findWarnings } from './problems.js';
import { Recording } from './recording.js';
import { readRoute } from './route.js';
import { explainSteps } from './steps.js';
import { explainUrl } from './url.js';

/** Explains the requests of a builder. Made by `createExplain`. */
export interface Explain {
  /**
   * Explains the request that `endpoint(route, options)` builds, or the error that it throws.
   *
   * It throws no EndpointError: errors of settings and defaults are in the explanation too.
   */
  (route: string, options?: EndpointOptions): Explanation;
  (options: EndpointOptions): Explanation;
  /**
   * As `defaults` of a builder.
   * @param name this layer's name in sentences; by default its number
   */
  defaults(options: EndpointOptions, name?: string): Explain;
}

/** A builder whose layers are recorded. */
interface State {
  readonly builder: Builder;
  readonly recording: Recording;
}

/** The value of a function, or undefined after an error of the builder, which is recorded. */
function attempt<T>(recording: Recording, run: () => T) {
  try {
    return run();
  } catch (error) {
    recording.failed(error);
    return undefined;
  }
}

/** The options with headers that can be read repeatedly: a generator's become pairs. */
function replayable<T extends { readonly headers?: unknown } | undefined>(options: T) {
  const headers = options?.headers;
  if (typeof headers !== 'object' || !headers || Array.isArray(headers) || !(Symbol.iterator in headers))
    return options;
  return { ...options, headers: [...(headers as Iterable<unknown>)] };
}

/** Merges one more layer of defaults. An error in it makes the builder fail. */
function addDefaults(
  { builder, recording: earlier }: State,
  kind: Layer['kind'],
  label: string,
  options: EndpointOptions,
) {
  const recording = new Recording(earlier);
  const replay = replayable(options);
  // A copy, which later changes of the caller don't affect; one that can't be copied fails below.
  const copied = attempt(new Recording(), () => freezeCopy(replay)) ?? replay;
  recording.addLayer(kind, label, copied);
  const merged = mergeOptions(builder.defaults, assertOptions(copied, recording), { record: recording });
  const frozen = attempt(recording, () => freezeDefaults(merged).defaults) ?? builder.defaults;
  // The origin of a wrong base URL is unknown.
  return { builder: { ...builder, defaults: frozen, ...(recording.error && { allows: undefined }) }, recording };
}

function createExplainer(state: State): Explain {
  const defaults = (options: EndpointOptions, name?: string): Explain => {
    const count = state.recording.sources.filter(({ layer }) => layer.kind === 'defaults').length + 1;
    const label = `defaults ${name === undefined ? count : JSON.stringify(name)}`;
    return createExplainer(addDefaults(state, 'defaults', label, options));
  };
  return Object.assign(
    (first: string | EndpointOptions, second?: EndpointOptions) =>
      typeof first === 'string' ? explainCall(state, second, first) : explainCall(state, first),
    { defaults },
  );
}

/**
 * Makes a function that explains the requests of the builder that `createEndpoint` makes with the same settings.
 *
 * It is the builder, which records what each of its stages writes.
 */
export function createExplain(settings: EndpointSettings = {}): Explain {
  const recording = new Recording();
  const read = attempt(recording, () => readSettings(checkSettings(replayable(settings))));
  const { builder, vendor, options } = read ?? readSettings({});
  const vendorName = read && settings.vendor;
  const label = vendorName === undefined ? 'the builder' : `the vendor ${JSON.stringify(vendorName)}`;
  const initial = addDefaults({ builder, recording }, 'vendor', label, vendor);
  return createExplainer(addDefaults(initial, 'settings', 'the settings', options));
}

/** Explains the requests of the builder for GitHub's REST API. */
export const explain: Explain = /* @__PURE__ */ createExplain({
  vendor: 'github',
  baseUrl: 'https://api.github.com',
});

export { applyFix } from './edits.js';
export type * from './explanation.js';
export { EndpointError, type EndpointErrorCode } from '../errors.js';

/** Builds the request with a recorder, and explains what it recorded. */
function explainCall({ builder, recording: layers }: State, passed: EndpointOptions | undefined, text?: string) {
  const options = replayable(passed);
  const recording = new Recording(layers);
  if (options !== undefined) recording.addLayer('options', 'the options', options);
  const built = attempt(recording, () => build(builder, text, options, recording));
  const { error, sources, attribution, results } = recording;
  const request = error ? undefined : built;

  const read = readRoute(recording, text);
  const { text: route, tokens } = read;
  const found = explainParameters(read.parts, recording, builder.omitMissing);
  const { list: parameters } = found;
  const { runs: url, expressions } = explainUrl(recording, read, found, builder.query);
  const headers = explainHeaders(recording);
  const body = explainBody(recording, found);
  // Every member has its name: V8 takes many times as long to spread one object into another.
  const context: Context = {
    call: { route: text, options },
    recording,
    results,
    options: recording.options,
    urlStart: read.offset,
    builder,
    attribution,
    uses: findUses(parameters, expressions),
    route,
    request,
    error,
    tokens,
    expressions,
    url,
    headers,
    body,
    parameters,
  };
  const list = sources.map(({ layer }) => layer);
  if (text !== undefined) list.push({ kind: 'route', index: list.length, label: 'the route' });
  const problems = explainErrors(context);
  return {
    layers: list,
    problem: problems[0],
    problems,
    warnings: findWarnings(context),
    droppedHeaders: explainDroppedHeaders(recording),
    route,
    request,
    error,
    tokens,
    expressions,
    url,
    headers,
    body,
    parameters,
    steps: explainSteps(recording, text, { request, expressions }),
  };
}
