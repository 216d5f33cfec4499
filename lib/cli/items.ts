import type { EndpointOptions, ParameterLocations } from 'endpoint.js';
import { UsageError } from './command.js';
import { parseJson } from './json-text.js';

/** What items on the command line say: parameters, headers, and parameters with a place. */
export interface Items {
  readonly options: EndpointOptions;
  readonly headers: Record<string, string | null>;
  readonly locations: { [place in keyof ParameterLocations]: Record<string, unknown> };
}

type Separator = ':=' | '==' | '=' | ':' | ';';

/** The longest comes first where two begin at the same place. */
const SEPARATORS: readonly Separator[] = [':=', '==', '=', ':'];

interface Item {
  readonly name: string;
  readonly separator: Separator;
  readonly value: string;
}

/** Takes an item apart at its first separator that no backslash escapes. */
function parseItem(item: string): Item {
  let name = '';
  for (let index = 0; index < item.length; index++) {
    if (item[index] === '\\' && /[\\:=;]/.test(item[index + 1] ?? '')) {
      name += item[++index];
      continue;
    }
    const separator = SEPARATORS.find((candidate) => item.startsWith(candidate, index));
    if (separator) return named({ name, separator, value: item.slice(index + separator.length) }, item);
    if (item[index] === ';' && index === item.length - 1) return named({ name, separator: ';', value: '' }, item);
    name += item[index];
  }
  throw new UsageError(
    `${JSON.stringify(item)} is not an item; write name=text, name:=JSON, name==text (query) or Header:value.`,
  );
}

function named(parsed: Item, item: string): Item {
  if (parsed.name !== '') return parsed;
  throw new UsageError(`${JSON.stringify(item)} has no name before "${parsed.separator}".`);
}

/** Sets a member whatever its name is, once. */
function set(target: object, name: string, value: unknown, way: string): void {
  if (Object.hasOwn(target, name)) throw new UsageError(`${name} is given twice; ${way}.`);
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
}

const forList = (name: string): string => `for a list write ${name}:='["1","2"]'`;

/** Adds a query parameter; one that is given again makes a list. */
function addQuery(query: Record<string, unknown>, name: string, value: string): void {
  if (!Object.hasOwn(query, name)) return set(query, name, value, forList(name));
  const before = query[name];
  query[name] = Array.isArray(before) ? [...before, value] : [before, value];
}

/**
 * Reads items as HTTPie types them: `name=text`, `name:=JSON`, `name==text` for the query, `Header:value`, `Header:` to
 * drop a default one, `Header;` for an empty one.
 * @param placed items of the flags `--path`, `--query` and `--body`
 * @throws UsageError for what is not an item, EndpointError `invalid-json`
 */
export function readItems(
  items: readonly string[],
  placed: { [place in keyof ParameterLocations]: readonly string[] },
): Items {
  const result: Items = { options: {}, headers: {}, locations: {} };
  for (const { name, separator, value } of items.map(parseItem)) {
    if (separator === '=') set(result.options, name, value, forList(name));
    else if (separator === ':=') set(result.options, name, parseJson(value, name), forList(name));
    else if (separator === '==') addQuery((result.locations.query ??= {}), name, value);
    else if (separator === ';') set(result.headers, name.toLowerCase(), '', 'join its values by ","');
    else set(result.headers, name.toLowerCase(), value || null, 'join its values by ","');
  }
  for (const place of ['path', 'query', 'body'] as const) {
    for (const item of placed[place] ?? []) addPlaced((result.locations[place] ??= {}), place, item);
  }
  return result;
}

function addPlaced(target: Record<string, unknown>, place: string, item: string): void {
  const { name, separator, value } = parseItem(item);
  if (separator === '=') set(target, name, value, forList(name));
  else if (separator === ':=') set(target, name, parseJson(value, name), forList(name));
  else throw new UsageError(`--${place} ${JSON.stringify(item)}: write name=text or name:=JSON.`);
}
