import { readChoice, readList, readObject, readText } from '../../../json/json.js';
import { isSecretName, isSecretValue, withoutSecretText } from '../../../secrets/secrets.js';

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

/**
 * Reads a form that was stored or linked, perhaps by another version: missing members stay as in the initial form, unknown ones are
 * left out.
 * @throws Error if a member has the wrong type
 */
export function readForm(json: unknown): Form {
  const stored = readObject(json, 'The call');
  const text = (field: TextField): string => readText(stored, field, initialForm[field]);
  return {
    bridge: text('bridge'),
    code: text('code'),
    str1: text('str1'),
    str2: text('str2'),
    intValue: text('intValue'),
    metadata: readList(stored, 'metadata', (row, index) => ({
      id: index + 1,
      name: readText(row, 'name', ''),
      value: readText(row, 'value', ''),
      notation: readChoice(row, 'notation', ['base64', 'text']),
    })),
    deadline: text('deadline'),
  };
}

/** The form without its secrets, and their places. Metadata with a secret name loses its value; other text loses what looks secret. */
export function withoutSecrets(form: Form): { readonly form: Form; readonly removed: string[] } {
  const removed: string[] = [];
  const keep = (text: string, place: string): string => {
    const kept = withoutSecretText(text);
    if (kept !== text) removed.push(place);
    return kept;
  };
  const metadata = form.metadata.map((row) => {
    const place = `metadata ${row.name}`;
    const secret = isSecretName(row.name.replace(/-bin$/, '')) && isSecretValue(row.value);
    if (!secret) return { ...row, value: keep(row.value, place) };
    removed.push(place);
    return { ...row, value: '' };
  });
  return {
    form: {
      ...form,
      bridge: keep(form.bridge, 'bridge address'),
      code: keep(form.code, 'code'),
      str1: keep(form.str1, 'str1'),
      str2: keep(form.str2, 'str2'),
      metadata,
    },
    removed,
  };
}
