import { findUses } from './context.js';
import type { Explanation, Layer } from './explanation.js';
import { explainBody, explainDroppedHeaders, explainHeaders } from './headers.js';
import { explainParameters } from './parameters.js';
import { readRoute } from './route/read-route.js';
import { explainError } from './fixes/fixes.js';
import { layerLabels } from './sentences.js';
import { explainSteps } from './steps/steps.js';
import { trace, type Call } from './trace.js';
import { explainUrl } from './url/url.js';
import { findWarnings } from './warnings/warnings.js';

/** Explains a call with a known outcome. */
export function explainCall(call: Call): Explanation {
  const traced = trace(call);
  const route = readRoute(traced);
  const parameters = explainParameters(route, traced);
  const { runs, expressions } = explainUrl(traced, route, parameters);
  const headers = explainHeaders(traced);
  const body = explainBody(traced, parameters);
  const uses = findUses(parameters.list, expressions);
  const context = { trace: traced, route, expressions, url: runs, parameters: parameters.list, uses, headers, body };
  const layers: Layer[] = call.sources.map(({ kind, index, label }) => ({ kind, index, label }));
  if (call.route !== undefined) layers.push({ kind: 'route', index: layers.length, label: layerLabels.route });
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
    steps: explainSteps(traced, route, expressions, headers),
  };
}
