/** A form without its secrets. */
import { isObject } from '../../../json/json.js';
import { withoutSecretText } from '../../../secrets/remove.js';
import { isSecretName, isSecretValue, mask } from '../../../secrets/secrets.js';
import type { Form, Row, Unread } from './form.js';

/** The new text of a value in a row, or of any other text. */
type Change = (text: string, row?: Row) => string;

/** The part of a form with every text changed. */
function mapTexts<Part>(part: Part, change: Change): Part;
function mapTexts(part: unknown, change: Change): unknown {
  if (typeof part === 'string') return change(part);
  if (Array.isArray(part)) return part.map((each: unknown) => mapTexts(each, change));
  if (!isObject(part)) return part;
  const members = Object.entries(part).map(([name, member]) => [
    name,
    name === 'value' && typeof member === 'string' ? change(member, part as unknown as Row) : mapTexts(member, change),
  ]);
  return Object.fromEntries(members);
}

const listNames = ({ parameters, headers, layers }: Form): readonly string[] =>
  [...parameters, ...headers, ...layers].map(({ name }) => name);

/** Texts besides the values of rows: the part of each, its name in a sentence, and the text. */
const listPlaces = (form: Form): readonly (readonly [path: Unread['path'], title: string, text: string])[] => [
  [['route'], 'a secret in the route', form.route],
  [['defaults'], 'a secret in the defaults', form.layers.map(({ options }) => options).join('\n')],
  [['settings', 'baseUrl'], 'a secret in the base URL', form.baseUrl],
  [['raw'], 'a secret in the JSON', form.raw ?? ''],
  [
    ['paste'],
    'text that looks like a secret',
    JSON.stringify([form.format, form.previews, form.vendor, listNames(form)]),
  ],
];

/** The form without its secrets, whose places are marked, and the names of these: `header authorization`. */
export function withoutSecrets(form: Form): { readonly form: Form; readonly removed: readonly string[] } {
  const clean = mapTexts(form, (text, row) =>
    row && isSecretName(row.name) && isSecretValue(text) ? '' : withoutSecretText(text),
  );
  const removed: string[] = [];
  const mark = <Kind extends Row>(rows: readonly Kind[], before: readonly Kind[], kind: string) =>
    rows.map((row, index): Kind => {
      if (row.value === before[index]?.value) return row;
      removed.push(`${kind} ${row.name}`);
      return { ...row, removed: true };
    });
  const parameters = mark(clean.parameters, form.parameters, 'parameter');
  const headers = mark(clean.headers, form.headers, 'header');
  const places = listPlaces(clean);
  const unread = listPlaces(form).flatMap(([path, title, text], index): readonly Unread[] => {
    if (places[index]?.[2] === text) return [];
    removed.push(title);
    return [{ path, note: `Left out because it may be secret: ${title}.` }];
  });
  return {
    form: { ...clean, parameters, headers, unread: [...clean.unread, ...unread] },
    removed: [...new Set(removed)],
  };
}

/** Replaces a secret in a url, where a mask of asterisks would be percent-encoded. */
const HIDDEN = 'hidden';

/** The form with other texts in place of its secrets, so that it still builds a request. */
export function concealSecrets(form: Form): Form {
  return mapTexts(form, (text, row) => {
    if (row === undefined || text === '') return withoutSecretText(text);
    if (!isSecretName(row.name)) return withoutSecretText(text) || HIDDEN;
    if (!('place' in row)) return mask(text);
    return row.kind === 'json' ? JSON.stringify(HIDDEN) : HIDDEN;
  });
}
