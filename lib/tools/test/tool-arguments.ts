/** Finds the arguments of a tool for the values of a document's operation, by the names in the tool's schema alone. */
import type { Tool } from 'endpoint.js/tools';
import { listProperties } from './conform.js';
import { isReserved, type Operation, type Parameter } from './operations.js';
import { asList, asObject, has, isObject, set, type Json, type Source } from './source.js';

const NAME = /^[A-Za-z0-9_.-]{1,64}$/;
const sanitize = (name: string): string => name.replace(/[^A-Za-z0-9_.-]+/g, '_').replace(/^_+|_+$/g, '');

/** Files, as a model passes them. */
const encodeFiles = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(encodeFiles)
    : typeof value === 'string'
      ? Buffer.from(value).toString('base64')
      : value;

/** The property of an alias: the sanitized name, or one that begins with it. */
function findAlias(name: string, properties: Json, isTaken: (key: string) => boolean): string | undefined {
  const wish = sanitize(name);
  const keys = Object.keys(properties).filter((key) => !isTaken(key));
  const exact = keys.find((key) => key === wish.slice(0, 64));
  if (exact !== undefined) return exact;
  const begin = wish.slice(0, 40);
  const first = keys.find((key) => key.startsWith(begin) || key.includes(`_${begin}`));
  return first ?? (keys.length === 1 ? keys[0] : undefined);
}

/** The places of a tool's schema that a value of a member may have. */
function step(places: readonly Json[], root: Json, name: string | number): Json[] {
  return expand(places, root).flatMap((place) => {
    if (typeof name === 'number')
      return [asList(place['prefixItems'])[name] ?? place['items'], ...asList(place['anyOf'])].filter(isObject);
    const properties = asObject(place['properties']);
    const additional = place['additionalProperties'];
    return has(properties, name) ? [asObject(properties[name])] : isObject(additional) ? [additional] : [];
  });
}

/** With what references and compositions lead to. */
function expand(places: readonly Json[], root: Json): Json[] {
  const found = new Set<Json>();
  const pending = [...places];
  for (const place of pending) {
    if (found.has(place)) continue;
    found.add(place);
    const reference = place['$ref'];
    if (typeof reference === 'string')
      pending.push(asObject(asObject(root['$defs'])[reference.replace('#/$defs/', '')]));
    for (const keyword of ['anyOf', 'oneOf', 'allOf']) pending.push(...asList(place[keyword]).filter(isObject));
  }
  return [...found];
}

/** A value with the aliases of its members' names. */
export function rename(value: unknown, places: readonly Json[], root: Json): unknown {
  if (Array.isArray(value)) return value.map((item, index) => rename(item, step(places, root, index), root));
  if (!isObject(value)) return value;
  const made: Json = {};
  for (const [name, member] of Object.entries(value)) {
    let key = name;
    if (!NAME.test(name)) {
      const properties = Object.assign(
        {},
        ...expand(places, root).map((place) => asObject(place['properties'])),
      ) as Json;
      // A nested alias has a suffix.
      const suffixed = Object.keys(properties).find((each) => each.startsWith(`${sanitize(name)}_`));
      if (!has(properties, name)) key = suffixed ?? findAlias(name, properties, (each) => has(value, each)) ?? name;
    }
    set(made, key, rename(member, step(places, root, key), root));
  }
  return made;
}

/** Whether the members of an object are names of the query. */
const isSpread = ({ place, style, explode, mediaType }: Parameter): boolean =>
  place === 'querystring' ? /urlencoded/.test(mediaType ?? '') : place === 'query' && style === 'form' && explode;

/** The arguments of a tool by what the document names. */
export class Arguments {
  private readonly properties: Json;
  private readonly root: Json;
  private readonly keys = new Map<Parameter, string>();
  private readonly members = new Map<string, string>();
  /** Parameters that no argument has. */
  readonly left: Parameter[] = [];
  /** The argument that is the whole body. */
  readonly whole: string | undefined;

