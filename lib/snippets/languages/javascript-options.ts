import { parameterLocation } from '../../options.js';
import { classOf } from '../../adapters/message.js';
import { enclose, objectLiteral, propertyName, quoteJavaScript } from './javascript.js';

function objectCode(value: object, indent: string, column: number | undefined): string | undefined {
  switch (classOf(value)) {
    case 'Date': {
      const date = value as Date;
      return Number.isNaN(date.getTime()) ? undefined : `new Date('${date.toISOString()}')`;
    }
    case 'URL':
    case 'URLSearchParams':
      return `new ${classOf(value)}(${quoteJavaScript((value as { toString(): string }).toString())})`;
    case 'Headers':
      return toOptionsLiteral(Object.fromEntries(value as Iterable<[string, string]>), indent);
    case 'Object':
      return membersCode(value, indent, column);
    default:
      return undefined;
  }
}

function membersCode(value: object, indent: string, column: number | undefined): string | undefined {
  const members: string[] = [];
  for (const key of Reflect.ownKeys(value)) {
    if (typeof key === 'symbol' && key !== parameterLocation) return undefined;
    const code = toOptionsLiteral((value as Record<PropertyKey, unknown>)[key], `${indent}  `);
    if (code === undefined) return undefined;
    members.push(`${typeof key === 'symbol' ? '[endpoint.in]' : propertyName(key)}: ${code}`);
  }
  return objectLiteral(members, indent, column);
}

/**
 * Code for options and parameters; undefined where a value has no literal, as a stream has none.
 * @param column the column of the code
 */
export function toOptionsLiteral(value: unknown, indent: string, column?: number): string | undefined {
  if (typeof value === 'string') return quoteJavaScript(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return String(value);
  if (!Array.isArray(value)) return objectCode(value, indent, column);
  const items = Array.from(value, (item: unknown) => toOptionsLiteral(item, `${indent}  `));
  return items.every((item) => item !== undefined) ? enclose(['[', ']'], items, indent) : undefined;
}
