import type { Catalogue, Operation, Parameter } from './catalogue.js';

/** The defaults of most parameters, which packed ones leave out. */
export const PLAIN_PARAMETER: Parameter = {
  name: '',
  place: 'query',
  required: false,
  deprecated: false,
  type: '',
  description: '',
  inRoute: false,
  kind: 'text',
  choices: [],
  closed: false,
  preset: '',
  example: '',
  fullExample: '',
  hasExample: false,
  limits: [],
};

/** The defaults of an operation, which packed ones leave out. */
export const PLAIN_OPERATION: Operation = {
  method: '',
  path: '',
  route: '',
  id: '',
  tags: [],
  summary: '',
  description: '',
  deprecated: false,
  docs: '',
  parameters: [],
  body: undefined,
  servers: [],
  security: [],
};

/** A parameter without the members that are those of a plain one. */
type PackedParameter = Partial<Parameter>;

/** The members that many operations have in common. */
type Common = Pick<Operation, 'tags' | 'servers' | 'security'>;

/** An operation without the members that are those of a plain one; the things that operations share are indexes. */
interface PackedOperation extends Partial<Omit<Operation, keyof Common | 'method' | 'path' | 'parameters'>> {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly number[];
  readonly common: number;
}

/** A catalogue as small JSON: each parameter once, however many operations have it. */
export interface PackedCatalogue extends Omit<Catalogue, 'operations'> {
  readonly parameters: readonly PackedParameter[];
  readonly common: readonly Common[];
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
  const isOther = ([name, member]: [string, unknown]) =>
    JSON.stringify(member) !== JSON.stringify(plain[name as keyof Value]);
  return Object.fromEntries(Object.entries(value).filter(isOther)) as Partial<Value>;
}

const getPlain = ({ place }: PackedParameter): Parameter => ({ ...PLAIN_PARAMETER, inRoute: place === 'path' });

export function packCatalogue({ operations, ...facts }: Catalogue): PackedCatalogue {
  const parameters = new Table<PackedParameter>();
  const common = new Table<Common>();
  const packed = operations.map(({ tags, servers, security, ...operation }): PackedOperation => {
    const { method, path } = operation;
    return {
      method,
      path,
      ...findDifference(operation, { ...PLAIN_OPERATION, route: `${method} ${path}` }),
      parameters: operation.parameters.map((each) => parameters.add(findDifference(each, getPlain(each)))),
      common: common.add({ tags, servers, security }),
    };
  });
  return { ...facts, parameters: parameters.values, common: common.values, operations: packed };
}

/** Unpacks one operation; an index without an entry is left out. */
export function unpackOperation(catalogue: PackedCatalogue, index: number): Operation | undefined {
  const packed = catalogue.operations[index];
  if (packed === undefined) return undefined;
  const { common, ...operation } = packed;
  return {
    ...PLAIN_OPERATION,
    route: `${packed.method} ${packed.path}`,
    ...operation,
    ...catalogue.common[common],
    parameters: packed.parameters.flatMap((each) => {
      const found = catalogue.parameters[each];
      return found === undefined ? [] : [{ ...getPlain(found), ...found }];
    }),
  };
}
