import type { Edit, Explanation, Fix, Span, UrlRun } from 'endpoint.js/explain';
import {
  describeMissing,
  findReferencesWithin,
  toTypedSpan,
  type Reference,
  type Substitution,
  type Values,
} from '../../../variables/substitute.js';
import { mayHaveReferences } from '../../../variables/references.js';
import type { Form } from '../model/form.js';
import type { SubstitutedForm } from '../model/reference-check.js';
import { listFormNames } from './substitute-form.js';

interface Context {
  readonly form: Form;
  readonly route: Substitution | undefined;
  /** The values that the form uses, as JSON writes them within a string. */
  readonly inserted: readonly string[];
}

/** Adds what was typed to the sentence about its result. */
function addTyped<Part extends { readonly sentence: string }>(part: Part, typed: string | undefined): Part {
  if (typed === undefined || !mayHaveReferences(typed)) return part;
  return { ...part, sentence: `${part.sentence} Typed as \`${typed}\`.` };
}

/** Whether a reference has a value; without one it is still in the text. */
const isInserted = ({ typed, text }: Substitution, reference: Reference): boolean =>
  typed.slice(reference.typed.start, reference.typed.end) !==
  text.slice(reference.substituted.start, reference.substituted.end);

/** The references in a part of the route that have values. */
const findInserted = (route: Substitution, span: Span): readonly Reference[] =>
  findReferencesWithin(route, span).filter((reference) => isInserted(route, reference));

/** Adds what was typed to the sentence about a part of the route; a name without a value explains the part alone. */
function addTypedRoute<Part extends Span & { readonly sentence: string }>(part: Part, route: Substitution | undefined) {
  const missing = route && findReferencesWithin(route, part).find((reference) => !isInserted(route, reference));
  if (missing) return { ...part, sentence: describeMissing(missing) };
  return addTyped(part, findTypedRoute(route, part));
}

/** The typed text of a part of the route; undefined if the part has no values. */
function findTypedRoute(route: Substitution | undefined, span: Span): string | undefined {
  if (route === undefined || findReferencesWithin(route, span).length === 0) return undefined;
  const { start, end } = toTypedSpan(route, span);
  return route.typed.slice(start, end);
}

/** The typed value of a parameter: of the route's variable, or of another row. */
function findTypedValue({ variables, parameters }: Form, name: string): string | undefined {
  const rows = [...variables, ...parameters].filter((row) => row.name === name);
  return rows.find(({ value }) => mayHaveReferences(value))?.value;
}

function findTypedRun({ source }: UrlRun, { form, route }: Context, explanation: Explanation): string | undefined {
  switch (source.kind) {
    case 'base':
      return form.baseUrl;
    case 'literal':
      return findTypedRoute(route, source);
    case 'variable':
    case 'parameter':
      return findTypedValue(form, explanation.parameters[source.parameter]?.name ?? '');
  }
  return undefined;
}

/** Whether an edit of the route replaces plain text and whole references, but no values. */
function isTypedEdit(edit: Span, route: Substitution): boolean {
  const isWhole = ({ substituted: { start, end } }: Reference) => edit.start <= start && end <= edit.end;
  return findInserted(route, edit).length === 0 && findReferencesWithin(route, edit).every(isWhole);
}

/** The edit for the typed form; undefined if it concerns values, which the form doesn't have and must not get. */
function toTypedEdit(edit: Edit, { form, route, inserted }: Context): Edit | undefined {
  if (edit.kind === 'route') {
    if (inserted.some((value) => edit.text.includes(value))) return undefined;
    if (route === undefined) return edit;
    return isTypedEdit(edit, route) ? { ...edit, ...toTypedSpan(route, edit) } : undefined;
  }
  if ([...form.parameters, ...form.headers].some(({ name }) => mayHaveReferences(name))) return undefined;
  const json = edit.kind === 'set' ? (JSON.stringify(edit.value) ?? '') : '';
  return inserted.some((value) => json.includes(value)) ? undefined : edit;
}

function toTypedFix(fix: Fix | undefined, context: Context, explanation: Explanation): Fix | undefined {
  const { route } = context;
  // The typed route doesn't have the variables of a value, so it can't keep theirs.
  if (route && explanation.expressions.some((expression) => findInserted(route, expression).length > 0))
    return undefined;
  const edits = fix?.edits.map((edit) => toTypedEdit(edit, context)) ?? [];
  const known = edits.filter((edit) => edit !== undefined);
  return fix === undefined || known.length < edits.length ? undefined : { ...fix, edits: known };
}

function listInserted(form: Form, values: Values): readonly string[] {
  return listFormNames(form).flatMap((name) => {
    const value = values.get(name) ?? '';
    return value === '' ? [] : [JSON.stringify(value).slice(1, -1)];
  });
}

/**
 * The explanation of a substituted form, for the user who typed another text: sentences say what was typed, and fixes edit that.
 * Positions still count in the substituted text.
 */
export function explainTyped(explanation: Explanation, form: Form, { route, values }: SubstitutedForm): Explanation {
  const context: Context = { form, route, inserted: listInserted(form, values) };
  const withFix = <Reported extends { readonly fix: Fix | undefined }>(reported: Reported): Reported => ({
    ...reported,
    fix: toTypedFix(reported.fix, context, explanation),
  });
  return {
    ...explanation,
    problem: explanation.problem && withFix(explanation.problem),
    warnings: explanation.warnings.map(withFix),
    tokens: explanation.tokens.map((token) => addTypedRoute(token, route)),
    expressions: explanation.expressions.map((expression) => addTypedRoute(expression, route)),
    url: explanation.url.map((run) => addTyped(run, findTypedRun(run, context, explanation))),
    headers: explanation.headers.map((header) =>
      addTyped(header, form.headers.find(({ name }) => name.toLowerCase() === header.name)?.value),
    ),
    parameters: explanation.parameters.map((parameter) => addTyped(parameter, findTypedValue(form, parameter.name))),
  };
}
