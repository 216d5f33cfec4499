import { isObject, parseJson } from '../../json/json.js';
import { readMember } from '../../json/read.js';
import { getReason } from '../../ui/text.js';
import type { NewRequest } from './library.js';

/** The names that a file of saved requests begins with. */
const FORMAT = 'endpoint.js requests';
const VERSION = 1;

/** Writes a file: indented JSON, the same for the same requests, so that it can be kept in a repository. */
export function writeExchange(requests: readonly Pick<NewRequest, 'name' | 'content'>[]): string {
  const items = requests.map(({ name, content }) => ({ name, document: content }));
  return `${JSON.stringify({ format: FORMAT, version: VERSION, requests: items }, null, 2)}\n`;
}

/** The requests of a file, and the problems of those that can't be read. */
export interface ReadExchange {
  readonly requests: readonly NewRequest[];
  /** One sentence for each request that is left out. */
  readonly problems: readonly string[];
}

/** A document that a file contains, checked. */
export type ReadContent = (content: unknown) => Pick<NewRequest, 'route' | 'content'>;

function readRequest(item: unknown, index: number, readContent: ReadContent): NewRequest | string {
  const place = `Request ${index + 1}`;
  if (!isObject(item)) return `${place} isn’t an object.`;
  const name = readMember(item, 'name');
  if (typeof name !== 'string' || name.trim() === '') return `${place} has no name.`;
  try {
    return { name: name.trim(), ...readContent(readMember(item, 'document') ?? {}) };
  } catch (error) {
    return `${place}, “${name}”: ${getReason(error)}`;
  }
}

/**
 * Reads a file of saved requests. A request that can't be read is left out and reported.
 * @throws Error with one sentence, if it is another kind of file
 */
export function readExchange(text: string, readContent: ReadContent): ReadExchange {
  const json = parseJson(text);
  if (!json.ok) throw new Error('This file isn’t JSON.');
  const file = json.value;
  if (!isObject(file) || readMember(file, 'format') !== FORMAT)
    throw new Error('This file has no saved requests: its “format” isn’t “endpoint.js requests”.');
  const version = readMember(file, 'version');
  if (version !== VERSION)
    throw new Error(`This file has version ${JSON.stringify(version)}; this page reads version ${VERSION}.`);
  const items = readMember(file, 'requests');
  if (!Array.isArray(items)) throw new Error('This file has no list of “requests”.');
  const read = items.map((item: unknown, index) => readRequest(item, index, readContent));
  return {
    requests: read.filter((request) => typeof request !== 'string'),
    problems: read.filter((request) => typeof request === 'string'),
  };
}
