/** The notation of a `-bin` value: base64, or text that is sent as UTF-8. */
export type BinaryNotation = 'base64' | 'text';

export interface MetadataRow {
  readonly id: number;
  readonly name: string;
  readonly value: string;
  /** Applies only to names that end in `-bin`. */
  readonly notation: BinaryNotation;
}

/** The fields of a message. */
export interface Arguments {
  readonly code: string;
  readonly str1: string;
  readonly str2: string;
  /** Decimal digits; empty for 0. */
  readonly intValue: string;
}

/** Everything that the user typed, as plain JSON. */
export interface Form extends Arguments {
  /** Address of the bridge between gRPC-Web and gRPC: scheme, host, port. */
  readonly bridge: string;
  /** Whether the user chose arguments that are those of a first visit, which else stand for the request in Build. */
  readonly fixed: boolean;
  readonly metadata: readonly MetadataRow[];
  /** Milliseconds; empty for no deadline. */
  readonly deadline: string;
}

export type TextField = Exclude<keyof Form, 'metadata' | 'fixed'>;

export type FormAction =
  | { readonly type: 'text'; readonly field: TextField; readonly value: string }
  | { readonly type: 'load'; readonly form: Form }
  /** Makes the arguments those of the request in Build, until one is edited. */
  | { readonly type: 'follow' }
  | { readonly type: 'add-metadata' }
  | { readonly type: 'edit-metadata'; readonly id: number; readonly change: Partial<Omit<MetadataRow, 'id'>> }
  | { readonly type: 'remove-metadata'; readonly id: number };

/** The arguments of links and drafts that name none. */
const INITIAL_ARGUMENTS: Arguments = { code: 'echo', str1: 'Hello', str2: '', intValue: '' };

/** The form of a first visit. */
export const initialForm: Form = {
  bridge: 'http://127.0.0.1:8080',
  ...INITIAL_ARGUMENTS,
  fixed: false,
  metadata: [],
  deadline: '',
};

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

/** Whether an action edits an argument, after which the form no longer follows the request in Build. */
export function editsArgument(action: FormAction): boolean {
  return action.type === 'text' && isArgument(action.field);
}

export function reduceForm(form: Form, action: FormAction): Form {
  const { metadata } = form;
  switch (action.type) {
    case 'text': {
      const edited = { ...form, [action.field]: action.value };
      return editsArgument(action) ? settle({ ...edited, fixed: true }) : edited;
    }
    case 'load':
      return settle(action.form);
    case 'follow':
      return { ...form, ...INITIAL_ARGUMENTS, fixed: false };
    case 'add-metadata': {
      const id = metadata.reduce((highest, row) => Math.max(highest, row.id), 0) + 1;
      return { ...form, metadata: [...metadata, { id, name: '', value: '', notation: 'base64' }] };
    }
    case 'edit-metadata':
      return { ...form, metadata: metadata.map((row) => (row.id === action.id ? { ...row, ...action.change } : row)) };
  }
  return { ...form, metadata: metadata.filter(({ id }) => id !== action.id) };
}
