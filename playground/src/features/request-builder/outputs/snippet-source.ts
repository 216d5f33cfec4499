import { optionsFromJson } from 'endpoint.js/json';
import type { SnippetSource } from 'endpoint.js/snippets';
import { mergeAuth } from '../model/auth.js';
import type { BuilderState } from '../model/build.js';
import { EMPTY_FORM } from '../model/form.js';
import { assembleOptions, type OptionsObject } from '../model/options.js';
import type { StatedParameters } from './output.js';

/** The part of a state that its snippets come from. */
export type SnippetState = Pick<BuilderState, 'form' | 'auth'>;

/** The inputs of a request, for the snippet that builds it. */
export function createSource(
  { form, auth }: SnippetState,
  notes: StatedParameters | undefined,
  mask = (options: OptionsObject) => options,
): SnippetSource {
  const vendor = form.vendor.trim();
  const baseUrl = form.baseUrl.trim();
  const hasSettings = vendor !== EMPTY_FORM.vendor || baseUrl !== EMPTY_FORM.baseUrl;
  return {
    route: form.route.trim(),
    options: optionsFromJson(JSON.stringify(mask(mergeAuth(assembleOptions(form).options, auth.options)))),
    ...(hasSettings && { settings: { ...(vendor !== '' && { vendor }), baseUrl } }),
    ...(notes && { types: Object.fromEntries([...notes].filter(([, { place }]) => place !== 'header')) }),
  };
}
