/** How the text of a value is read: as it stands, or as JSON. */
export type ValueKind = 'text' | 'json';

/** Where a parameter goes: `auto` is the builder's own rule, the others are `endpoint.in`. */
export type Place = 'auto' | 'path' | 'query' | 'body';

/** The value of one of the template's variables. Kept while the variable is away from the route, for when it comes back. */
export interface VariableValue {
  readonly name: string;
  readonly value: string;
  readonly kind: ValueKind;
}

/** A parameter that the template does not name. */
export interface ParameterRow {
  readonly id: number;
  readonly name: string;
  readonly value: string;
  readonly kind: ValueKind;
  readonly place: Place;
}

export interface HeaderRow {
  readonly id: number;
  readonly name: string;
  /** Empty: the header is taken out of the defaults. */
  readonly value: string;
}

/** Everything that the user typed, as plain JSON values. */
export interface BuilderForm {
  readonly route: string;
  readonly variables: readonly VariableValue[];
  readonly parameters: readonly ParameterRow[];
  readonly headers: readonly HeaderRow[];
  readonly format: string;
  /** Names of previews, separated by commas or blanks. */
  readonly previews: string;
  /** JSON text of the options given to `endpoint.defaults`; may be empty. */
  readonly defaults: string;
  readonly vendor: string;
  readonly baseUrl: string;
}

/** The fields of the form that are one line or block of text. */
export type TextFieldName = 'route' | 'format' | 'previews' | 'defaults' | 'vendor' | 'baseUrl';

export type FormAction =
  | { readonly type: 'text'; readonly field: TextFieldName; readonly value: string }
  | { readonly type: 'variable'; readonly name: string; readonly change: Partial<Omit<VariableValue, 'name'>> }
  | { readonly type: 'add-parameter' }
  | { readonly type: 'edit-parameter'; readonly id: number; readonly change: Partial<Omit<ParameterRow, 'id'>> }
  | { readonly type: 'remove-parameter'; readonly id: number }
  | { readonly type: 'add-header' }
  | { readonly type: 'edit-header'; readonly id: number; readonly change: Partial<Omit<HeaderRow, 'id'>> }
  | { readonly type: 'remove-header'; readonly id: number };

export const EMPTY_FORM: BuilderForm = {
  route: '',
  variables: [],
  parameters: [],
  headers: [],
  format: '',
  previews: '',
  defaults: '',
  vendor: 'github',
  baseUrl: 'https://api.github.com',
};

/** What a newcomer sees first: a request that is complete, with one of everything that is common. */
export const EXAMPLE_FORM: BuilderForm = {
  ...EMPTY_FORM,
  route: 'GET /repos/{owner}/{repo}/issues{?state,labels,page}',
  variables: [
    { name: 'owner', value: 'octokit', kind: 'text' },
    { name: 'repo', value: 'endpoint.js', kind: 'text' },
    { name: 'labels', value: '["bug", "help wanted"]', kind: 'json' },
  ],
};

/** The value kept for a variable: empty where none was typed yet. */
export function variableValue(form: BuilderForm, name: string): VariableValue {
  return form.variables.find((variable) => variable.name === name) ?? { name, value: '', kind: 'text' };
}

function nextId(rows: readonly { readonly id: number }[]): number {
  return rows.reduce((highest, row) => Math.max(highest, row.id), 0) + 1;
}

function edited<Row extends { readonly id: number }>(
  rows: readonly Row[],
  id: number,
  change: NoInfer<Partial<Row>>,
): Row[] {
  return rows.map((row) => (row.id === id ? { ...row, ...change } : row));
}

export function editForm(form: BuilderForm, action: FormAction): BuilderForm {
  const { variables, parameters, headers } = form;
  switch (action.type) {
    case 'text':
      return { ...form, [action.field]: action.value };
    case 'variable': {
      const others = variables.filter(({ name }) => name !== action.name);
      return { ...form, variables: [...others, { ...variableValue(form, action.name), ...action.change }] };
    }
    case 'add-parameter': {
      const row: ParameterRow = { id: nextId(parameters), name: '', value: '', kind: 'text', place: 'auto' };
      return { ...form, parameters: [...parameters, row] };
    }
    case 'edit-parameter':
      return { ...form, parameters: edited(parameters, action.id, action.change) };
    case 'remove-parameter':
      return { ...form, parameters: parameters.filter(({ id }) => id !== action.id) };
    case 'add-header':
      return { ...form, headers: [...headers, { id: nextId(headers), name: '', value: '' }] };
    case 'edit-header':
      return { ...form, headers: edited(headers, action.id, action.change) };
  }
  return { ...form, headers: headers.filter(({ id }) => id !== action.id) };
}
