import { applyFix, EndpointError, explain, type Fix } from 'endpoint.js/explain';
import { optionsFromJson, optionsToJson } from 'endpoint.js/json';
import { readExplanation, type Remark, type Shown } from './lit-url.js';

/** The texts of the two fields. */
interface Texts {
  readonly route: string;
  readonly parameters: string;
}

/** Explains the request of two texts; without `parts` where the parameters can't be read. */
export function show(
  route: string,
  parameters: string,
): Shown | { readonly parts?: undefined; readonly remarks: readonly Remark[] } {
  try {
    return readExplanation(explain(route, optionsFromJson(parameters)));
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error;
    const remark: Remark = { tone: 'error', code: error.code, sentence: error.message, fix: undefined };
    return { remarks: [remark] };
  }
}

/** Applies a fix to the texts of the two fields. */
export function applyToTexts(route: string, parameters: string, fix: Fix): Texts {
  const fixed = applyFix(route, optionsFromJson(parameters), fix);
  return { route: fixed.route, parameters: optionsToJson(fixed.options, 2) };
}
