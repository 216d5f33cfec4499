import { writeBasic } from '../../model/auth.js';
import { appendQuery, writeQuery, type Draft } from '../reading.js';

/** The credentials of a collection's request: their type, and its settings by name. */
export interface Credentials {
  readonly type: string;
  readonly setting: (name: string) => string;
}

/** Adds credentials to a request; returns its url, which an API key may be part of. */
export function applyCredentials(draft: Draft, url: string, { type, setting }: Credentials): string {
  switch (type.toLowerCase()) {
    case '':
    case 'none':
    case 'noauth':
    case 'inherit':
      return url;
    case 'bearer':
      draft.addDefault('authorization', `Bearer ${setting('token')}`);
      return url;
    case 'basic': {
      const [user, password] = [setting('username'), setting('password')];
      if (`${user}${password}`.includes('{{'))
        draft.omit('The credentials (basic) depend on variables; fill them in under “authorization”.');
      else draft.addDefault('authorization', writeBasic(user, password));
      return url;
    }
    case 'apikey':
    case 'api-key': {
      const key = setting('key');
      const place = setting('in') || setting('placement');
      if (/query/i.test(place)) return appendQuery(url, writeQuery([[key, setting('value')]]));
      draft.addDefault(key, setting('value'));
      return url;
    }
  }
  draft.omit(`The credentials (${type}) are left out: they aren’t a fixed header.`);
  return url;
}
