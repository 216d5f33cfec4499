import { applyFix, type Edit, type Fix } from 'endpoint.js/explain';
import { optionsFromJson, optionsToJson } from 'endpoint.js/json';
import type { Form } from './form.js';
import { keepUnread } from './keep-rows.js';
import { assembleOptions, type OptionsObject } from './options.js';
import { fillFormFromOptions } from './options-to-form.js';

/** JSON has no undefined; null drops a header too. */
function asJsonEdit(edit: Edit): Edit {
  return edit.kind === 'set' && edit.value === undefined ? { ...edit, value: null } : edit;
}

/** The form with a fix applied; rows that are empty or can't be read stay as they are. */
export function applyFixTo(form: Form, fix: Fix): Form {
  const options = optionsFromJson(JSON.stringify(assembleOptions(form).options));
  const fixed = applyFix(form.route, options, { ...fix, edits: fix.edits.map(asJsonEdit) });
  const json = JSON.parse(optionsToJson(fixed.options)) as OptionsObject;
  return keepUnread(fillFormFromOptions(fixed.route, json, form), form);
}
