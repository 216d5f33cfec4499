import { isObject, type JsonObject } from '../../../../json/json.js';
import { appendQuery, writeQuery, type Draft } from '../reading.js';
import { listPairs, textOf, writePlain } from './har.js';

/** Adds the credentials of `auth` to a request; returns its url, which an API key may be part of. */
export function applyCredentials(draft: Draft, url: string, auth: JsonObject): string {
  const type = textOf(auth['type']);
  // A list since version 2.1, an object before.
  const settings = auth[type];
  const get = (name: string): string =>
    isObject(settings)
      ? writePlain(settings[name])
      : (listPairs(settings, 'key').find(([each]) => each === name)?.[1] ?? '');
  const [key, value] = [get('key'), get('value')];
  switch (type.toLowerCase()) {
    case '':
    case 'noauth':
      return url;
    case 'bearer':
      if (get('token') !== '') draft.headers.set('authorization', `Bearer ${get('token')}`);
      return url;
    case 'basic':
      if (get('username') + get('password') !== '') draft.setBasic(get('username'), get('password'));
      return url;
    case 'apikey':
      if (key + value === '') return url;
      if (get('in') !== 'query') {
        draft.headers.set(key.toLowerCase(), value);
        return url;
      }
      if (new URLSearchParams(/\?([^#]*)/.exec(url)?.[1]).has(key))
        draft.omit(`The API key replaces the parameter ${key} of the URL, which has both here.`);
      return appendQuery(url, writeQuery([[key, value]]));
  }
  draft.omit(`The credentials (${type}) are left out: they aren’t a fixed header.`, 'headers', 'authorization');
  return url;
}
