import { EndpointError, parse, type Expression } from 'endpoint.js/uri-template';

/** The type of a value's text: plain text or JSON. */
export type ValueKind = 'text' | 'json';

/** The place of a parameter: `auto` is the builder's rule, the others are `endpoint.in`. */
export type Place = 'auto' | 'path' | 'query' | 'body';

/** Whether a secret value was left out of the link or draft that the row came from, and isn't entered again yet. */
export interface Removable {
  readonly removed?: true | undefined;
}

/** The placeholder of a removed value. */
export const SECRET_LEFT_OUT = 'a secret was left out here: enter it';

/** The value of a template variable, kept while the route doesn't have the variable. */
export interface VariableValue extends Removable {
  readonly name: string;
  readonly value: string;
  readonly kind: ValueKind;
}

/** A parameter outside the template. */
export interface ParameterRow extends Removable {
  readonly id: number;
  readonly name: string;
  readonly value: string;
  readonly kind: ValueKind;
  readonly place: Place;
}

export interface HeaderRow extends Removable {
  readonly id: number;
  readonly name: string;
  /** Empty to drop the header from the defaults. */
  readonly value: string;
}

/** Options under those of the request: one link of the chain `endpoint.defaults(…).defaults(…)`. */
export interface DefaultsLayer {
  readonly id: number;
  /** Name of the layer in sentences; may be empty. */
  readonly name: string;
  /** Whether the layer applies. */
  readonly on: boolean;
  /** JSON text of the options; may be empty. */
  readonly options: string;
}

/** Everything that the user typed, as plain JSON. */
export interface Form {
  readonly route: string;
  readonly variables: readonly VariableValue[];
  readonly parameters: readonly ParameterRow[];
  readonly headers: readonly HeaderRow[];
  readonly format: string;
  /** Names of previews, separated by commas or spaces. */
  readonly previews: string;
  /** Later layers override earlier ones. */
  readonly layers: readonly DefaultsLayer[];
  readonly vendor: string;
  readonly baseUrl: string;
  /** Variables that the pasted text left without a value, such as `{{host}}`. They stay in the fields as text. */
  readonly unresolved: readonly string[];
  /** Sentences about what a pasted text or a link has and this form doesn't; empty if nothing is missing, or the user accepted it. */
  readonly omitted: readonly string[];
}

/** The fields of the form with a single text. */
export type TextFieldName = 'route' | 'format' | 'previews' | 'vendor' | 'baseUrl';

/** The lists of rows that the user adds and removes. */
type RowList = 'parameters' | 'headers' | 'layers';

interface EditRow<List extends RowList> {
  readonly type: 'edit-row';
  readonly list: List;
  readonly id: number;
  readonly change: Partial<Omit<Form[List][number], 'id'>>;
}

export type FormAction =
  | { readonly type: 'text'; readonly field: TextFieldName; readonly value: string }
  | { readonly type: 'load'; readonly form: Form }
  | { readonly type: 'variable'; readonly name: string; readonly change: Partial<Omit<VariableValue, 'name'>> }
  | { readonly type: 'add-row'; readonly list: RowList }
  | EditRow<'parameters'>
  | EditRow<'headers'>
  | EditRow<'layers'>
  | { readonly type: 'remove-row'; readonly list: RowList; readonly id: number };

export const EMPTY_FORM: Form = {
  route: '',
  variables: [],
  parameters: [],
  headers: [],
  format: '',
  previews: '',
  layers: [],
  vendor: 'github',
  baseUrl: 'https://api.github.com',
  unresolved: [],
  omitted: [],
};

/** The form of a first visit: a complete, valid request with all common features. */
export const EXAMPLE_FORM: Form = {
  ...EMPTY_FORM,
  route: 'GET /repos/{owner}/{repo}/issues{?state,labels,page}',
  variables: [
    { name: 'owner', value: 'nodejs', kind: 'text' },
    { name: 'repo', value: 'undici', kind: 'text' },
    { name: 'state', value: 'open', kind: 'text' },
    { name: 'labels', value: 'help wanted', kind: 'text' },
  ],
};

