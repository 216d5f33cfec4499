/** Makes values for the schemas of a document: some for each alternative, wherever one is. */
import { fits, isReadOnly, isType, listProperties, matches } from './conform.js';
import { asList, asObject, has, isObject, set, type Json, type Source } from './source.js';

/** An integer that a number of JavaScript can't hold; `!` is after it in what is expected, where it is a number in JSON. */
export const BIG = '1917043659912705296';

/** A value, with the alternatives that it is made of. */
export interface Variant {
  readonly value: unknown;
  readonly labels: ReadonlySet<string>;
}

const FORMATS: Readonly<Record<string, string>> = {
  date: '2024-01-31',
  'date-time': '2024-01-31T12:00:00Z',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  email: 'name@example.com',
  uri: 'https://example.com',
};
const TEXTS = ['text', 'a b', 'x/y&z=1,2', 'é%20+"'];
/** The most variants of a schema, and the most members of an object that aren't required. */
const MAX_VARIANTS = 30;
const MAX_MEMBERS = 60;
const MAX_DEPTH = 7;
const NAMES = ['x-extra', 'extra', 'a', 'A1', '1', 'en', 'en-US', 'a.b/c', 'KEY_1'];

const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const none: ReadonlySet<string> = new Set();
const plain = (value: unknown): Variant => ({ value, labels: none });
const join = (variants: readonly Variant[]): ReadonlySet<string> =>
  new Set(variants.flatMap(({ labels }) => [...labels]));
const label = ({ value, labels }: Variant, name: string): Variant => ({ value, labels: new Set([...labels, name]) });

function makeTexts(schema: Json): string[] {
  const least = number(schema['minLength']) ?? 0;
  const most = Math.max(number(schema['maxLength']) ?? 2000, least);
  const { format } = schema;
  const texts = typeof format === 'string' && format in FORMATS ? [FORMATS[format] ?? ''] : TEXTS;
  return [...new Set(texts.map((text) => [...text.padEnd(least, 'x')].slice(0, most).join('')))].filter(
    (text) => text !== '' || most === 0,
  );
}

function makeNumbers(schema: Json, isInteger: boolean): number[] {
  const step = number(schema['multipleOf']) ?? (isInteger ? 1 : 0.5);
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  const least = number(above) ?? number(minimum) ?? Math.min(0, number(below) ?? number(maximum) ?? 0);
  const first = Math.ceil(least / step) * step;
  const made = [first, first + step, first + 7 * step, number(maximum) ?? first, number(maximum) ?? first - step];
  return [...new Set(made.map((one) => Number(one.toPrecision(12))))].filter(
    (one) => Number.isSafeInteger(one) || !isInteger,
  );
}

/** Makes the variants of one document's schemas, and remembers them. */
export class Maker {
  private readonly source: Source;
  private readonly memory = new WeakMap<object, Variant[]>();
  private readonly ids = new WeakMap<object, number>();
  private readonly stack: unknown[] = [];
  private subtypes: Map<Json, Json[]> | undefined;
  private count = 0;

  constructor(source: Source) {
    this.source = source;
  }

  private readonly described = new Map<string, string>();

  /** An alternative as the document has it, cut. */
  describe(name: string): string {
    return this.described.get(name) ?? '';
  }

  private name(place: object, part: string | number): string {
    let id = this.ids.get(place);
    if (id === undefined) this.ids.set(place, (id = this.count++));
    const name = `${id}:${part}`;
    if (!this.described.has(name)) {
      const alternative = (place as Json)[part] ?? place;
      this.described.set(name, `${part}: ${JSON.stringify(alternative).slice(0, 160)}`);
    }
    return name;
  }

  /** The variants of a schema that fit it, as far as some can be found. */
  list(stated: unknown): Variant[] {
    const key = isObject(stated) ? stated : undefined;
    const known = key && this.memory.get(key);
    if (known) return known;
    const made = this.make(stated, {}).filter(({ value }) => fits(this.source, stated, value));
    if (key && this.stack.length === 0) this.memory.set(key, made);
    return made;
  }