  constructor(source: Source, tool: Tool, { parameters, body }: Operation) {
    this.root = tool.inputSchema;
    this.properties = tool.inputSchema.properties;
    const declared = body && body.kind !== 'other' ? Object.keys(listProperties(source, body.schema)) : [];
    const names = [...parameters.map(({ name }) => name), ...declared];
    // Each has one name, and the properties are in the order of the parameters.
    const assigned = new Map<string, string | undefined>();
    const isTaken = (key: string): boolean => names.includes(key) || [...assigned.values()].includes(key);
    const assign = (place: string, name: string): string | undefined => {
      const key = `${place} ${name}`;
      if (!assigned.has(key)) assigned.set(key, findAlias(name, this.properties, isTaken));
      return assigned.get(key);
    };
    const find = (name: string, place: string): string | undefined => {
      const prefixed = `${place}_${name}`;
      const isShared = names.filter((each) => each === name).length > 1;
      if (isShared && has(this.properties, prefixed) && !names.includes(prefixed)) return prefixed;
      if (has(this.properties, name)) return name;
      return NAME.test(name) && !isShared ? undefined : assign(place, name);
    };
    for (const parameter of parameters) {
      const { name, place } = parameter;
      const key =
        isReserved(source, parameter) === true ? undefined : find(name, place === 'querystring' ? 'query' : place);
      const own = Object.keys(listProperties(source, parameter.schema));
      if (key !== undefined) this.keys.set(parameter, key);
      // The members of an object may be parameters of the query by themselves.
      else if (!isSpread(parameter) || !own.some((member) => has(this.properties, member))) this.left.push(parameter);
    }
    if (!body) return;
    const used = new Set(this.keys.values());
    // A member of the body may be called so itself.
    const isFlat =
      declared.some((name) => name !== 'body' && this.findMember(name, used, find)) &&
      !(has(this.properties, 'body') && !declared.includes('body'));
    if (isFlat || (declared.includes('body') && declared.length === 1)) {
      for (const name of declared) {
        const key = this.findMember(name, used, find);
        if (key !== undefined) this.members.set(name, key);
      }
    } else this.whole = ['body', 'body_body'].find((key) => has(this.properties, key) && !used.has(key));
  }

  private findMember(
    name: string,
    used: ReadonlySet<string>,
    find: (name: string, place: string) => string | undefined,
  ): string | undefined {
    const prefixed = `body_${name}`;
    if (used.has(name) && has(this.properties, prefixed)) return prefixed;
    const key = find(name, 'body');
    return key !== undefined && !used.has(key) ? key : undefined;
  }

  /**
   * The arguments of values.
   *
   * @returns the names of members that no argument has too
   */
  write(
    values: ReadonlyMap<Parameter, unknown>,
    body: unknown,
  ): { readonly args: Json; readonly lost: readonly string[] } {
    const args: Json = {};
    const lost: string[] = [];
    const pass = (key: string, value: unknown): void => {
      const property = asObject(this.properties[key]);
      const isFile = String(property['description']).endsWith("The file's bytes in base64.");
      set(args, key, isFile ? encodeFiles(value) : rename(value, [property], this.root));
    };
    for (const [parameter, value] of values) {
      const key = this.keys.get(parameter);
      if (key !== undefined) pass(key, value);
      else if (isObject(value)) {
        for (const [name, member] of Object.entries(value))
          if (has(this.properties, name)) pass(name, member);
          else lost.push(name);
      } else lost.push(parameter.name);
    }
    if (body === undefined) return { args, lost };
    if (this.whole !== undefined) pass(this.whole, body);
    else if (isObject(body)) {
      const used = new Set(this.keys.values());
      for (const [name, member] of Object.entries(body)) {
        // Of an alternative, which the tool has as members of the whole.
        const key =
          this.members.get(name) ?? [`body_${name}`, name].find((one) => has(this.properties, one) && !used.has(one));
        if (key === undefined) lost.push(name);
        else pass(key, member);
      }
    } else lost.push('body');
    return { args, lost };
  }
}
