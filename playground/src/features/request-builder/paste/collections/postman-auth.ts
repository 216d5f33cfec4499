import { isObject, type JsonObject } from '../../../../json/json.js';
import { writeBasic } from '../../model/auth.js';
import { appendQuery, writeQuery, type Draft } from '../reading.js';
import { listPairs, textOf, writePlain } from './har.js';

/** Adds the credentials of `auth` to a request; returns its url, which an API key may be part of. */
export function applyCredentials(draft: Draft, url: string, auth: JsonObject): string {
  const type = textOf(auth['type']);
  // A list since version 2.1, an object before.
  const settings = auth[type];
  const setting = (name: string): string =>
    Array.isArray(settings)
      ? (listPairs(settings, 'key').find(([each]) => each === name)?.[1] ?? '')
      : writePlain(isObject(settings) ? settings[name] : '');
  switch (type.toLowerCase()) {
    case '':
    case 'noauth':
      return url;
    case 'bearer':
      if (setting('token') !== '') draft.replace('authorization', `Bearer ${setting('token')}`);
      return url;
    case 'basic': {
      const [user, password] = [setting('username'), setting('password')];
      const credentials = `${user}${password}`;
      if (!draft.omitUnknownCredentials(credentials) && credentials !== '')
        draft.replace('authorization', writeBasic(user, password));
      return url;
    }
    case 'apikey': {
      const [key, value] = [setting('key'), setting('value')];
      if (`${key}${value}` === '') return url;
      if (setting('in') !== 'query') {
        draft.replace(key, value);
        return url;
      }
      if (new URLSearchParams(/\?([^#]*)/.exec(url)?.[1] ?? '').has(key))
        draft.omit(`The API key replaces the parameter ${key} of the URL, which has both here.`);
      return appendQuery(url, writeQuery([[key, value]]));
    }
  }
  draft.omit(`The credentials (${type}) are left out: they aren’t a fixed header.`, 'headers', 'authorization');
  return url;
}
