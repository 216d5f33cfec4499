import { planAuth } from '../../features/request-builder/model/auth.js';
import type { Auth, Surroundings } from '../../features/request-builder/model/surroundings.js';
import { isObject, readChoice, readText, type JsonObject } from '../../json/json.js';

/** Name in the storage of the tab. */
const NAME = 'endpoint.js:auth';

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

/** The credentials that were entered in this tab, before it was loaded again; nothing if there are none. */
export function loadCredentials(): Partial<Surroundings> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(NAME) ?? 'null');
    if (!isObject(stored) || !isObject(stored['auth'])) return {};
    return { auth: readAuth(stored['auth']), authOrigin: readText(stored, 'authOrigin', ''), authorize: planAuth };
  } catch {
    // The storage is blocked, or another program wrote the text: they count as missing.
    return {};
  }
}

/** Keeps the credentials for this tab alone; closing it forgets them. */
export function saveCredentials({ auth, authOrigin }: Pick<Surroundings, 'auth' | 'authOrigin'>): void {
  try {
    if (auth.kind === 'none') sessionStorage.removeItem(NAME);
    else sessionStorage.setItem(NAME, JSON.stringify({ auth, authOrigin }));
  } catch {
    // The storage is blocked or full: they last until the page is left.
  }
}
