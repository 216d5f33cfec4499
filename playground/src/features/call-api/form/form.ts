/** The notation of a `-bin` value: base64, or text that is sent as UTF-8. */
export type BinaryNotation = 'base64' | 'text';

export interface MetadataRow {
  readonly id: number;
  readonly name: string;
  readonly value: string;
  /** Applies only to names that end in `-bin`. */
  readonly notation: BinaryNotation;
}

/** Everything that the user typed, as plain JSON. */
export interface Form {
  /** Address of the bridge between gRPC-Web and gRPC: scheme, host, port. */
  readonly bridge: string;
  readonly code: string;
  readonly str1: string;
  readonly str2: string;
  /** Decimal digits; empty for 0. */
  readonly intValue: string;
  readonly metadata: readonly MetadataRow[];
  /** Milliseconds; empty for no deadline. */
  readonly deadline: string;
}

export type TextField = Exclude<keyof Form, 'metadata'>;

export type FormAction =
  | { readonly type: 'text'; readonly field: TextField; readonly value: string }
  | { readonly type: 'load'; readonly form: Form }
  | { readonly type: 'add-metadata' }
  | { readonly type: 'edit-metadata'; readonly id: number; readonly change: Partial<Omit<MetadataRow, 'id'>> }
  | { readonly type: 'remove-metadata'; readonly id: number };

/** The form of a first visit. */
export const initialForm: Form = {
  bridge: 'http://127.0.0.1:8080',
  code: 'echo',
  str1: 'Hello',
  str2: '',
  intValue: '',
  metadata: [],
  deadline: '',
};

export function reduceForm(form: Form, action: FormAction): Form {
  const { metadata } = form;
  switch (action.type) {
    case 'text':
      return { ...form, [action.field]: action.value };
    case 'load':
      return action.form;
    case 'add-metadata': {
      const id = metadata.reduce((highest, row) => Math.max(highest, row.id), 0) + 1;
      return { ...form, metadata: [...metadata, { id, name: '', value: '', notation: 'base64' }] };
    }
    case 'edit-metadata':
      return { ...form, metadata: metadata.map((row) => (row.id === action.id ? { ...row, ...action.change } : row)) };
  }
  return { ...form, metadata: metadata.filter(({ id }) => id !== action.id) };
}
