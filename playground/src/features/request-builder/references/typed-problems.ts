import { substitute, toTyped, toTypedSpan } from '../../../variables/substitute.js';
import type { Form, TemplateVariable } from '../model/form.js';
import type { Problem } from '../model/problems.js';
import type { SubstitutedForm } from '../model/reference-check.js';

/** A problem of a substituted text, at its place in the typed text. */
function locateInTyped(problem: Problem, form: Form, { route, values }: SubstitutedForm): Problem {
  const { field, position, at } = problem;
  if (position === undefined) return problem;
  if (field === 'route') {
    if (route === undefined) return problem;
    const typed = toTyped(route, position);
    const message = problem.message.replace(`at character ${position + 1}`, `at character ${typed + 1}`);
    return { ...problem, message, position: typed, at: at && toTypedSpan(route, at) };
  }
  const layer = form.layers.find(({ id }) => field === `layer ${id}`);
  if (layer === undefined) return problem;
  return { ...problem, position: toTyped(substitute(layer.options, values, 'json'), position) };
}

/** A reference without a value breaks the template too: the fix of that makes it a variable of the template. */
function withFix(problem: Problem, refusal: Problem | undefined): Problem {
  return problem.field === refusal?.field ? { ...problem, fix: refusal.fix } : problem;
}

/** The problems of a form with references, at what was typed: a field has that of its references, or else that of its text. */
export function listTypedProblems(
  form: Form,
  substituted: SubstitutedForm,
  variables: readonly TemplateVariable[],
  problems: readonly Problem[],
  refusal: Problem | undefined,
): readonly Problem[] {
  // Values of variables that the route no longer has are kept, and needn't be complete.
  const needed = ({ field }: Problem) =>
    !field.startsWith('variable ') || variables.some(({ name }) => field === `variable ${name}`);
  const references = substituted.problems.filter(needed);
  const fields = new Set(references.map(({ field }) => field));
  return [
    ...references.map((problem) => withFix(problem, refusal)),
    ...problems.filter(({ field }) => !fields.has(field)).map((problem) => locateInTyped(problem, form, substituted)),
  ];
}
