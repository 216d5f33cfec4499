/** Not in `form.ts`: reads and writes forms outside of the page, which a first visit doesn't need. */
import { readChoice, readFlag, readList, readObject, readText } from '../../../json/read.js';
import { isSecretName } from '../../../secrets/secrets.js';
import { isSecretValue, withoutSecretText } from '../../../secrets/remove.js';
import { settle } from './edit-form.js';
import { initialForm, type Form, type TextField } from './form.js';

/**
 * Reads a form that was stored or linked, perhaps by another version: missing members stay as in the initial form, unknown ones are
 * left out.
 * @throws Error if a member has the wrong type
 */
export function readForm(json: unknown): Form {
  const stored = readObject(json, 'The call');
  const text = (field: TextField): string => readText(stored, field, initialForm[field]);
  return settle({
    bridge: text('bridge'),
    code: text('code'),
    str1: text('str1'),
    str2: text('str2'),
    intValue: text('intValue'),
    fixed: readFlag(stored, 'fixed', false),
    metadata: readList(stored, 'metadata', (row, index) => ({
      id: index + 1,
      name: readText(row, 'name', ''),
      value: readText(row, 'value', ''),
      notation: readChoice(row, 'notation', ['base64', 'text']),
    })),
    deadline: text('deadline'),
  });
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
