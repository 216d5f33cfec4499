import { createEndpoint } from '../endpoint.js';
import type { EndpointOptions, EndpointSettings } from '../options.js';
import { findUses, type Context } from './context.js';
import type { Explanation, Layer } from './explanation.js';
import { explainBody, explainDroppedHeaders, explainHeaders } from './headers.js';
import { attempt, replayable, snapshot, type Source } from './layers.js';
import { explainParameters } from './parameters.js';
import { explainError, findWarnings } from './problems.js';
import { readRoute } from './route.js';
import { explainSteps } from './steps.js';
import { deriveRules, trace, type Call } from './trace.js';
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

/** A builder, or the error that prevents it and the layer of that error. */
interface State extends Pick<Call, 'builder' | 'error' | 'errorLayer' | 'sources' | 'rules'> {}

function addSource(sources: readonly Source[], kind: Layer['kind'], label: string, options: EndpointOptions): Source[] {
  return [...sources, { kind, label, index: sources.length, options }];
}

function withDefaults(state: State, defaults: EndpointOptions, name: string | undefined): State {
  const { builder } = state;
  const count = state.sources.filter(({ kind }) => kind === 'defaults').length + 1;
  const options = attempt(() => snapshot(defaults));
  const next = attempt(() => builder?.defaults(options.value ?? defaults));
  const sources = addSource(
    state.sources,
    'defaults',
    `defaults ${name === undefined ? count : JSON.stringify(name)}`,
    options.value ?? {},
  );
  if (state.error || !next.error) return { ...state, builder: next.value, sources };
  const { kind, index, label } = sources.at(-1) as Source;
  return { ...state, builder: undefined, error: next.error, errorLayer: { kind, index, label }, sources };
}

function createExplainer(state: State): Explain {
  const explainWith = (route: string | undefined, callOptions: EndpointOptions | undefined): Explanation => {
    const options = replayable(callOptions);
    const { builder, error, errorLayer, rules } = state;
    const built = attempt(() =>
      route === undefined ? builder?.(options as never) : builder?.(route, options as never),
    );
    const sources = options === undefined ? state.sources : addSource(state.sources, 'options', 'the options', options);
    return explainCall({
      sources,
      rules,
      route,
      request: built.value,
      error: error ?? built.error,
      errorLayer,
      builder,
    });
  };
  return Object.assign(
    (route: string | EndpointOptions, options?: EndpointOptions) =>
      typeof route === 'string' ? explainWith(route, options) : explainWith(undefined, route),
    { defaults: (options: EndpointOptions, name?: string) => createExplainer(withDefaults(state, options, name)) },
  );
}

/**
 * Makes a function that explains the requests of the builder that `createEndpoint` makes with the same settings.
 *
 * It runs the builder's stages one by one, and attributes the input and the output of each.
 */
export function createExplain(settings: EndpointSettings = {}): Explain {
  const replay = replayable(settings);
  const builder = attempt(() => createEndpoint(replay));
  const valid = builder.value ? replay : {};
  const { vendor, mediaTypeVersion, baseUrl, headers, mediaType } = valid;
  const { DEFAULTS } = createEndpoint({ vendor, mediaTypeVersion });
  const options = { baseUrl, headers, mediaType };
  for (const name of ['baseUrl', 'headers', 'mediaType'] as const)
    if (options[name] === undefined) delete options[name];
  const builderLabel = vendor === undefined ? 'the builder' : `the vendor ${JSON.stringify(vendor)}`;
  const layer: Layer = { kind: 'settings', index: 1, label: 'the settings' };
  return createExplainer({
    builder: builder.value,
    error: builder.error,
    errorLayer: builder.error && layer,
    rules: deriveRules(valid),
    sources: [
      { kind: 'vendor', index: 0, label: builderLabel, options: { headers: DEFAULTS.headers } },
      { ...layer, options: snapshot(options) },
    ],
  });
}

/** Explains the requests of the builder for GitHub's REST API. */
export const explain: Explain = /* @__PURE__ */ createExplain({
  vendor: 'github',
  baseUrl: 'https://api.github.com',
});

export { applyFix } from './apply-fix.js';
export type * from './explanation.js';
export { EndpointError, type EndpointErrorCode } from '../errors.js';

/** Explains a call with a known outcome. */
function explainCall(call: Call): Explanation {
  const traced = trace(call);
  const route = readRoute(traced);
  const parameters = explainParameters(route, traced);
  const { runs, expressions } = explainUrl(traced, route, parameters);
  const headers = explainHeaders(traced);
  const body = explainBody(traced, parameters);
  const layers: Layer[] = call.sources.map(({ kind, index, label }) => ({ kind, index, label }));
  if (call.route !== undefined) layers.push({ kind: 'route', index: layers.length, label: 'the route' });
  const options = call.sources.find(({ kind }) => kind === 'options')?.options;
  const { builder } = call;
  const context: Context = {
    route: route.text,
    request: call.request,
    error: call.error,
    tokens: route.tokens,
    expressions,
    url: runs,
    headers,
    body,
    parameters: parameters.list,
    steps: explainSteps(traced, route, expressions, headers),
    call: { route: call.route, options },
    options: traced.options,
    method: traced.method,
    urlStart: route.offset,
    hasVendor: traced.rules.amendAccept !== undefined,
    attribution: traced.attribution,
    errorLayer: call.errorLayer,
    uses: findUses(parameters.list, expressions),
    tryBuild:
      builder &&
      ((fixedRoute, fixed) =>
        attempt(() => (fixedRoute === undefined ? builder(fixed as never) : builder(fixedRoute, fixed as never)))
          .error),
  };
  return {
    route: route.text,
    layers,
    request: call.request,
    error: call.error,
    problem: explainError(context),
    warnings: findWarnings(context),
    tokens: route.tokens,
    expressions,
    url: runs,
    headers,
    droppedHeaders: explainDroppedHeaders(traced, headers),
    body,
    parameters: parameters.list,
    steps: context.steps,
  };
}
