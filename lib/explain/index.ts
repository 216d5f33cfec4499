import { createEndpoint } from '../endpoint.js';
import { explainCall } from './explain-call.js';
import type { Explanation, Layer } from './explanation.js';
import { replayable, snapshot, type Source } from './layers.js';
import { layerLabels } from './sentences.js';
import { attempt, rulesOf, type Call } from './trace.js';
import type { EndpointOptions, EndpointSettings } from '../options.js';

/** Explains what a builder does. Made by `createExplain`. */
export interface Explain {
  /**
   * Explains the request that `endpoint(route, options)` builds, or the error that it throws.
   *
   * It throws no EndpointError itself: also what is wrong with settings or defaults is in the explanation.
   */
  (route: string, options?: EndpointOptions): Explanation;
  (options: EndpointOptions): Explanation;
  /**
   * As `defaults` of a builder.
   * @param name how sentences call this layer; by default it is counted
   */
  defaults(options: EndpointOptions, name?: string): Explain;
}

/** A builder, or why there is none: the error, and the layer that it is about. */
interface State extends Pick<Call, 'builder' | 'error' | 'errorLayer' | 'sources' | 'rules'> {}

function addSource(sources: readonly Source[], kind: Layer['kind'], label: string, options: EndpointOptions): Source[] {
  return [...sources, { kind, label, index: sources.length, options }];
}

function withDefaults(state: State, given: EndpointOptions, name: string | undefined): State {
  const { builder } = state;
  const count = state.sources.filter(({ kind }) => kind === 'defaults').length + 1;
  const options = attempt(() => snapshot(given));
  const next = attempt(() => builder?.defaults(options.value ?? given));
  const sources = addSource(state.sources, 'defaults', layerLabels.defaults(count, name), options.value ?? {});
  if (state.error || !next.error) return { ...state, builder: next.value, sources };
  const { kind, index, label } = sources.at(-1) as Source;
  return { ...state, builder: undefined, error: next.error, errorLayer: { kind, index, label }, sources };
}

function explainer(state: State): Explain {
  const explainWith = (route: string | undefined, given: EndpointOptions | undefined): Explanation => {
    const options = replayable(given);
    const { builder, error, errorLayer, rules } = state;
    const built = attempt(() =>
      route === undefined ? builder?.(options as never) : builder?.(route, options as never),
    );
    const sources =
      options === undefined ? state.sources : addSource(state.sources, 'options', layerLabels.options, options);
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
    { defaults: (options: EndpointOptions, name?: string) => explainer(withDefaults(state, options, name)) },
  );
}

/**
 * Makes a function that explains what the builder of `createEndpoint(settings)` does, with the same settings.
 *
 * It explains the very pass: the builder's stages are run one by one, and what each gets and gives is attributed.
 */
export function createExplain(settings: EndpointSettings = {}): Explain {
  const replay = replayable(settings);
  const builder = attempt(() => createEndpoint(replay));
  const good = builder.value ? replay : {};
  const { vendor, mediaTypeVersion, baseUrl, headers, mediaType } = good;
  const { DEFAULTS } = createEndpoint({ vendor, mediaTypeVersion });
  const given = { baseUrl, headers, mediaType };
  for (const name of ['baseUrl', 'headers', 'mediaType'] as const) if (given[name] === undefined) delete given[name];
  const layer: Layer = { kind: 'settings', index: 1, label: layerLabels.settings };
  return explainer({
    builder: builder.value,
    error: builder.error,
    errorLayer: builder.error && layer,
    rules: rulesOf(good),
    sources: [
      { kind: 'vendor', index: 0, label: layerLabels.vendor(vendor), options: { headers: DEFAULTS.headers } },
      { ...layer, options: snapshot(given) },
    ],
  });
}

/** Explains what the builder for GitHub's REST API does. */
export const explain: Explain = /* @__PURE__ */ createExplain({
  vendor: 'github',
  baseUrl: 'https://api.github.com',
});

export { applyFix } from './fixes/apply-fix.js';
export type * from './explanation.js';
export { EndpointError, type EndpointErrorCode } from '../errors.js';
