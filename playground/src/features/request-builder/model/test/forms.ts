/** Forms for tests. */
import { EMPTY_FORM, type Form, type ParameterRow } from '../form.js';
import { findFilling, readTemplate } from '../template.js';

/** A form in which rows that fill placeholders are listed apart; their ids begin with 101. */
export interface FormParts extends Partial<Form> {
  readonly variables?: readonly (Pick<ParameterRow, 'name' | 'value'> & Partial<ParameterRow>)[];
}

/** The form of its parts; missing ones come from an empty form. */
export function createForm({ variables = [], parameters = [], ...form }: FormParts): Form {
  const template = readTemplate(form.route ?? '') ?? [];
  const filling = variables.map((row, index): ParameterRow => {
    const { at = 'auto' } = template.find(({ name }) => name === row.name) ?? {};
    return { kind: 'text', place: at, ...row, id: 101 + index };
  });
  return { ...EMPTY_FORM, ...form, parameters: [...filling, ...parameters] };
}

/** The form with values for the placeholders that have none. */
export function fillPlaceholders(form: Form, valueOf: (name: string) => string): Form {
  const template = readTemplate(form.route) ?? [];
  const missing = template.filter((variable) => (findFilling(form, variable)?.value ?? '') === '');
  const rows = missing.map(({ name, at }, index): ParameterRow => {
    return { id: 201 + index, name, value: valueOf(name), kind: 'text', place: at };
  });
  const filled = form.parameters.filter((row) => row.value !== '' || !missing.some(({ name }) => name === row.name));
  return { ...form, parameters: [...filled, ...rows] };
}
