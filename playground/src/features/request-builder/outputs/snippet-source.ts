import { optionsFromJson } from 'endpoint.js/json';
import type { SnippetSource } from 'endpoint.js/snippets';
import { mergeAuth } from '../model/auth.js';
import { deriveState, type BuilderState } from '../model/build.js';
import { concealVariables } from '../model/conceal.js';
import { EMPTY_FORM, type Form } from '../model/form.js';
import { assembleOptions, type OptionsObject } from '../model/options.js';
import { hasReferences } from '../model/reference-check.js';
import { loadedReferences } from '../model/references.js';
import type { StatedParameters } from './output.js';

/** The part of a state that its snippets come from. */
export type SnippetState = Pick<BuilderState, 'form' | 'auth' | 'surroundings'>;

/** The form with the values of its `{{name}}`, which a program doesn't have. */
function substituteForm({ form, surroundings }: SnippetState): Form {
  const references = hasReferences(form) ? loadedReferences() : undefined;
  return references?.substituteForm(form, surroundings.variables).form ?? form;
}

/** The state with other texts in place of the secret variables that it uses; it may have no request then. */
export function hideVariables(state: BuilderState): BuilderState {
  const { form, surroundings } = state;
  const concealed = concealVariables(surroundings.variables);
  const secrets = surroundings.variables.filter(({ value }, index) => value !== concealed[index]?.value);
  const used = new Set(listInserted(state));
  if (!secrets.some(({ name }) => used.has(name))) return state;
  return deriveState(form, undefined, { ...surroundings, variables: concealed });
}

/** The names of the `{{name}}` whose values are in the snippets of a request. */
export function listInserted({ form, variables }: BuilderState): readonly string[] {
  const isUsed = (name: string) => variables.some((variable) => variable.name === name);
  return (hasReferences(form) && loadedReferences()?.listFormNames(form, isUsed)) || [];
}

/** The inputs of a request, for the snippet that builds it. */
export function createSource(
  state: SnippetState,
  notes: StatedParameters | undefined,
  mask = (options: OptionsObject) => options,
): SnippetSource {
  const form = substituteForm(state);
  const vendor = form.vendor.trim();
  const baseUrl = form.baseUrl.trim();
  const hasSettings = vendor !== EMPTY_FORM.vendor || baseUrl !== EMPTY_FORM.baseUrl;
  return {
    route: form.route.trim(),
    options: optionsFromJson(JSON.stringify(mask(mergeAuth(assembleOptions(form).options, state.auth.options)))),
    ...(hasSettings && { settings: { ...(vendor !== '' && { vendor }), baseUrl } }),
    ...(notes && { types: Object.fromEntries([...notes].filter(([, { place }]) => place !== 'header')) }),
  };
}
