import {
  PLAIN_PARAMETER,
  type Body,
  type Catalogue,
  type Credential,
  type Operation,
  type Parameter,
  type Server,
} from './catalogue.js';

/** A parameter without the members that are those of a plain one. */
type PackedParameter = Partial<Parameter>;

/** An operation as small JSON: the things that operations share are indexes. */
interface PackedOperation {
  readonly method: string;
  readonly path: string;
  /** Absent where it is method and path alone. */
  readonly route?: string;
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: true;
  readonly docs?: string;
  readonly parameters: readonly number[];
  readonly body?: Body | undefined;
  readonly servers: number;
  readonly security: number;
}

/** A catalogue as small JSON: each parameter once, however many operations have it. */
export interface PackedCatalogue {
  readonly title: string;
  readonly version: string;
  readonly warnings: readonly string[];
  readonly parameters: readonly PackedParameter[];
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

function packParameter(parameter: Parameter): PackedParameter {
  const plain = new Map<string, unknown>(Object.entries({ ...PLAIN_PARAMETER, inRoute: parameter.place === 'path' }));
  return Object.fromEntries(
    Object.entries(parameter).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(plain.get(name))),
  );
}

export function packCatalogue({ title, version, warnings, operations }: Catalogue): PackedCatalogue {
  const parameters = new Table<PackedParameter>();
  const servers = new Table<readonly Server[]>();
  const security = new Table<readonly (readonly Credential[])[]>();
  const packed = operations.map((operation): PackedOperation => {
    const { method, path, route, summary, description, deprecated, docs, body } = operation;
    return {
      method,
      path,
      ...(route !== `${method} ${path}` && { route }),
      summary,
      ...(description !== '' && { description }),
      ...(deprecated && { deprecated }),
      ...(docs !== '' && { docs }),
      parameters: operation.parameters.map((parameter) => parameters.add(packParameter(parameter))),
      ...(body && { body }),
      servers: servers.add(operation.servers),
      security: security.add(operation.security),
    };
  });
  return {
    title,
    version,
    warnings,
    parameters: parameters.values,
    servers: servers.values,
    security: security.values,
    operations: packed,
  };
}

/** Unpacks one operation; an index without an entry is left out. */
export function unpackOperation(catalogue: PackedCatalogue, index: number): Operation | undefined {
  const packed = catalogue.operations[index];
  if (packed === undefined) return undefined;
  const { method, path, summary, description = '', deprecated = false, docs = '', body } = packed;
  return {
    method,
    path,
    route: packed.route ?? `${method} ${path}`,
    summary,
    description,
    deprecated,
    docs,
    parameters: packed.parameters.flatMap((parameter) => {
      const found = catalogue.parameters[parameter];
      return found === undefined ? [] : [{ ...PLAIN_PARAMETER, inRoute: found.place === 'path', ...found }];
    }),
    body,
    servers: catalogue.servers[packed.servers] ?? [],
    security: catalogue.security[packed.security] ?? [],
  };
}
