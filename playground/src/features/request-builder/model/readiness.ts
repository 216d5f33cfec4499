/** Everything besides the builder that keeps the form's request from being sent. */
import type { Form } from './form.js';
import { findField, type FieldId, type Problem } from './problems.js';
import { isCredential, type Auth, type Surroundings } from './surroundings.js';
import type { TemplateVariable } from './template.js';

/** The texts of a request by field; parked rows aren't sent. */
function listTexts(form: Form, auth: Auth): readonly (readonly [FieldId, string])[] {
  const rows = form.parameters.filter(({ parked }) => parked !== true);
  return [
    ['route', form.route],
    ['baseUrl', form.baseUrl],
    ...(auth.kind === 'bearer' ? [['auth token', auth.token] as const] : []),
    ...rows.map(({ id, name, value }) => [`parameter ${id}`, `${name} ${value}`] as const),
    ...form.headers.map(({ id, name, value }) => [`header ${id}`, `${name} ${value}`] as const),
  ];
}

/** The fields that still have a variable of the pasted text, which has no value here. */
function findUnresolved(form: Form, auth: Auth): readonly Problem[] {
  const { unresolved } = form;
  if (unresolved.length === 0) return [];
  return listTexts(form, auth).flatMap(([field, text]): readonly Problem[] => {
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
function findRemoved(form: Form, auth: Auth): readonly Problem[] {
  return (['parameters', 'headers'] as const).flatMap((list) =>
    form[list].flatMap((row): readonly Problem[] => {
      const isSettled =
        ('parked' in row && row.parked === true) ||
        (list === 'headers' && isCredential(auth, { name: row.name, place: 'header' }));
      if (!row.removed || isSettled) return [];
      // An empty header would drop the default.
      const kept = list === 'headers' && row.value === '' ? [] : [{ ...row, removed: undefined }];
      const rows = form[list].flatMap((each) => (each === row ? kept : [each]));
      return [
        {
          field: `${list === 'headers' ? 'header' : 'parameter'} ${row.id}`,
          message: 'A secret was left out here; enter it.',
          // It is no edit that settles what isn't read.
          accept: { label: 'Send without it', form: { ...form, [list]: rows, unread: [...form.unread] } },
        },
      ];
    }),
  );
}

/** The parts of the request that aren't in the form yet. */
export function findPending(form: Form, surroundings: Surroundings): readonly Problem[] {
  const { paste, loading, authProblem, describeSource } = surroundings;
  const problems: Problem[] = [];
  if (form.raw !== undefined) {
    const message = describeSource?.(form.raw, form) ?? 'The JSON isn’t applied: correct its mistake.';
    problems.push({ field: 'source', message });
  }
  if (paste?.form === form) problems.push({ field: 'paste', message: paste.message });
  for (const message of [authProblem, loading]) if (message !== undefined) problems.push({ field: 'page', message });
  return problems;
}

/** The parts of a pasted text or a link that aren't in the form. */
function findUnread(form: Form, variables: readonly TemplateVariable[]): readonly Problem[] {
  return form.unread.map(({ path, note }) => ({
    field: findField(form, path, variables),
    message: note,
    accept: { label: 'Send the request as it is', form: { ...form, unread: [] } },
  }));
}

/** The fields with texts that aren't those of the request yet; most requests have none. */
export function findFieldProblems(form: Form, variables: readonly TemplateVariable[], auth: Auth): readonly Problem[] {
  return [...findUnread(form, variables), ...findUnresolved(form, auth), ...findRemoved(form, auth)];
}
