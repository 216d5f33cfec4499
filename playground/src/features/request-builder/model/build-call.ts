/** Not in `build.ts`: the arguments of a call are written when the user asks for them. */
import { endpoint, type Endpoint } from 'endpoint.js';
import { optionsToJson } from 'endpoint.js/json';
import type { BuilderState } from './build.js';
import { chooseVendor, explainForm } from './explain-form.js';
import { EMPTY_FORM } from './form.js';
import { readOptions } from './options.js';
import { NO_SURROUNDINGS } from './surroundings.js';

/** The arguments of the operation `build` of the call service. */
export interface BuildCall {
  readonly route: string;
  /** A JSON object, or empty. */
  readonly options: string;
}

/**
 * The call that makes the server's builder build the form's request, without the credentials, which aren't for the call service;
 * undefined while nothing is built. The server has neither the form's settings nor its defaults: if the form has any, they are
 * merged into the options.
 */
export function writeBuildCall({ form, request }: BuilderState): BuildCall | undefined {
  if (request === undefined) return undefined;
  const { options, builder, explanation } = explainForm(form, readOptions(form).options, NO_SURROUNDINGS, true);
  const merge = explanation.steps.find(({ name }) => name === 'merge');
  if (merge === undefined || explanation.request === undefined) return undefined;
  const vendor = chooseVendor(form) ?? '';
  const baseUrl = form.baseUrl.trim();
  if (builder.layers.length === 0 && vendor === EMPTY_FORM.vendor && baseUrl === EMPTY_FORM.baseUrl)
    return { route: form.route, options: Reflect.ownKeys(options).length === 0 ? '' : optionsToJson(options) };
  // The vendor belongs to the builder: `accept` has what the format and the previews make of it.
  const { method, url, mediaType: _, ...merged } = merge.after as ReturnType<Endpoint['merge']>;
  // The server's defaults would restore a header that is merely absent.
  const dropped = Object.fromEntries(Object.keys(endpoint.DEFAULTS.headers).map((name) => [name, null]));
  const accept = explanation.request.headers['accept'];
  const headers = { ...dropped, ...merged.headers, ...(accept !== undefined && { accept }) };
  return {
    route: url === undefined ? '' : `${method} ${url}`,
    options: optionsToJson({ ...merged, headers }),
  };
}
