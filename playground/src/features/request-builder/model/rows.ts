/** Options as rows. */
import { isObject } from '../../../json/json.js';
import { EMPTY_FORM, rowKey, type Form, type ParameterRow, type Place, type Row, type ValueText } from './form.js';
import { PLACES, readOptions, type OptionsObject, type Rows } from './options.js';

/** A value as the text of a row. */
export function writeValue(value: unknown): ValueText {
  if (typeof value === 'string' && value !== '') return { value, kind: 'text' };
  return { value: JSON.stringify(value) ?? '', kind: 'json' };
}

const hasMembers = (value: unknown): value is OptionsObject => isObject(value) && Object.keys(value).length > 0;

/** Rows with ids in their order. */
export function numberRows<Kind extends object>(rows: readonly Kind[]): readonly (Kind & { readonly id: number })[] {
  return rows.map((row, index) => Object.assign({}, row, { id: index + 1 }));
}

const writeEntries = (members: unknown, place: Place): readonly Omit<ParameterRow, 'id'>[] =>
  Object.entries(members as OptionsObject).map(([name, value]) => Object.assign(writeValue(value), { name, place }));

function writeLocations(locations: unknown): readonly Omit<ParameterRow, 'id'>[] | undefined {
  if (!hasMembers(locations)) return undefined;
  const rows = Object.entries(locations).map(([name, values]) => {
    const place = PLACES.find((each) => each === name);
    return place && hasMembers(values) ? writeEntries(values, place) : undefined;
  });
  return rows.every((each) => each !== undefined) ? rows.flat() : undefined;
}

/** The rows of a member; undefined unless reading them gives it back. */
function hold(name: string, member: unknown, rows: Partial<Rows>): Partial<Rows> | undefined {
  const { options } = readOptions({ ...EMPTY_FORM, ...rows });
  return JSON.stringify(options) === JSON.stringify({ [name]: member }) ? rows : undefined;
}

/**
 * The rows of options. A member that its fields can't hold, such as `headers: 5`, is a parameter: the builder judges it there.
 */
export function writeRows(options: OptionsObject): Rows {
  const { headers, mediaType, '@in': locations } = options;
  const { format = '', previews = [] } = isObject(mediaType) ? mediaType : {};
  const headerRows = Object.entries(isObject(headers) ? headers : {}).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : '',
  }));
  const located = writeLocations(locations);
  const fields = {
    headers: hold('headers', headers, { headers: numberRows(headerRows) }),
    mediaType: hold('mediaType', mediaType, {
      format: typeof format === 'string' ? format : '',
      previews: [previews].flat().join(', '),
    }),
    '@in': located && {},
  };
  const isHeld = (name: string) => Object.hasOwn(fields, name) && fields[name as keyof typeof fields] !== undefined;
  const plain = Object.fromEntries(Object.entries(options).filter(([name]) => !isHeld(name)));
  const parameters = [...writeEntries(plain, 'auto'), ...(located ?? [])].filter(({ value }) => value !== '');
  return {
    headers: [],
    format: '',
    previews: '',
    ...fields.headers,
    ...fields.mediaType,
    parameters: numberRows(parameters),
  };
}

type RowLists = Pick<Form, 'parameters' | 'headers'>;

/** The options of a row alone, as text; those of a row that is none are empty: it is unset, parked, has no name or can't be read. */
const writeOptionsOf = (list: keyof RowLists, row: Row): string =>
  JSON.stringify(readOptions({ ...EMPTY_FORM, [list]: [row] }).options);

const keyOf = (row: Row): string => ('place' in row ? rowKey(row) : row.name.toLowerCase());
const isParked = (row: Row): boolean => 'parked' in row && row.parked === true;

/** Rows that were written anew, with the earlier ones that have the same values, and those that no options have. */
function updateRows<Kind extends Row>(list: keyof RowLists, written: readonly Kind[], before: readonly Kind[]) {
  const names = new Set(written.map(keyOf));
  // The first of each name.
  const known = new Map(before.toReversed().flatMap((row) => (isParked(row) ? [] : [[keyOf(row), row]])));
  let id = Math.max(0, ...before.map((row) => row.id));
  const rows = written.map((row): Kind => {
    const earlier = known.get(keyOf(row));
    return earlier && writeOptionsOf(list, earlier) === writeOptionsOf(list, row)
      ? earlier
      : { ...row, id: earlier?.id ?? (id += 1) };
  });
  for (const [index, row] of before.entries()) {
    const isWritten = names.has(keyOf(row));
    const isOption = writeOptionsOf(list, row) !== '{}';
    if (isParked(row) || (!isOption && !isWritten)) rows.splice(index, 0, row);
    // A second row of a name stays second: it must not become the first.
    else if (isOption && isWritten && known.get(keyOf(row)) !== row && !row.removed) rows.push(row);
  }
  return rows;
}

/** The form with other options. Rows that no options have stay, unless one has their name; so do the ids and the notation of values. */
export function replaceOptions(form: Form, options: OptionsObject): Form {
  const rows = writeRows(options);
  const parameters = updateRows('parameters', rows.parameters, form.parameters);
  return { ...form, ...rows, parameters, headers: updateRows('headers', rows.headers, form.headers) };
}
