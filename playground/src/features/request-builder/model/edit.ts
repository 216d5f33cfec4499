/** Edits of a form. */
import type { Form, ParameterRow, Path, TextFieldName, ValueText } from './form.js';
import { findFilling, readTemplateBeginning, type TemplateVariable } from './template.js';

/** The lists of rows that the user adds and removes. */
export type RowList = 'parameters' | 'headers' | 'layers';

/** An edit of the form; those of fields end a JSON text that isn't applied. */
export type Edit = (form: Form) => Form;

const NEW_ROWS: { readonly [List in RowList]: Omit<Form[List][number], 'id'> } = {
  parameters: { name: '', value: '', kind: 'text', place: 'auto' },
  headers: { name: '', value: '' },
  layers: { name: '', on: true, options: '' },
};

/** A row with a change; an entered value is no longer a removed one. */
function changeRow<Row extends object>(row: Row, change: object): Row {
  return { ...row, ...change, ...('removed' in row && 'value' in change && { removed: undefined }) };
}

const set = (form: Form, member: RowList | TextFieldName, value: unknown): Form => ({
  ...form,
  [member]: value,
  raw: undefined,
});

export const setText =
  (field: TextFieldName, value: string): Edit =>
  (form) =>
    set(form, field, value);

export const addRow =
  (list: RowList, members?: Partial<ParameterRow>): Edit =>
  (form) => {
    const id = Math.max(0, ...form[list].map((row) => row.id)) + 1;
    return set(form, list, [...form[list], { id, ...NEW_ROWS[list], ...members }]);
  };

export const editRow =
  <List extends RowList>(list: List, id: number, change: Partial<Omit<Form[List][number], 'id'>>): Edit =>
  (form) =>
    set(
      form,
      list,
      form[list].map((row) => (row.id === id ? changeRow(row, change) : row)),
    );

export const removeRow =
  (list: RowList, id: number): Edit =>
  (form) =>
    set(
      form,
      list,
      form[list].filter((row) => row.id !== id),
    );

/** An edit of the value of a variable, which may not have a row yet. */
export const setVariable =
  ({ name, at }: Pick<TemplateVariable, 'name' | 'at'>, change: Partial<ValueText>): Edit =>
  (form) => {
    const row = findFilling(form, { name, at });
    const edit = row ? editRow('parameters', row.id, change) : addRow('parameters', { name, place: at, ...change });
    return edit(form);
  };

/**
 * The form with its rows parked whose placeholder left the route, and those back whose placeholder is there again. A row that only has the
 * name of a new placeholder fills it.
 */
function parkRows(form: Form, before: readonly TemplateVariable[]): Form {
  if (form.parameters.length === 0) return form;
  const { variables, wellFormed } = readTemplateBeginning(form.route);
  const isOf = (template: readonly TemplateVariable[], { name, place }: ParameterRow) =>
    template.some((variable) => variable.name === name && variable.at === place);
  const parameters = form.parameters.flatMap((row): readonly ParameterRow[] => {
    if (row.parked)
      return isOf(variables, row) && !findFilling(form, { name: row.name, at: row.place })
        ? [{ ...row, parked: undefined }]
        : [row];
    // A malformed route may have the placeholder again with the next key.
    if (!wellFormed || !isOf(before, row) || isOf(variables, row)) return [row];
    return row.value === '' ? [] : [{ ...row, parked: true }];
  });
  // The same list renders nothing again.
  return parameters.every((row, index) => row === form.parameters[index]) &&
    parameters.length === form.parameters.length
    ? form
    : { ...form, parameters };
}

/** The text of a part of a form. */
function readPart(form: Form, [part = '', name = '']: Path): string {
  switch (part) {
    case 'route':
      return form.route;
    case 'settings':
      return form.baseUrl;
    case 'headers':
      return JSON.stringify(form.headers.filter((row) => row.name.toLowerCase() === name.toLowerCase()));
    case 'defaults':
      return JSON.stringify(form.layers);
    case 'raw':
      return form.raw ?? '';
  }
  return JSON.stringify(form.parameters);
}

/**
 * The form after an edit. An edit of the route alone parks the rows of placeholders that it removes (`before` are the variables so far),
 * and an edit of a part settles what wasn't read of it.
 */
export function applyEdit(form: Form, edit: Edit, before: readonly TemplateVariable[]): Form {
  const edited = edit(form);
  const isRoute = edited.route !== form.route && edited.parameters === form.parameters;
  return settleUnread(isRoute ? parkRows(edited, before) : edited, form);
}

/** An edited form without what was unread of the edited parts. */
export function settleUnread(form: Form, before: Form): Form {
  if (form.unread.length === 0 || form.unread !== before.unread) return form;
  const unread = form.unread.filter(({ path }) => readPart(form, path) === readPart(before, path));
  return unread.length === form.unread.length ? form : { ...form, unread };
}
