import { applyFix, type Edit, type Fix } from 'endpoint.js/explain';
import { optionsFromJson, optionsToJson } from 'endpoint.js/json';
import { readTemplate, type Form } from './form.js';
import { assembleOptions, type OptionsObject } from './options.js';
import { fillFormFromOptions } from './options-to-form.js';

/** JSON has no undefined; null drops a header too. */
function asJsonEdit(edit: Edit): Edit {
  return edit.kind === 'set' && edit.value === undefined ? { ...edit, value: null } : edit;
}

function renumber<Row extends { readonly id: number }>(rows: readonly Row[]): Row[] {
  return rows.map((row, index) => Object.assign({}, row, { id: index + 1 }));
}

/** The form with a fix applied; rows that are empty or can't be read stay as they are. */
export function applyFixTo(form: Form, fix: Fix): Form {
  const variables = readTemplate(form.route) ?? [];
  const before = assembleOptions(form, variables);
  const options = optionsFromJson(JSON.stringify(before.options));
  const fixed = applyFix(form.route, options, { ...fix, edits: fix.edits.map(asJsonEdit) });
  const json = JSON.parse(optionsToJson(fixed.options)) as OptionsObject;
  const after = fillFormFromOptions(fixed.route, json, form);
  const filled = new Set(after.variables.map(({ name }) => name));
  const unread = new Set(before.problems.map(({ field }) => field));
  const inRoute = new Set(variables.map(({ name }) => name));
  const keptRows = form.parameters.filter(
    ({ id, name, value }) => unread.has(`parameter ${id}`) || name === '' || value === '',
  );
  return {
    ...after,
    variables: [
      ...after.variables,
      ...form.variables.filter(
        ({ name }) => !filled.has(name) && (!inRoute.has(name) || unread.has(`variable ${name}`)),
      ),
    ],
    parameters: renumber([...after.parameters, ...keptRows]),
    headers: renumber([
      ...after.headers,
      ...form.headers.filter(({ id, name }) => unread.has(`header ${id}`) || name === ''),
    ]),
  };
}
