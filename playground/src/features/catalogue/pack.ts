import {
  PLAIN_OPERATION,
  PLAIN_PARAMETER,
  type Catalogue,
  type Operation,
  type Parameter,
  type Server,
} from './catalogue.js';

/** A parameter without the members that are those of a plain one. */
type PackedParameter = Partial<Parameter>;

/** An operation without the members that are those of a plain one; the things that operations share are indexes, 0 by default. */
interface PackedOperation
  extends
    Pick<Operation, 'method' | 'path'>,
    Partial<Omit<Operation, 'method' | 'path' | 'parameters' | 'tags' | 'servers' | 'security'>> {
  readonly parameters: readonly number[];
  readonly tags?: number;
  readonly servers?: number;
  readonly security?: number;
}

/** A catalogue as small JSON: each parameter once, however many operations have it. */
export interface PackedCatalogue extends Omit<Catalogue, 'operations'> {
  readonly parameters: readonly PackedParameter[];
  readonly tags: readonly (readonly string[])[];
  readonly servers: readonly (readonly Server[])[];
  readonly security: readonly Operation['security'][];
  readonly operations: readonly PackedOperation[];
}

/** A list in which equal values have one index. */
class Table<Value> {
  readonly values: Value[] = [];
  private readonly indexes = new Map<string, number>();

  add(value: Value): number {
    const key = JSON.stringify(value);
    const index = this.indexes.get(key) ?? this.values.push(value) - 1;
    this.indexes.set(key, index);
    return index;
  }
}

/** The members of a value that differ from those of a plain one. */
function findDifference<Value extends object>(value: Value, plain: Partial<Value>): Partial<Value> {
  const defaults = new Map<string, unknown>(Object.entries(plain));
  const isOther = ([name, member]: [string, unknown]) => JSON.stringify(member) !== JSON.stringify(defaults.get(name));
  return Object.fromEntries(Object.entries(value).filter(isOther)) as Partial<Value>;
}

const getPlain = ({ place }: PackedParameter): Parameter => ({ ...PLAIN_PARAMETER, inRoute: place === 'path' });

export function packCatalogue({ operations, ...facts }: Catalogue): PackedCatalogue {
  const parameters = new Table<PackedParameter>();
  const tags = new Table<Operation['tags']>();
  const servers = new Table<Operation['servers']>();
  const security = new Table<Operation['security']>();
  const packed = operations.map((operation): PackedOperation => {
    const { parameters: each, tags: ofTags, servers: ofServers, security: ofSecurity, ...others } = operation;
    const { method, path } = operation;
    const indexes = { tags: tags.add(ofTags), servers: servers.add(ofServers), security: security.add(ofSecurity) };
    return {
      method,
      path,
      ...findDifference(others, { ...PLAIN_OPERATION, route: `${method} ${path}` }),
      parameters: each.map((parameter) => parameters.add(findDifference(parameter, getPlain(parameter)))),
      ...findDifference(indexes, { tags: 0, servers: 0, security: 0 }),
    };
  });
  return {
    ...facts,
    parameters: parameters.values,
    tags: tags.values,
    servers: servers.values,
    security: security.values,
    operations: packed,
  };
}

/** Unpacks one operation; an index without an entry is left out. */
export function unpackOperation(catalogue: PackedCatalogue, index: number): Operation | undefined {
  const packed = catalogue.operations[index];
  if (packed === undefined) return undefined;
  const { tags = 0, servers = 0, security = 0 } = packed;
  return {
    ...PLAIN_OPERATION,
    route: `${packed.method} ${packed.path}`,
    ...packed,
    parameters: packed.parameters.flatMap((each) => {
      const found = catalogue.parameters[each];
      return found === undefined ? [] : [{ ...getPlain(found), ...found }];
    }),
    tags: catalogue.tags[tags] ?? [],
    servers: catalogue.servers[servers] ?? [],
    security: catalogue.security[security] ?? [],
  };
}
