import type { Variable } from '../../../variables/references.js';
import {
  describeMissing,
  listNames,
  substitute,
  type Notation,
  type Substitution,
  type Values,
} from '../../../variables/substitute.js';
import type { DefaultsLayer, Form, HeaderRow, ParameterRow, TextFieldName, VariableValue } from '../model/form.js';
import { hasReferences, type SubstitutedForm } from '../model/reference-check.js';
import type { FieldId, Problem } from '../model/problems.js';

const NONE: readonly never[] = [];
const TEXT_FIELDS: readonly TextFieldName[] = ['route', 'baseUrl', 'format', 'previews', 'vendor'];

type Row = VariableValue | ParameterRow | HeaderRow | DefaultsLayer;
type Lists = Pick<Form, 'variables' | 'parameters' | 'headers' | 'layers'>;

/** The problem of a text's references; undefined if each has a value. */
function findProblem(field: FieldId, { missing, tooLong, references }: Substitution): Problem | undefined {
  if (tooLong)
    return {
      field,
      message: 'The values of its variables are too long together.',
      position: references[0]?.typed.start,
    };
  if (missing === undefined) return undefined;
  return {
    field,
    message: describeMissing(missing),
    position: missing.typed.start,
    at: missing.typed,
    variable: missing.name,
  };
}

/** A row with its values, and the substitutions of its texts. */
interface SubstitutedRow<Kind extends Row> {
  readonly row: Kind;
  readonly problem: Problem | undefined;
}

type Substitute<Kind extends Row> = (row: Kind, insert: (text: string, notation?: Notation) => string) => Kind;

function substituteRow<Kind extends Row>(
  row: Kind,
  field: FieldId,
  values: Values,
  change: Substitute<Kind>,
): SubstitutedRow<Kind> {
  let problem: Problem | undefined;
  const insert = (text: string, notation?: Notation) => {
    const substitution = substitute(text, values, notation);
    problem ??= findProblem(field, substitution);
    return substitution.text;
  };
  return { row: change(row, insert), problem };
}

/** The result for a list, or for a row, with the values that it was made with. */
const substituted = new WeakMap<object, { readonly values: Values; readonly result: unknown }>();

function reuse<Result>(key: object, values: Values, make: () => Result): Result {
  const known = substituted.get(key);
  if (known?.values === values) return known.result as Result;
  const result = make();
  substituted.set(key, { values, result });
  return result;
}

interface SubstitutedList<Kind extends Row> {
  readonly rows: readonly Kind[];
  readonly problems: readonly Problem[];
}

/** The rows that can be read, with their values. The same list results in the same list, so that the builder is made once. */
function substituteList<Kind extends Row>(
  rows: readonly Kind[],
  values: Values,
  fieldOf: (row: Kind) => FieldId,
  change: Substitute<Kind>,
): SubstitutedList<Kind> {
  if (!hasReferences(rows)) return { rows, problems: NONE };
  return reuse(rows, values, () => {
    const results = rows.map((row): SubstitutedRow<Kind> =>
      hasReferences(row)
        ? reuse(row, values, () => substituteRow(row, fieldOf(row), values, change))
        : { row, problem: undefined },
    );
    return {
      rows: results.flatMap(({ row, problem }) => (problem === undefined ? [row] : [])),
      problems: results.flatMap(({ problem }) => problem ?? []),
    };
  });
}

function substituteLists({ variables, parameters, headers, layers }: Form, values: Values) {
  return {
    variables: substituteList(
      variables,
      values,
      ({ name }) => `variable ${name}`,
      (row, insert) => ({ ...row, value: insert(row.value, row.kind) }),
    ),
    parameters: substituteList(
      parameters,
      values,
      ({ id }) => `parameter ${id}`,
      (row, insert) => ({ ...row, name: insert(row.name), value: insert(row.value, row.kind) }),
    ),
    headers: substituteList(
      headers,
      values,
      ({ id }) => `header ${id}`,
      (row, insert) => ({ ...row, name: insert(row.name), value: insert(row.value) }),
    ),
    layers: substituteList(
      layers,
      values,
      ({ id }) => `layer ${id}`,
      // A layer that is off needs no values.
      (row, insert) => (row.on ? { ...row, options: insert(row.options, 'json') } : row),
    ),
  } satisfies { [Name in keyof Lists]: SubstitutedList<Lists[Name][number]> };
}

const maps = new WeakMap<readonly Variable[], Values>();

/** The same map for the same variables, which tells whether an earlier result still applies. */
function readValues(variables: readonly Variable[]): Values {
  const known = maps.get(variables);
  if (known !== undefined) return known;
  const values = new Map(variables.map(({ name, value }) => [name, value]));
  maps.set(variables, values);
  return values;
}

/** Inserts the values of variables into all texts of a form, before anything else reads it. */
export function substituteForm(form: Form, variables: readonly Variable[]): SubstitutedForm {
  const values = readValues(variables);
  const texts = TEXT_FIELDS.map((field) => [field, substitute(form[field], values)] as const);
  const lists = substituteLists(form, values);
  const route = texts.find(([field]) => field === 'route')?.[1];
  return {
    form: {
      ...form,
      ...Object.fromEntries(texts.map(([field, { text }]) => [field, text])),
      variables: lists.variables.rows,
      parameters: lists.parameters.rows,
      headers: lists.headers.rows,
      layers: lists.layers.rows,
    },
    problems: [
      ...texts.flatMap(([field, substitution]) => findProblem(field, substitution) ?? []),
      ...Object.values(lists).flatMap(({ problems }) => problems),
    ],
    route: route !== undefined && route.references.length > 0 ? route : undefined,
    values,
  };
}

/** The names that a form refers to, each once. Values of the route's variables count if `isNeeded` accepts their names. */
export function listFormNames(form: Form, isNeeded: (name: string) => boolean = () => true): readonly string[] {
  const texts = [
    ...TEXT_FIELDS.map((field) => form[field]),
    ...form.variables.flatMap(({ name, value }) => (isNeeded(name) ? [value] : [])),
    ...form.parameters.flatMap(({ name, value }) => [name, value]),
    ...form.headers.flatMap(({ name, value }) => [name, value]),
    ...form.layers.flatMap(({ on, options }) => (on ? [options] : [])),
  ];
  return [...new Set(texts.flatMap(listNames))];
}

/** The names without a value that the request needs. */
export function listMissing(form: Form, inRoute: readonly string[], variables: readonly Variable[]): readonly string[] {
  const values = readValues(variables);
  const names = listFormNames(form, (name) => inRoute.includes(name));
  return names.filter((name) => (values.get(name) ?? '') === '');
}
