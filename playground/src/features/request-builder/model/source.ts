import { EMPTY_FORM, type DefaultsLayer, type Form } from './form.js';
import { assembleOptions, type OptionsObject } from './options.js';
import { fillFormFromOptions } from './options-to-form.js';
import { findChange } from '../../../json/changes.js';
import { isObject, parseJson } from '../../../json/json.js';
import { LiteralError, readWhole, type Literal } from '../../../json/literal.js';

/** A form as people write it down: a route, its options, and the settings of the builder. */
interface Source {
  readonly route: string;
  /** `@in` stands for `endpoint.in`. */
  readonly options: OptionsObject;
  readonly defaults: readonly SourceLayer[];
  readonly vendor: string;
  readonly baseUrl: string;
}

interface SourceLayer {
  readonly name?: string;
  readonly on?: boolean;
  /** Text only if it can't be read. */
  readonly options: unknown;
}

function readLayerOptions(text: string): unknown {
  if (text.trim() === '') return {};
  const json = parseJson(text);
  return json.ok && findChange(text) === undefined ? json.value : text;
}

/** The source of a form; values that can't be read are left out. */
export function writeSource(form: Form): Source {
  return {
    route: form.route,
    options: assembleOptions(form).options,
    defaults: form.layers.map(({ name, on, options }) => ({
      ...(name !== '' && { name }),
      ...(!on && { on }),
      options: readLayerOptions(options),
    })),
    vendor: form.vendor,
    baseUrl: form.baseUrl,
  };
}

/** Members of the source, and the kind of each. */
const KINDS: Readonly<Record<keyof Source, 'text' | 'an object' | 'a list'>> = {
  route: 'text',
  options: 'an object',
  defaults: 'a list',
  vendor: 'text',
  baseUrl: 'text',
};

function describeKind(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  return typeof value === 'string' ? 'text' : JSON.stringify(value);
}

/** A value with the positions of its members. */
type Located = Pick<Literal, 'value' | 'spans'>;

/** Kinds of members by name, such as `an object or text`. */
type Kinds = Readonly<Record<string, string>>;

function findPosition({ spans }: Located, path: readonly string[]): number {
  return spans.get(JSON.stringify(path))?.start ?? 0;
}

/** Checks the kinds of members; the error has the position of the wrong one. */
function checkKinds(value: OptionsObject, literal: Located, path: readonly string[], kinds: Kinds): void {
  for (const [name, kind] of Object.entries(kinds)) {
    if (Object.hasOwn(value, name) && !kind.split(' or ').includes(describeKind(value[name])))
      throw new LiteralError(`“${name}” must be ${kind}.`, findPosition(literal, [...path, name]));
  }
}

/** Checks the names and kinds of members; the error has the position of the wrong one. */
function checkMembers(value: unknown, literal: Located, path: readonly string[], kinds: Kinds): OptionsObject {
  const names = Object.keys(kinds).join(', ');
  if (!isObject(value)) throw new LiteralError(`An object with ${names} should be here.`, findPosition(literal, path));
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(kinds, name));
  if (unknown !== undefined) {
    const position = findPosition(literal, [...path, unknown]);
    throw new LiteralError(`“${unknown}” is unknown here; use ${names}.`, position);
  }
  checkKinds(value, literal, path, kinds);
  return value;
}

/** Members of the options that have fields in the form. Any other is a parameter, of any kind. */
const OPTION_KINDS: Kinds = {
  headers: 'an object or a list',
  mediaType: 'an object',
  '@in': 'an object',
  baseUrl: 'text',
};
const MEDIA_TYPE_KINDS: Kinds = { format: 'text', previews: 'a list' };
const LOCATION_KINDS: Kinds = { path: 'an object', query: 'an object', body: 'an object' };

/** Checks everything in the options for which the form has no parameter. */
function checkOptions(options: OptionsObject, literal: Located): OptionsObject {
  checkKinds(options, literal, ['options'], OPTION_KINDS);
  const { headers, mediaType = {}, '@in': locations = {} } = options;
  checkMembers(locations, literal, ['options', '@in'], LOCATION_KINDS);
  const { previews = [] } = checkMembers(mediaType, literal, ['options', 'mediaType'], MEDIA_TYPE_KINDS);
  const checkItems = (list: unknown, path: readonly string[], isRight: (item: unknown) => boolean, message: string) => {
    const wrong = Array.isArray(list) ? list.findIndex((item) => !isRight(item)) : -1;
    if (wrong !== -1) throw new LiteralError(message, findPosition(literal, [...path, String(wrong)]));
  };
  const isText = (item: unknown) => typeof item === 'string';
  const isPair = (item: unknown) => Array.isArray(item) && item.length === 2 && isText(item[0]);
  checkItems(previews, ['options', 'mediaType', 'previews'], isText, 'A preview must be text.');
  checkItems(headers, ['options', 'headers'], isPair, 'A header in a list must be a pair: ["name", "value"].');
  return options;
}

function readLayer(item: unknown, index: number, literal: Located): DefaultsLayer {
  const { name, on, options } = checkMembers(item, literal, ['defaults', String(index)], {
    name: 'text',
    on: 'true or false',
    options: 'an object or text',
  });
  return {
    id: index + 1,
    name: typeof name === 'string' ? name : '',
    on: on !== false,
    options: typeof options === 'string' ? options : JSON.stringify(options ?? {}, null, 1).replaceAll(/\n\s*/g, ' '),
  };
}

/** Texts from this length are read without the positions of their members: finding them takes much longer than reading. */
const LARGE = 50_000;

/** The value of a text, with the positions of its members unless it is large and plain JSON. */
function readLocated(text: string): Located {
  const json = text.length < LARGE ? undefined : parseJson(text);
  if (json?.ok !== true) return readWhole(text);
  const change = findChange(text);
  if (change !== undefined) throw new LiteralError(change.message, change.position);
  return { value: json.value, spans: new Map() };
}

/** The length of the texts that may make a form's source large. */
export function measureSource({ variables, parameters, layers }: Form): number {
  const texts = [...[...variables, ...parameters].map(({ value }) => value), ...layers.map(({ options }) => options)];
  return texts.reduce((sum, { length }) => sum + length, 0);
}

/** Whether a form's source is too large to be written, coloured and read again at each keystroke. */
export function isLargeSource(form: Form): boolean {
  return measureSource(form) > LARGE;
}

/**
 * Reads the form of a source's text.
 * @throws LiteralError with the position of the mistake
 */
export function readSource(text: string): Form {
  const literal = readLocated(text);
  const source = checkMembers(literal.value, literal, [], KINDS);
  const readMemberText = (name: 'route' | 'vendor' | 'baseUrl') => {
    const value = source[name];
    return typeof value === 'string' ? value : EMPTY_FORM[name];
  };
  const { defaults, options } = source;
  return fillFormFromOptions(readMemberText('route'), isObject(options) ? checkOptions(options, literal) : {}, {
    ...EMPTY_FORM,
    vendor: readMemberText('vendor'),
    baseUrl: readMemberText('baseUrl'),
    layers: Array.isArray(defaults) ? defaults.map((item, index) => readLayer(item, index, literal)) : [],
  });
}
