/** Everything besides the builder that keeps the form's request from being sent. */
import type { Form, TemplateVariable } from './form.js';
import type { FieldId, Problem } from './problems.js';
import { findUnreadSource, isCredential, type Auth, type Surroundings } from './surroundings.js';

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
function findUnresolved(form: Form, variables: readonly TemplateVariable[]): readonly Problem[] {
  const { unresolved } = form;
  if (unresolved.length === 0) return [];
  return listTexts(form, variables).flatMap(([field, text]): readonly Problem[] => {
    const found = unresolved.find((variable) => text.includes(variable));
    if (found === undefined) return [];
    const others = unresolved.filter((each) => each !== found);
    const problem = {
      field,
      message: `“${found}” is a value that the pasted text leaves open; replace it with the value.`,
      accept: { label: `Send \`${found}\` as text`, form: { ...form, unresolved: others } },
    };
    if (field !== 'route') return [problem];
    const start = text.indexOf(found);
    return [{ ...problem, position: start, at: { start, end: start + found.length } }];
  });
}

/** The rows whose secret was left out of the link or draft that they came from. */
function findRemoved(form: Form, variables: readonly TemplateVariable[], auth: Auth): readonly Problem[] {
  return (['variables', 'parameters', 'headers'] as const).flatMap((list) =>
    form[list].flatMap((row): readonly Problem[] => {
      const isSettled =
        (list === 'variables' && variables.every(({ name }) => name !== row.name)) ||
        (list === 'headers' && isCredential(auth, { name: row.name, place: 'header' }));
      if (!row.removed || isSettled) return [];
      // An empty header would drop the default.
      const kept = list === 'headers' && row.value === '' ? [] : [{ ...row, removed: undefined }];
      const rows = form[list].flatMap((each) => (each === row ? kept : [each]));
      return [
        {
          field: 'id' in row ? `${list === 'headers' ? 'header' : 'parameter'} ${row.id}` : `variable ${row.name}`,
          message: 'A secret was left out here; enter it.',
          accept: { label: 'Send without it', form: { ...form, [list]: rows } },
        },
      ];
    }),
  );
}

/** The parts of the request that aren't in the form yet. */
export function findPending(form: Form, surroundings: Surroundings): readonly Problem[] {
  const { paste, loading, authProblem } = surroundings;
  const problems: Problem[] = [];
  const unread = findUnreadSource(surroundings, form);
  if (unread) problems.push({ field: 'source', message: unread.problem.message });
  if (paste?.form === form) problems.push({ field: 'paste', message: paste.message });
  for (const message of [authProblem, loading]) if (message !== undefined) problems.push({ field: 'page', message });
  if (form.omitted.length > 0)
    problems.push({
      field: 'paste',
      message: form.omitted.join(' '),
      accept: { label: 'Send the request as it is', form: { ...form, omitted: [] } },
    });
  return problems;
}

/** The fields with texts that aren't those of the request yet; most requests have none. */
export function findFieldProblems(form: Form, variables: readonly TemplateVariable[], auth: Auth): readonly Problem[] {
  return [...findUnresolved(form, variables), ...findRemoved(form, variables, auth)];
}
