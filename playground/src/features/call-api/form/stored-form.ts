/** Not in `form.ts`: reads and writes forms outside of the page, which a first visit doesn't need. */
import type { JsonObject } from '../../../json/json.js';
import { readFlag, readList, readObject, readText, readTexts } from '../../../json/read.js';
import { isSecretName, isSecretValue } from '../../../secrets/secrets.js';
import { withoutSecretText } from '../../../secrets/remove.js';
import { isFollowing, settle } from './edit-form.js';
import { initialForm, type Form, type MetadataRow, type TextField } from './form.js';

const TEXT_FIELDS = ['bridge', 'code', 'str1', 'str2', 'intValue', 'deadline'] as const satisfies readonly TextField[];

/** Names of fields in sentences, where they differ. */
const PLACES: { readonly [Field in TextField]?: string } = { bridge: 'bridge address', intValue: 'int_value' };

const readRow = (row: JsonObject, index: number): MetadataRow => ({
  id: index + 1,
  name: readText(row, 'name', ''),
  value: readText(row, 'value', ''),
  ...(readFlag(row, 'removed', false) && { removed: true as const }),
});

/**
 * Reads a form that was stored or linked, perhaps by another version: missing members stay as in the base, unknown ones are left out,
 * with a `report` those of a wrong type too.
 * @throws Error if a member has the wrong type, without a `report`
 */
export function readForm(json: unknown, base = initialForm, report?: (name: string, mistake?: string) => void): Form {
  const stored = readObject(json, 'The call');
  for (const name of Object.keys(stored)) if (!Object.hasOwn(base, name)) report?.(`call.${name}`);
  const read = <Name extends keyof Form>(
    name: Name,
    readMember: (stored: JsonObject, name: Name, missing: Form[Name]) => Form[Name],
  ): Form[Name] => {
    try {
      return readMember(stored, name, base[name]);
    } catch (error) {
      if (!(error instanceof Error) || report === undefined) throw error;
      report(`call.${name}`, error.message);
      return base[name];
    }
  };
  return settle({
    ...(Object.fromEntries(TEXT_FIELDS.map((field) => [field, read(field, readText)])) as Record<TextField, string>),
    fixed: read('fixed', readFlag),
    metadata: read('metadata', () => readList(stored, 'metadata', readRow)),
    omitted: read('omitted', () => {
      const omitted = readTexts(stored, 'omitted');
      return TEXT_FIELDS.filter((field) => omitted.includes(field));
    }),
  });
}

/** The form without its secrets, which it names, and their places. Metadata with a secret name loses its value; other text loses what looks secret. */
export function withoutSecrets(form: Form): { readonly form: Form; readonly removed: string[] } {
  const removed: string[] = [];
  const texts = TEXT_FIELDS.map((field) => [field, withoutSecretText(form[field])] as const);
  const omitted = texts.flatMap(([field, text]) => (text === form[field] ? [] : [field]));
  removed.push(...omitted.map((field) => PLACES[field] ?? field));
  const metadata = form.metadata.map((row): MetadataRow => {
    const isSecret = isSecretName(row.name.replace(/-bin$/, '')) && isSecretValue(row.value);
    const [name, value] = [withoutSecretText(row.name), isSecret ? '' : withoutSecretText(row.value)];
    if (name === row.name && value === row.value) return row;
    removed.push(`metadata ${name}`);
    return { ...row, name, value, removed: true };
  });
  const safe = {
    ...form,
    ...Object.fromEntries(texts),
    metadata,
    omitted: [...new Set([...form.omitted, ...omitted])],
    // What is left of the arguments may be those of a first visit.
    fixed: !isFollowing(form),
  };
  return { form: settle(safe), removed };
}
