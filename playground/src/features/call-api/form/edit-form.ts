/** Not in `form.ts`: edits are those of a part that a first visit doesn't need. */
import { INITIAL_ARGUMENTS, type Arguments, type Form, type MetadataRow, type TextField } from './form.js';

/** An edit of the form. */
export type FormAction =
  | { readonly type: 'text'; readonly field: TextField; readonly value: string }
  /** Makes the arguments those of the request in Build, until one is edited. */
  | { readonly type: 'follow' }
  /** Keeps the arguments as they are. */
  | { readonly type: 'fix' }
  /** Sends a field without the secret that was left out of it. */
  | { readonly type: 'accept'; readonly field: TextField }
  | { readonly type: 'accept-metadata'; readonly id: number }
  | { readonly type: 'add-metadata' }
  | { readonly type: 'edit-metadata'; readonly id: number; readonly change: Partial<Omit<MetadataRow, 'id'>> }
  | { readonly type: 'remove-metadata'; readonly id: number };

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

/** Whether the form no longer follows the request in Build after an action. */
export function endsFollowing(action: FormAction): boolean {
  return action.type === 'fix' || (action.type === 'text' && isArgument(action.field));
}

/** The form in which no secret counts as left out of a field. */
function settleField(form: Form, field: TextField): Form {
  return { ...form, omitted: form.omitted.filter((each) => each !== field) };
}

/** A row with a change; an entered value is no longer a removed one. */
function changeRow(row: MetadataRow, change: Partial<MetadataRow>): MetadataRow {
  return { ...row, ...change, ...('value' in change && { removed: undefined }) };
}

/** A row as it is sent without its secret: an empty value isn't. */
function acceptRow(row: MetadataRow): readonly MetadataRow[] {
  return row.value === '' ? [] : [{ ...row, removed: undefined }];
}

/** The form after an edit. One that follows the request in Build needs its arguments before an edit that ends that. */
export function reduceForm(form: Form, action: FormAction): Form {
  const { metadata } = form;
  switch (action.type) {
    case 'text': {
      const edited = { ...settleField(form, action.field), [action.field]: action.value };
      return endsFollowing(action) ? settle({ ...edited, fixed: true }) : edited;
    }
    case 'fix':
      return settle({ ...form, fixed: true });
    case 'follow':
      return {
        ...form,
        ...INITIAL_ARGUMENTS,
        fixed: false,
        omitted: form.omitted.filter((field) => !isArgument(field)),
      };
    case 'accept':
      return settleField(form, action.field);
    case 'accept-metadata':
      return { ...form, metadata: metadata.flatMap((row) => (row.id === action.id ? acceptRow(row) : [row])) };
    case 'add-metadata': {
      const id = metadata.reduce((highest, row) => Math.max(highest, row.id), 0) + 1;
      return { ...form, metadata: [...metadata, { id, name: '', value: '', notation: 'base64' }] };
    }
    case 'edit-metadata':
      return { ...form, metadata: metadata.map((row) => (row.id === action.id ? changeRow(row, action.change) : row)) };
  }
  return { ...form, metadata: metadata.filter(({ id }) => id !== action.id) };
}
