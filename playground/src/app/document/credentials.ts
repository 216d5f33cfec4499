import { planAuth } from '../../features/request-builder/model/auth.js';
import type { Auth, Surroundings } from '../../features/request-builder/model/surroundings.js';
import { isObject, type JsonObject } from '../../json/json.js';
import { readChoice, readText } from '../../json/read.js';
import { readStored } from '../../storage/device.js';

function readAuth(object: JsonObject): Auth {
  const kind = readChoice(object, 'kind', ['none', 'bearer', 'basic', 'key']);
  const text = (name: string) => readText(object, name, '');
  switch (kind) {
    case 'none':
      return { kind };
    case 'bearer':
      return { kind, token: text('token') };
    case 'basic':
      return { kind, user: text('user'), password: text('password') };
  }
  return { kind, name: text('name'), value: text('value'), place: readChoice(object, 'place', ['header', 'query']) };
}

function readSurroundings(stored: unknown): Partial<Surroundings> {
  if (!isObject(stored) || !isObject(stored['auth'])) return {};
  return { auth: readAuth(stored['auth']), authOrigin: readText(stored, 'authOrigin', ''), authorize: planAuth };
}

/** The credentials that were kept in this tab, before it was loaded again; nothing if they can't be read. */
export function readCredentials(stored: unknown): Partial<Surroundings> {
  return readStored(stored, readSurroundings) ?? {};
}
