/** Not in `form.ts`: edits are those of a part that a first visit doesn't need. */
import { INITIAL_ARGUMENTS, type Arguments, type Form, type MetadataRow, type TextField } from './form.js';

/** An edit of the form as it is shown. */
export type FormEdit = (form: Form) => Form;

function isArgument(field: string): field is keyof Arguments {
  return Object.hasOwn(INITIAL_ARGUMENTS, field);
}

/** Whether all arguments are those of a first visit. */
function hasInitialArguments(form: Arguments): boolean {
  return Object.entries(INITIAL_ARGUMENTS).every(([name, value]) => isArgument(name) && form[name] === value);
}

/** The form without a mark that its arguments don't need, so that equal forms have equal links. */
export function settle(form: Form): Form {
  return { ...form, fixed: form.fixed && hasInitialArguments(form) };
}

/** Whether the arguments are those of the request in Build. */
export function isFollowing(form: Form): boolean {
  return !form.fixed && hasInitialArguments(form);
}

/** Sends a field without the secret that was left out of it. */
export const acceptField =
  (field: TextField): FormEdit =>
  (form) => ({ ...form, omitted: form.omitted.filter((each) => each !== field) });

/** An argument that is edited no longer follows the request in Build, nor do the others. */
export const setText =
  (field: TextField, value: string): FormEdit =>
  (form) => ({ ...acceptField(field)(form), [field]: value, ...(isArgument(field) && { fixed: true }) });

/** Keeps the arguments as they are. */
export const fix: FormEdit = (form) => ({ ...form, fixed: true });

/** Takes the arguments from the request in Build, until one is edited. */
export const follow: FormEdit = (form) => ({
  ...form,
  ...INITIAL_ARGUMENTS,
  fixed: false,
  omitted: form.omitted.filter((field) => !isArgument(field)),
});

export const addRow: FormEdit = (form) => {
  const id = Math.max(0, ...form.metadata.map((row) => row.id)) + 1;
  return { ...form, metadata: [...form.metadata, { id, name: '', value: '' }] };
};

/** Replaces a row by others. */
const replaceRow =
  (id: number, replace: (row: MetadataRow) => readonly MetadataRow[]): FormEdit =>
  (form) => ({ ...form, metadata: form.metadata.flatMap((row) => (row.id === id ? replace(row) : [row])) });

export const removeRow = (id: number): FormEdit => replaceRow(id, () => []);

/** An entered value is no longer one that was left out. */
export const editRow = (id: number, change: Partial<Omit<MetadataRow, 'id'>>): FormEdit =>
  replaceRow(id, (row) => [{ ...row, ...change, ...('value' in change && { removed: undefined }) }]);

/** Sends a row without its secret: an empty value isn't sent. */
export const acceptRow = (id: number): FormEdit =>
  replaceRow(id, (row) => (row.value === '' ? [] : [{ ...row, removed: undefined }]));

/** The request in Build for a form that may follow it. */
export interface Followed {
  /** As a call of `build` writes it, `options` as a JSON object or empty; undefined while the request has a problem. */
  readonly request: { readonly route: string; readonly options: string } | undefined;
  /** The route as it is typed. */
  readonly route: string;
  /** Whether credentials are left out, which aren't for the call service. */
  readonly leavesOutCredentials: boolean;
}

/** The indent of the server's JSON. */
const INDENT = '2';

/** The form as it is shown and sent: one that follows the request in Build calls `build` with it. */
export function fillForm(form: Form, { request, route }: Followed): Form {
  if (!isFollowing(form)) return form;
  return { ...form, code: 'build', str1: request?.route ?? route, str2: request?.options ?? '', intValue: INDENT };
}

/** The form after an edit of what is shown. It follows the request in Build until an argument is edited, or fixed. */
export function editForm(form: Form, edit: FormEdit, followed: Followed): Form {
  const edited = edit(fillForm(form, followed));
  return isFollowing(form) && !edited.fixed ? { ...edited, ...INITIAL_ARGUMENTS } : settle(edited);
}
