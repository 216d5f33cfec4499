/** The type of a value's text: plain text or JSON. */
export type ValueKind = 'text' | 'json';

/** The place of a parameter: `auto` is the builder's rule, the others are `endpoint.in`. */
export type Place = 'auto' | 'path' | 'query' | 'body';

/** Whether a secret value was left out of the link or draft that the row came from, and isn't entered again yet. */
export interface Removable {
  readonly removed?: true | undefined;
}

/** The placeholder of a removed value. */
export const SECRET_LEFT_OUT = 'a secret was left out here: enter it';

/** The text of a value; empty while it isn't set. */
export interface ValueText {
  readonly value: string;
  readonly kind: ValueKind;
}

/** A member of the options: the value of a placeholder, or another parameter. */
export interface ParameterRow extends ValueText, Removable {
  readonly id: number;
  readonly name: string;
  readonly place: Place;
  /** Whether the route lost its placeholder: it is no option until the route has that again. */
  readonly parked?: true | undefined;
}

/** The path of a row in the options. */
export const rowPath = ({ place, name }: Pick<ParameterRow, 'place' | 'name'>): readonly string[] =>
  place === 'auto' ? [name] : ['@in', place, name];

/** The path of a row in the options, as one text. */
export const rowKey = (row: Pick<ParameterRow, 'place' | 'name'>): string => JSON.stringify(rowPath(row));

export interface HeaderRow extends Removable {
  readonly id: number;
  readonly name: string;
  /** Empty to drop the header from the defaults. */
  readonly value: string;
}

export type Row = ParameterRow | HeaderRow;

/** Options under those of the request: one link of the chain `endpoint.defaults(…).defaults(…)`. */
export interface DefaultsLayer {
  readonly id: number;
  /** Name of the layer in sentences; may be empty. */
  readonly name: string;
  /** Whether the layer applies. */
  readonly on: boolean;
  /** JSON text of the options; may be empty. */
  readonly options: string;
}

/** The way to a part of the request: `['route']`, `['settings', 'baseUrl']`, `['headers', 'accept']`, `['data']` for the body, `['defaults']`. */
export type Path = readonly string[];

/** Something that a pasted text, or the sender of a link, has and this form doesn't. */
export interface Unread {
  /** The part whose edit settles it. */
  readonly path: Path;
  /** One sentence. */
  readonly note: string;
}

/** Everything that the user typed, as plain JSON. Rows and the JSON editor are two views of it. */
export interface Form {
  readonly route: string;
  readonly parameters: readonly ParameterRow[];
  readonly headers: readonly HeaderRow[];
  readonly format: string;
  /** Names of previews, separated by commas or spaces. */
  readonly previews: string;
  /** Later layers override earlier ones. */
  readonly layers: readonly DefaultsLayer[];
  readonly vendor: string;
  readonly baseUrl: string;
  /** Variables that the pasted text left without a value, such as `{{host}}`. They stay in the fields as text. */
  readonly unresolved: readonly string[];
  /** Empty if nothing is missing, or the user accepted it. */
  readonly unread: readonly Unread[];
  /** The text of the JSON editor while it isn't in the other members: it has a mistake, or isn't applied yet. */
  readonly raw: string | undefined;
}

/** The fields of the form with a single text. */
export type TextFieldName = 'route' | 'format' | 'previews' | 'vendor' | 'baseUrl';

export const EMPTY_FORM: Form = {
  route: '',
  parameters: [],
  headers: [],
  format: '',
  previews: '',
  layers: [],
  vendor: 'github',
  baseUrl: 'https://api.github.com',
  unresolved: [],
  unread: [],
  raw: undefined,
};

/** The form of a first visit: a complete, valid request with all common features. */
export const EXAMPLE_FORM: Form = {
  ...EMPTY_FORM,
  route: 'GET /repos/{owner}/{repo}/issues{?state,labels,page}',
  parameters: [
    { id: 1, name: 'owner', value: 'nodejs', kind: 'text', place: 'auto' },
    { id: 2, name: 'repo', value: 'undici', kind: 'text', place: 'auto' },
    { id: 3, name: 'state', value: 'open', kind: 'text', place: 'auto' },
    { id: 4, name: 'labels', value: 'help wanted', kind: 'text', place: 'auto' },
  ],
};
