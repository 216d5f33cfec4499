/** Writes values as JavaScript: to repeat a call in another engine, and to compare results byte for byte. */

/** Writes a value that `write` knows better. */
type Known = (value: unknown) => string | undefined;

const MAX_DEPTH = 200;

/**
 * An expression whose value equals `value`, with its keys in their order.
 *
 * Functions have neither their code nor their names in it, and an instance of an unknown class has only its own properties.
 * @throws Error for a value whose reading has effects, or that is nested too deeply
 */
export function toSource(value: unknown, known: Known = () => undefined, depth = 0): string {
  if (depth > MAX_DEPTH) throw new Error('The value is nested too deeply.');
  const found = known(value);
  if (found !== undefined) return found;
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value);
    case 'bigint':
      return `${value}n`;
    case 'symbol':
      return `Symbol(${JSON.stringify(value.description ?? '')})`;
    case 'function':
      return '() => 0';
    case 'object':
      return value === null ? 'null' : writeObject(value, (member) => toSource(member, known, depth + 1));
    default:
      return String(value);
  }
}

type Write = (value: unknown) => string;

const byString: Write = (value) => JSON.stringify(String(value));

/** Classes of the platform, and the arguments of their constructors. */
const CLASSES: Readonly<Record<string, (value: never, write: Write) => string>> = {
  Date: (date: Date) => String(date.getTime()),
  URL: byString,
  URLSearchParams: byString,
  Headers: (headers: Headers, write) => write([...headers]),
  Map: (map: Map<unknown, unknown>, write) => write([...map]),
  Set: (set: Set<unknown>, write) => write([...set]),
  RegExp: ({ source, flags }: RegExp) => `${JSON.stringify(source)}, ${JSON.stringify(flags)}`,
  Uint8Array: (bytes: Uint8Array, write) => write([...bytes]),
  ArrayBuffer: ({ byteLength }: ArrayBuffer) => String(byteLength),
  FormData: () => '',
  // Engines add other properties: the stack, the line.
  Error: ({ name, message, ...others }: Error, write) => {
    const { code, parameter, position } = others as Readonly<Record<string, unknown>>;
    return write([name, message, code, parameter, position]);
  },
  ReadableStream: () => '',
};

function writeObject(value: object, write: Write): string {
  if (Array.isArray(value)) return `[${value.map(write).join(', ')}]`;
  const prototype: unknown = Object.getPrototypeOf(value);
  const name = Object.prototype.toString.call(value).slice('[object '.length, -1);
  const constructorArguments = CLASSES[name];
  if (constructorArguments) return `new ${name}(${constructorArguments(value as never, write)})`;
  const properties = `{ ${writeProperties(value, write).join(', ')} }`;
  if (prototype === Object.prototype) return properties;
  return `Object.assign(${prototype === null ? 'Object.create(null)' : 'new (class {})()'}, ${properties})`;
}

function writeProperties(value: object, write: Write): string[] {
  return Reflect.ownKeys(value).map((key) => {
    const property = Object.getOwnPropertyDescriptor(value, key);
    if (!property || !('value' in property)) throw new Error(`${String(key)} is an accessor.`);
    // As a plain key, `__proto__` would set the prototype.
    return `[${write(key)}]: ${write(property.value)}`;
  });
}
