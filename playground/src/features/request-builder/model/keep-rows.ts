import { type Form, type HeaderRow, type ParameterRow, type VariableValue, readTemplate } from './form.js';
import { assembleOptions, type OptionsObject } from './options.js';
import { applyFix, type Edit, type Fix } from 'endpoint.js/explain';
import { optionsFromJson, optionsToJson } from 'endpoint.js/json';
import { fillFormFromOptions } from './options-to-form.js';

/** Fields whose rows options can't express, such as `variable id`, by the form that they were read from. */
function listUnread(form: Form): ReadonlySet<string> {
  return new Set(assembleOptions(form).problems.map(({ field }) => field));
}

/** The kept rows follow the others. A row stays unless its name was set anew, which replaces it. */
function join<Row>(
  after: readonly Row[],
  before: readonly Row[],
  isUnread: (row: Row) => boolean,
  key: (row: Row) => string,
) {
  const readBefore = new Set(before.filter((row) => !isUnread(row)).map(key));
  const added = new Set(after.map(key).filter((name) => !readBefore.has(name)));
  return [...after, ...before.filter((row) => isUnread(row) && !added.has(key(row)))];
}

const renumber = <Row extends { readonly id: number }>(rows: readonly Row[]): Row[] =>
  rows.map((row, index) => Object.assign({}, row, { id: index + 1 }));

/**
 * A form that was read from options, with the rows of the form before that options can't express: empty ones, values that can't be
 * read, second ones of a name, values of variables that the route doesn't have, and secrets that were left out.
 */
export function keepUnread(after: Form, before: Form): Form {
  const unread = listUnread(before);
  const inRoute = new Set((readTemplate(before.route) ?? []).map(({ name }) => name));
  return {
    ...after,
    unresolved: before.unresolved,
    omitted: before.omitted,
    variables: join<VariableValue>(
      after.variables,
      before.variables,
      ({ name, value }) => value === '' || !inRoute.has(name) || unread.has(`variable ${name}`),
      ({ name }) => name,
    ),
    parameters: renumber(
      join<ParameterRow>(
        after.parameters,
        before.parameters,
        ({ id, value }) => value === '' || unread.has(`parameter ${id}`),
        ({ place, name }) => `${place} ${name}`,
      ),
    ),
    headers: renumber(
      join<HeaderRow>(
        after.headers,
        before.headers,
        ({ id, name, value, removed }) =>
          (value === '' && (name === '' || removed === true)) || unread.has(`header ${id}`),
        ({ name }) => name.toLowerCase(),
      ),
    ),
  };
}

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