  private make(stated: unknown, outer: Json): Variant[] {
    const schema = this.source.schema(stated);
    if (schema === false) return [];
    if (schema === true || Object.keys(schema).length === 0) return [plain('anything'), plain(1), plain({ any: 'x' })];
    const repeats = this.stack.filter((one) => one === schema).length;
    if (repeats > 1 || this.stack.length > MAX_DEPTH * 3) return [];
    this.stack.push(schema);
    const made = this.compose(schema, { ...outer, ...listProperties(this.source, schema) });
    this.stack.pop();
    const distinct = new Map(made.map((one) => [`${JSON.stringify(one.value)} ${[...one.labels].join()}`, one]));
    return [...distinct.values()].slice(0, MAX_VARIANTS);
  }

  private compose(schema: Json, declared: Json): Variant[] {
    if (Array.isArray(schema['enum'])) return this.makeChoices(schema, schema['enum']);
    if ('const' in schema && this.source.version >= 3.1) return [plain(schema['const'])];
    const parts: Variant[][] = asList(schema['allOf']).map((part) => this.make(part, declared));
    for (const keyword of ['anyOf', 'oneOf']) {
      const alternatives = asList(schema[keyword]);
      if (alternatives.length > 0) parts.push(this.makeAlternatives(schema, alternatives, declared));
    }
    const subtypes = this.makeSubtypes(schema);
    if (subtypes) return subtypes;
    const own = this.makeOwn(schema, declared);
    if (own) parts.push(own);
    if (parts.some((part) => part.length === 0)) return [];
    const length = Math.min(Math.max(0, ...parts.map((part) => part.length)), MAX_VARIANTS);
    const made = Array.from({ length }, (_, index) => merge(parts.map((part) => part[index % part.length] as Variant)));
    const isNullable = schema['nullable'] === true && schema['type'] !== undefined && this.source.version < 3.1;
    return isNullable ? [...made, label(plain(null), this.name(schema, 'null'))] : made;
  }

  private makeChoices(schema: Json, choices: unknown[]): Variant[] {
    const types = [schema['type'] ?? []].flat();
    const right = choices.filter(
      (choice) =>
        types.length === 0 ||
        types.some((type) => isType(type, choice)) ||
        (choice === null && schema['nullable'] === true),
    );
    return [...new Set([right[0], right[right.length >> 1], right.at(-1)])]
      .filter((one) => one !== undefined)
      .map(plain);
  }

