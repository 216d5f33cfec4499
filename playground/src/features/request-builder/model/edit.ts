/** Edits of a form. */
import type { Form, ParameterRow, Path, TextFieldName, ValueText } from './form.js';
import { findFilling, readTemplateBeginning, type TemplateVariable } from './template.js';

/** The lists of rows that the user adds and removes. */
export type RowList = 'parameters' | 'headers' | 'layers';

interface EditRow<List extends RowList> {
  readonly type: 'edit-row';
  readonly list: List;
  readonly id: number;
  readonly change: Partial<Omit<Form[List][number], 'id'>>;
}

export type FormAction =
  | { readonly type: 'text'; readonly field: TextFieldName; readonly value: string }
  | { readonly type: 'load'; readonly form: Form }
  /** An edit of the value of a variable, which may not have a row yet. */
  | {
      readonly type: 'variable';
      readonly variable: Pick<TemplateVariable, 'name' | 'at'>;
      readonly change: Partial<ValueText>;
    }
  | { readonly type: 'add-row'; readonly list: RowList }
  | EditRow<'parameters'>
  | EditRow<'headers'>
  | EditRow<'layers'>
  | { readonly type: 'remove-row'; readonly list: RowList; readonly id: number };

const NEW_ROWS: { readonly [List in RowList]: Omit<Form[List][number], 'id'> } = {
  parameters: { name: '', value: '', kind: 'text', place: 'auto' },
  headers: { name: '', value: '' },
  layers: { name: '', on: true, options: '' },
};

/** A row with a change; an entered value is no longer a removed one. */
function changeRow<Row extends object>(row: Row, change: object): Row {
  return { ...row, ...change, ...('removed' in row && 'value' in change && { removed: undefined }) };
}

function addRow(form: Form, list: RowList): Form {
  const id = Math.max(0, ...form[list].map((row) => row.id)) + 1;
  return { ...form, [list]: [...form[list], { id, ...NEW_ROWS[list] }] };
}

function editRow(
  form: Form,
  { list, id, change }: Pick<EditRow<RowList>, 'list' | 'id'> & { readonly change: object },
): Form {
  return { ...form, [list]: form[list].map((row) => (row.id === id ? changeRow(row, change) : row)) };
}

function editForm(form: Form, action: Exclude<FormAction, { type: 'load' }>): Form {
  switch (action.type) {
    case 'text':
      return { ...form, [action.field]: action.value };
    case 'variable': {
      const { variable, change } = action;
      const row = findFilling(form, variable);
      if (row) return editRow(form, { list: 'parameters', id: row.id, change });
      const added = addRow(form, 'parameters');
      const id = added.parameters.at(-1)?.id ?? 0;
      return editRow(added, { list: 'parameters', id, change: { name: variable.name, place: variable.at, ...change } });
    }
    case 'add-row':
      return addRow(form, action.list);
    case 'edit-row':
      return editRow(form, action);
  }
  return { ...form, [action.list]: form[action.list].filter(({ id }) => id !== action.id) };
}

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
 * The form after an edit. An edit of the route parks the rows of placeholders that it removes (`before` are the variables so far), an
 * edit of a part settles what wasn't read of it, and any edit ends a JSON text that isn't applied.
 */
export function reduceForm(form: Form, action: FormAction, before: readonly TemplateVariable[]): Form {
  if (action.type === 'load') return action.form;
  const edited = editForm(form, action);
  const parked = action.type === 'text' && action.field === 'route' ? parkRows(edited, before) : edited;
  return settleUnread({ ...parked, raw: undefined }, form);
}

/** An edited form without what was unread of the edited parts. */
export function settleUnread(form: Form, before: Form): Form {
  if (form.unread.length === 0 || form.unread !== before.unread) return form;
  const unread = form.unread.filter(({ path }) => readPart(form, path) === readPart(before, path));
  return unread.length === form.unread.length ? form : { ...form, unread };
}
