import type { Form, TemplateVariable } from './form.js';
import type { FieldId, Problem } from './problems.js';

/** A variable of a text that other tools fill in, such as `{{host}}`. */
const VARIABLE = /\{\{[^{}]*\}\}/g;

/** The variables in a text, each once. */
export function listUnresolved(text: string): readonly string[] {
  return [...new Set(text.match(VARIABLE))];
}

/** The texts of a request by field; values of variables that the route doesn't have aren't sent. */
function listTexts(form: Form, variables: readonly TemplateVariable[]): readonly (readonly [FieldId, string])[] {
  const inRoute = new Set(variables.map(({ name }) => name));
  return [
    ['route', form.route],
    ['baseUrl', form.baseUrl],
    ...form.variables.flatMap(({ name, value }) => (inRoute.has(name) ? [[`variable ${name}`, value] as const] : [])),
    ...form.parameters.map(({ id, name, value }) => [`parameter ${id}`, `${name} ${value}`] as const),
    ...form.headers.map(({ id, name, value }) => [`header ${id}`, `${name} ${value}`] as const),
  ];
}

/** The fields that still have a variable of the pasted text, which has no value here. */
export function findUnresolved(form: Form, variables: readonly TemplateVariable[]): readonly Problem[] {
  const unresolved = listUnresolved(form.unresolved);
  if (unresolved.length === 0) return [];
  return listTexts(form, variables).flatMap(([field, text]): readonly Problem[] => {
    const found = unresolved.find((variable) => text.includes(variable));
    if (found === undefined) return [];
    const message = `“${found}” is a variable of the pasted text; replace it with its value.`;
    const problem = { field, message, unresolved: found };
    if (field !== 'route') return [problem];
    const start = text.indexOf(found);
    return [{ ...problem, position: start, at: { start, end: start + found.length } }];
  });
}