  private makeAlternatives(schema: Json, alternatives: unknown[], declared: Json): Variant[] {
    const { propertyName, mapping } = asObject(schema['discriminator']);
    const lists = alternatives.map((part, index) => {
      const named = Object.entries(asObject(mapping)).find(
        ([, target]) => this.source.named(String(target), schema) === this.source.schema(part),
      );
      const reference = asObject(part)['$ref'];
      const value = named?.[0] ?? (typeof reference === 'string' ? reference.replace(/^.*\//, '') : undefined);
      return this.make(part, declared).map((variant) =>
        label(this.discriminate(variant, part, propertyName, value), this.name(alternatives, index)),
      );
    });
    // The first of each, then the second …
    const most = Math.max(0, ...lists.map((list) => list.length));
    return Array.from({ length: most }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat();
  }

  /** A variant with the value of the property that decides between subtypes, where the subtype has no choice of its own. */
  private discriminate(variant: Variant, schema: unknown, property: unknown, value: string | undefined): Variant {
    if (typeof property !== 'string' || value === undefined || !isObject(variant.value)) return variant;
    const changed = { ...variant.value, [property]: value };
    return fits(this.source, schema, changed) ? { ...variant, value: changed } : variant;
  }

  /** The variants of the subtypes of a schema whose discriminator stands without alternatives. */
  private makeSubtypes(schema: Json): Variant[] | undefined {
    const { propertyName, mapping } = asObject(schema['discriminator']);
    if (typeof propertyName !== 'string' || schema['oneOf'] !== undefined || schema['anyOf'] !== undefined)
      return undefined;
    if (this.stack.filter((one) => one === schema).length > 1) return undefined;
    // A subtype is itself.
    if (asList(this.stack.at(-2)?.['allOf']).some((part) => this.source.schema(part) === schema)) return undefined;
    const known = asObject(asObject(this.root['components'])['schemas'] ?? this.root['definitions']);
    this.subtypes ??= findSubtypes(this.source, known);
    const children = this.subtypes.get(schema) ?? [];
    const names = new Map<unknown, string>(Object.entries(known).map(([name, child]) => [child, name]));
    for (const [name, target] of Object.entries(asObject(mapping)))
      names.set(this.source.named(String(target), schema), name);
    const made = children.flatMap((child, index) =>
      this.make(child, {})
        .slice(0, 3)
        .map((variant) =>
          label(this.discriminate(variant, child, propertyName, names.get(child)), this.name(children, index)),
        ),
    );
    return made.length > 0 ? made : undefined;
  }

  private get root(): Json {
    return this.source.root;
  }

  /** The variants by the schema's own type; undefined where it has none. */
  private makeOwn(schema: Json, declared: Json): Variant[] | undefined {
    const stated = [schema['type'] ?? []].flat().map(String);
    const isComposed = ['allOf', 'anyOf', 'oneOf'].some((keyword) => asList(schema[keyword]).length > 0);
    const inferred = ['properties', 'required', 'additionalProperties'].some((key) => typeof schema[key] === 'object')
      ? ['object']
      : schema['items'] !== undefined
        ? ['array']
        : isComposed
          ? []
          : ['string'];
    // A type beside alternatives without members adds nothing.
    if (isComposed && inferred.length === 0 && !stated.includes('object')) return undefined;
    const types = stated.length > 0 ? stated : inferred;
    if (types.length === 0) return undefined;
    const lists = types.map((type) => {
      const made = this.makeType(type, schema, declared);
      return types.length > 1 ? made.map((one) => label(one, this.name(schema, type))) : made;
    });
    const most = Math.max(...lists.map((list) => list.length));
    return Array.from({ length: most }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat();
  }

  private makeType(type: string, schema: Json, declared: Json): Variant[] {
    switch (type) {
      case 'integer':
      case 'number':
        return makeNumbers(schema, type === 'integer')
          .map(plain)
          .filter(({ value }) => fits(this.source, { ...schema, allOf: [], anyOf: [], oneOf: [] }, value));
      case 'boolean':
        return [plain(true), plain(false)];
      case 'null':
        return [plain(null)];
      case 'array':
        return this.makeLists(schema);
      case 'object':
        return this.makeObjects(schema, declared);
      default:
        return makeTexts(schema).map(plain);
    }
  }

  private makeLists(schema: Json): Variant[] {
    const least = number(schema['minItems']) ?? 0;
    const most = number(schema['maxItems']) ?? Infinity;
    const tuple = asList(schema['prefixItems']).map((part) => this.make(part, {}));
    const items = this.make(schema['items'] ?? {}, {}).filter(({ value }) => value !== undefined);
    if (items.length === 0 && tuple.length === 0) return least === 0 ? [plain([])] : [];
    const create = (start: number, length: number): Variant => {
      const made = Array.from({ length }, (_, index): Variant => {
        const list = tuple[index] ?? items;
        const item = list[(start + index) % Math.max(1, list.length)] ?? plain('x');
        if (schema['uniqueItems'] !== true || index < list.length) return item;
        const { value } = item;
        return {
          ...item,
          value: typeof value === 'string' ? value + index : typeof value === 'number' ? value + 100 + index : value,
        };
      });
      return { value: made.map(({ value }) => value), labels: join(made) };
    };
    const limit = (length: number): number => Math.min(Math.max(length, least, Math.min(tuple.length, 1)), most);
    return [create(0, limit(2)), ...Array.from(items.length > 0 ? items : [0], (_, index) => create(index, limit(1)))];
  }

  private makeObjects(schema: Json, declared: Json): Variant[] {
    const { source } = this;
    const own = asObject(schema['properties']);
    const depth = this.stack.length;
    const required = new Set(
      asList(schema['required'])
        .map(String)
        .filter((name) => !isReadOnly(source, declared[name])),
    );
    const names = Object.keys(own).filter((name) => !required.has(name) && !isReadOnly(source, own[name]));
    const optional = depth > MAX_DEPTH ? [] : names.slice(0, depth > 4 ? 4 : MAX_MEMBERS);
    const members = new Map<string, Variant[]>();
    for (const name of [...required, ...optional]) {
      const made = this.make(
        own[name] ?? declared[name] ?? schema['additionalProperties'] ?? { type: 'string' },
        {},
      ).filter(({ value }) => value !== undefined);
      if (made.length > 0) members.set(name, made);
      else if (required.has(name)) return [];
    }
    const extra = depth > MAX_DEPTH ? undefined : this.makeExtra(schema);
    const create = (turn: number, isUsed: (name: string, index: number) => boolean): Variant => {
      const value: Json = {};
      const used = [...members].flatMap(([name, list], index) => {
        if (!required.has(name) && !isUsed(name, index)) return [];
        const one = list[turn % list.length] as Variant;
        set(value, name, one.value);
        return [one];
      });
      if (extra && turn % 3 !== 0) set(value, extra.name, extra.variant.value);
      return { value, labels: join([...used, ...(extra ? [extra.variant] : [])]) };
    };
    const least = number(schema['minProperties']) ?? 0;
    const most = number(schema['maxProperties']) ?? Infinity;
    const width = Math.min(MAX_VARIANTS, Math.max(1, ...[...members.values()].map((list) => list.length)));
    const made = [
      create(least > 0 ? 1 : 0, (_, index) => index < least),
      ...Array.from({ length: width }, (_, turn) => create(turn, (_name, index) => index < most)),
      ...Array.from({ length: 3 }, (_, turn) => create(turn, (_name, index) => index % 3 === turn)),
    ];
    return made;
  }

  private makeExtra(schema: Json): { readonly name: string; readonly variant: Variant } | undefined {
    for (const [pattern, part] of Object.entries(asObject(schema['patternProperties']))) {
      const name = NAMES.find((each) => matches(pattern, each));
      const variant = this.make(part, {})[0];
      if (name !== undefined && variant) return { name, variant };
    }
    const additional = schema['additionalProperties'];
    if (additional === true) return { name: 'extra', variant: plain('more') };
    const variant = isObject(additional) ? this.make(additional, {})[0] : undefined;
    return variant && { name: 'extra', variant };
  }
}

/** Which schemas have a schema in their `allOf`, and so on. */
function findSubtypes(source: Source, schemas: Json): Map<Json, Json[]> {
  const found = new Map<Json, Json[]>();
  for (const child of Object.values(schemas)) {
    if (!isObject(child)) continue;
    for (const part of asList(child['allOf'])) {
      const parent = source.schema(part);
      if (!isObject(parent) || !has(asObject(part), '$ref')) continue;
      found.set(parent, [...(found.get(parent) ?? []), child]);
    }
  }
  return found;
}

function merge(variants: readonly Variant[]): Variant {
  const [first = plain(undefined)] = variants;
  if (variants.length === 1) return first;
  const objects = variants.filter(({ value }) => isObject(value));
  const labels = join(variants);
  if (objects.length > 0) return { value: Object.assign({}, ...objects.map(({ value }) => value)) as Json, labels };
  return { value: first.value, labels };
}
