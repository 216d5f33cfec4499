import { planAuth } from '../../features/request-builder/model/auth.js';
import type { Auth, Surroundings } from '../../features/request-builder/model/surroundings.js';
import { isObject, type JsonObject } from '../../json/json.js';
import { readChoice, readText } from '../../json/read.js';
import { readStored } from '../../storage/device.js';

/** The texts of each kind. */
const TEXTS = { none: [], bearer: ['token'], basic: ['user', 'password'], key: ['name', 'value'] } as const;

function readAuth(object: JsonObject): Auth {
  const kind = readChoice(object, 'kind', ['none', 'bearer', 'basic', 'key']);
  const texts = TEXTS[kind].map((name) => [name, readText(object, name, '')]);
  const place = kind === 'key' && { place: readChoice(object, 'place', ['header', 'query']) };
  return { kind, ...(Object.fromEntries(texts) as object), ...place } as Auth;
}

function readSurroundings(stored: unknown): Partial<Surroundings> {
  if (!isObject(stored) || !isObject(stored['auth'])) return {};
  return { auth: readAuth(stored['auth']), authOrigin: readText(stored, 'authOrigin', ''), authorize: planAuth };
}

/** The credentials that were kept in this tab, before it was loaded again; nothing if they can't be read. */
export function readCredentials(stored: unknown): Partial<Surroundings> {
  return readStored(stored, readSurroundings) ?? {};
}