/** The value of a variable; empty if none was typed yet. */
export function variableValue(form: Form, name: string): VariableValue {
  return form.variables.find((variable) => variable.name === name) ?? { name, value: '', kind: 'text' };
}

const NEW_ROWS: { readonly [List in RowList]: Omit<Form[List][number], 'id'> } = {
  parameters: { name: '', value: '', kind: 'text', place: 'auto' },
  headers: { name: '', value: '' },
  layers: { name: '', on: true, options: '' },
};

/** A row with a change; an entered value is no longer a removed one. */
function changeRow<Row extends object>(row: Row, change: object): Row {
  return { ...row, ...change, ...('removed' in row && 'value' in change && { removed: undefined }) };
}

export function reduceForm(form: Form, action: FormAction): Form {
  switch (action.type) {
    case 'load':
      return action.form;
    case 'text':
      return { ...form, [action.field]: action.value };
    case 'variable': {
      const value = changeRow(variableValue(form, action.name), action.change);
      const { variables } = form;
      const known = variables.some(({ name }) => name === value.name);
      return {
        ...form,
        variables: known ? variables.map((row) => (row.name === value.name ? value : row)) : [...variables, value],
      };
    }
    case 'add-row': {
      const id = Math.max(0, ...form[action.list].map((row) => row.id)) + 1;
      return { ...form, [action.list]: [...form[action.list], { id, ...NEW_ROWS[action.list] }] };
    }
    case 'edit-row': {
      const { list, id, change } = action;
      return {
        ...form,
        [list]: form[list].map((row) => (row.id === id ? changeRow(row, change) : row)),
      };
    }
  }
  return { ...form, [action.list]: form[action.list].filter(({ id }) => id !== action.id) };
}

/** A variable of the route's template. */
export interface TemplateVariable {
  readonly name: string;
  /** The source text of its expression: `{?page}`, `{owner}`, `:owner`. */
  readonly expression: string;
  /** Whether the request can't be built without it. */
  readonly required: boolean;
  readonly place: Place;
}

/** Position of the URL in a route: after the method, if there is one, and the whitespace around it. */
export function urlStart(route: string): number {
  return /^\s*(?:[^\s/{?#:.]+\s+)?/.exec(route)?.[0].length ?? 0;
}

function listVariables(url: string, { operator, varspecs, start, end, query }: Expression): TemplateVariable[] {
  const expression = url.slice(start, end);
  const required = !query && (operator === '' || operator === '+');
  return varspecs.map(({ name }) => ({ name, expression, required, place: query ? 'query' : 'path' }));
}

function collectVariables(url: string): readonly TemplateVariable[] {
  const found = new Map<string, TemplateVariable>();
  for (const part of parse(url, { placeholders: true })) {
    if (part.kind === 'literal') continue;
    for (const variable of listVariables(url, part)) {
      // A variable in both path and query counts as one of the path.
      if (!found.has(variable.name)) found.set(variable.name, variable);
    }
  }
  return [...found.values()];
}

/** The variables of a route, or of its beginning before a mistake. */
interface ReadVariables {
  readonly variables: readonly TemplateVariable[];
  readonly wellFormed: boolean;
}

function readUrl(url: string): ReadVariables {
  try {
    return { variables: collectVariables(url), wellFormed: true };
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error;
    // The text before the mistake is well-formed.
    const { variables } = error.position ? readUrl(url.slice(0, error.position)) : { variables: [] };
    return { variables, wellFormed: false };
  }
}

/** The variables of a route in order, each once, as far as its template is well-formed. */
export function readTemplateBeginning(route: string): ReadVariables {
  return readUrl(route.slice(urlStart(route)));
}

/** The variables of a route in order, each once; undefined if its template is malformed. */
export function readTemplate(route: string): readonly TemplateVariable[] | undefined {
  const { variables, wellFormed } = readTemplateBeginning(route);
  return wellFormed ? variables : undefined;
}
