import { mayHaveReferences, type Variable } from '../../../variables/references.js';
import { describeProblem, substitute } from '../../../variables/substitute.js';
import type { Form, TextField } from './form.js';
import type { CallFieldId, CallProblems } from './read-call.js';

/** A call's form with the values of its `{{name}}`. */
interface SubstitutedCall {
  readonly form: Form;
  readonly problems: CallProblems;
}

const TEXT_FIELDS: readonly TextField[] = ['bridge', 'code', 'str1', 'str2', 'intValue', 'deadline'];

/** Options of a route are JSON, other texts are not. */
function readNotation(text: string) {
  return /^\s*[[{](?!\{)/.test(text) ? 'json' : 'text';
}

/** Inserts the values of variables into all texts of a call, before anything else reads it. */
export function substituteCall(form: Form, variables: readonly Variable[]): SubstitutedCall {
  const problems = new Map<CallFieldId, string>();
  const texts = [
    ...TEXT_FIELDS.map((field) => form[field]),
    ...form.metadata.flatMap(({ name, value }) => [name, value]),
  ];
  if (!texts.some(mayHaveReferences)) return { form, problems };
  const values = new Map(variables.map(({ name, value }) => [name, value]));
  const insert = (field: CallFieldId, text: string) => {
    const substitution = substitute(text, values, readNotation(text));
    const problem = describeProblem(substitution);
    if (problem !== undefined) problems.set(field, problem);
    return substitution.text;
  };
  return {
    form: {
      ...form,
      ...Object.fromEntries(TEXT_FIELDS.map((field) => [field, insert(field, form[field])])),
      metadata: form.metadata.map(({ id, name, value, notation }) => ({
        id,
        name: insert(`metadata name ${id}`, name),
        value: insert(`metadata value ${id}`, value),
        notation,
      })),
    },
    problems,
  };
}
