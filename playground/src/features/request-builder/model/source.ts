import { EMPTY_FORM, type DefaultsLayer, type Form } from './form.js';
import { assembleOptions, type OptionsObject } from './options.js';
import { fillFormFromOptions } from './options-to-form.js';
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
  return json.ok ? json.value : text;
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

/** Checks the names and kinds of members; the error has the position of the wrong one. */
function checkMembers(
  { value, spans }: Located,
  path: readonly string[],
  kinds: Readonly<Record<string, string>>,
): OptionsObject {
  const findPosition = (...names: string[]) => spans.get(JSON.stringify([...path, ...names]))?.start ?? 0;
  if (!isObject(value))
    throw new LiteralError(`An object with ${Object.keys(kinds).join(', ')} should be here.`, findPosition());
  for (const [name, member] of Object.entries(value)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined) {
      throw new LiteralError(`“${name}” is unknown here; use ${Object.keys(kinds).join(', ')}.`, findPosition(name));
    }
    if (!kind.split(' or ').includes(describeKind(member)))
      throw new LiteralError(`“${name}” must be ${kind}.`, findPosition(name));
  }
  return value;
}

function readLayer(item: unknown, index: number, literal: Located): DefaultsLayer {
  const { name, on, options } = checkMembers({ ...literal, value: item }, ['defaults', String(index)], {
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
  return json?.ok === true ? { value: json.value, spans: new Map() } : readWhole(text);
}

/** Whether a form's source is too large to be written, coloured and read again at each keystroke. */
export function isLargeSource({ variables, parameters, layers }: Form): boolean {
  const texts = [...variables.map(({ value }) => value), ...parameters.map(({ value }) => value)];
  const lengths = [...texts, ...layers.map(({ options }) => options)].map((text) => text.length);
  return lengths.reduce((sum, length) => sum + length, 0) > LARGE;
}

/**
 * Reads the form of a source's text.
 * @throws LiteralError with the position of the mistake
 */
export function readSource(text: string): Form {
  const literal = readLocated(text);
  const source = checkMembers(literal, [], KINDS);
  const readMemberText = (name: 'route' | 'vendor' | 'baseUrl') => {
    const value = source[name];
    return typeof value === 'string' ? value : EMPTY_FORM[name];
  };
  const { defaults, options } = source;
  return fillFormFromOptions(readMemberText('route'), isObject(options) ? options : {}, {
    ...EMPTY_FORM,
    vendor: readMemberText('vendor'),
    baseUrl: readMemberText('baseUrl'),
    layers: Array.isArray(defaults) ? defaults.map((item, index) => readLayer(item, index, literal)) : [],
  });
}
