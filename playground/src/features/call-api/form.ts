export interface MetadataRow {
  readonly id: number;
  readonly name: string;
  readonly value: string;
}

/** Everything that the user typed, as plain JSON values. */
export interface CallForm {
  /** Address of the bridge between gRPC-Web and gRPC: scheme, host, port. */
  readonly bridge: string;
  readonly code: string;
  readonly str1: string;
  readonly str2: string;
  /** Decimal digits; empty for 0. */
  readonly intValue: string;
  readonly metadata: readonly MetadataRow[];
  /** Milliseconds; empty for none. */
  readonly deadline: string;
}

export type CallTextField = Exclude<keyof CallForm, 'metadata'>;

export type CallFormAction =
  | { readonly type: 'text'; readonly field: CallTextField; readonly value: string }
  | { readonly type: 'add-metadata' }
  | { readonly type: 'edit-metadata'; readonly id: number; readonly change: Partial<Omit<MetadataRow, 'id'>> }
  | { readonly type: 'remove-metadata'; readonly id: number };

const DEFAULT_BRIDGE = 'http://127.0.0.1:8080';

/** A form to begin with; the bridge is that of the page's query (`?bridge=http://…`) where it names one. */
export function initialCallForm(pageQuery: string): CallForm {
  const bridge = new URLSearchParams(pageQuery).get('bridge') ?? DEFAULT_BRIDGE;
  return { bridge, code: 'echo', str1: 'Hello', str2: '', intValue: '', metadata: [], deadline: '' };
}

export function reduceCallForm(form: CallForm, action: CallFormAction): CallForm {
  const { metadata } = form;
  switch (action.type) {
    case 'text':
      return { ...form, [action.field]: action.value };
    case 'add-metadata': {
      const id = metadata.reduce((highest, row) => Math.max(highest, row.id), 0) + 1;
      return { ...form, metadata: [...metadata, { id, name: '', value: '' }] };
    }
    case 'edit-metadata':
      return { ...form, metadata: metadata.map((row) => (row.id === action.id ? { ...row, ...action.change } : row)) };
  }
  return { ...form, metadata: metadata.filter(({ id }) => id !== action.id) };
}
