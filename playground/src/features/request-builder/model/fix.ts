/** Not in `edit.ts`: a fix is applied when the user asks for it. */
import { applyFix, type Edit, type Fix } from 'endpoint.js/explain';
import { optionsFromJson, optionsToJson } from 'endpoint.js/json';
import type { Form } from './form.js';
import { readOptions, type OptionsObject } from './options.js';
import { replaceOptions } from './rows.js';

/** JSON has no undefined; null drops a header too. */
function asJsonEdit(edit: Edit): Edit {
  return edit.kind === 'set' && edit.value === undefined ? { ...edit, value: null } : edit;
}

/** The form with a fix applied; rows that are empty or can't be read stay as they are. */
export function applyFixTo(form: Form, fix: Fix): Form {
  const options = optionsFromJson(JSON.stringify(readOptions(form).options));
  const fixed = applyFix(form.route, options, { ...fix, edits: fix.edits.map(asJsonEdit) });
  const { baseUrl = form.baseUrl, ...others } = JSON.parse(optionsToJson(fixed.options)) as OptionsObject;
  return { ...replaceOptions(form, others), route: fixed.route, ...(typeof baseUrl === 'string' && { baseUrl }) };
}
