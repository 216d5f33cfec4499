/** The calls of an operation that are tried: values for each parameter, and for each alternative of the body. */
import { BIG, Maker, type Variant } from './make.js';
import { contentTypeOf, type Operation, type Parameter } from './operations.js';
import { expectBody } from './expected-body.js';
import { serialize, Undefined, type Values } from './serializer.js';
import { listProperties } from './conform.js';
import { asObject, isObject, type Source } from './source.js';
import type { Expected } from './compare.js';

export interface Call {
  readonly values: Values;
  readonly body: unknown;
  readonly labels: ReadonlySet<string>;
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.values(value).every(isEmpty));

/** The values of a parameter that the specification says how to write. */
export function listValues(maker: Maker, operation: Operation, parameter: Parameter): Variant[] {
  const only: Operation = { ...operation, path: parameter.place === 'path' ? `/{${parameter.name}}` : '/' };
  return maker.list(parameter.schema).filter(({ value }) => {
    if (parameter.place === 'path' && isEmpty(value)) return false;
    if (parameter.place !== 'path' && typeof value === 'object' && isEmpty(value) && parameter.required) return false;
    if (parameter.place === 'header' && (value === '' || (typeof value === 'string' && /[^ -~]/.test(value))))
      return false;
    try {
      serialize(only, new Map([[parameter, value]]));
      return true;
    } catch (error) {
      if (error instanceof Undefined) return false;
      throw error;
    }
  });
}

export interface Plan {
  readonly calls: readonly Call[];
  /** Parameters, or the body, for which no value was found. */
  readonly lacking: readonly string[];
  readonly lacksRequired: boolean;
}

/** Plans the calls of an operation. */
export function planCalls(source: Source, maker: Maker, operation: Operation, used: readonly Parameter[]): Plan {
  const lacking: string[] = [];
  let lacksRequired = false;
  const lists = new Map<Parameter, Variant[]>();
  for (const parameter of used) {
    const list = listValues(maker, operation, parameter);
    if (list.length > 0) lists.set(parameter, list);
    else {
      lacking.push(parameter.name);
      lacksRequired ||= parameter.required;
    }
  }
  const { body } = operation;
  const bodies = body
    ? body.kind === 'other'
      ? [{ value: 'text of the body', labels: new Set<string>() }]
      : maker.list(body.schema)
    : [];
  if (body && bodies.length === 0) {
    lacking.push('the body');
    lacksRequired ||= body.required;
  }
  const create = (turn: number, isAll: boolean, one: Variant | undefined): Call => ({
    values: new Map(
      [...lists].flatMap(([parameter, list]): [Parameter, unknown][] =>
        isAll || parameter.required ? [[parameter, (list[turn % list.length] as Variant).value]] : [],
      ),
    ),
    body: one?.value,
    labels: one?.labels ?? new Set(),
  });
  const width = Math.max(3, ...[...lists.values()].map((list) => list.length));
  const calls = [
    ...bodies.map((one, turn) => create(turn, false, one)),
    ...(body?.required === true ? [] : [create(0, false, undefined)]),
    ...Array.from({ length: width }, (_, turn) => create(turn, true, bodies[turn % bodies.length])),
  ];
  return { calls, lacking, lacksRequired };
}

const isBig = (source: Source, stated: unknown): boolean => {
  const schema = source.schema(stated);
  if (typeof schema === 'boolean') return false;
  const { type, format, maximum, exclusiveMaximum, multipleOf } = schema;
  return (
    type === 'integer' &&
    format !== 'int32' &&
    !['enum', 'const', 'allOf', 'anyOf', 'oneOf'].some((key) => key in schema) &&
    maximum === undefined &&
    typeof exclusiveMaximum !== 'number' &&
    multipleOf === undefined
  );
};

/** A call with integers as decimal text, and what must be sent; undefined where the operation has none. */
export function enlarge(
  source: Source,
  { body: stated }: Operation,
  { values, body, labels }: Call,
): { readonly passed: Call; readonly sent: Call } | undefined {
  const large = new Map(
    [...values].map(([parameter, value]) => [
      parameter,
      isBig(source, parameter.schema) && parameter.mediaType === undefined ? BIG : value,
    ]),
  );
  const properties = stated?.kind === 'json' ? listProperties(source, stated.schema) : {};
  const change = (mark: string): unknown =>
    isObject(body)
      ? Object.fromEntries(
          Object.entries(body).map(([name, value]) => [
            name,
            typeof value === 'number' && isBig(source, asObject(properties)[name]) ? BIG + mark : value,
          ]),
        )
      : body;
  const isChanged = [...large.values()].includes(BIG) || JSON.stringify(change('') ?? null).includes(BIG);
  return isChanged
    ? { passed: { values: large, body: change(''), labels }, sent: { values: large, body: change('!'), labels } }
    : undefined;
}

/** The request that a call must become. */
export function expect(source: Source, operation: Operation, { values, body }: Call, base: string): Expected {
  return {
    method: operation.method,
    base,
    target: serialize(operation, values),
    contentType: operation.body && contentTypeOf(operation.body),
    accept: operation.accept,
    body: expectBody(source, operation.body, body),
  };
}
