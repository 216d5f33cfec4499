/** The body and the query that the options of an operation make. */
import type { Draft } from '../../reading.js';
import type { Operation } from './arguments.js';
import { DATA } from './options.js';
import { encodeValue } from './url.js';

/** The state that the requests of a command share. */
export interface Shared {
  /** The standard input; undefined if the script doesn’t have it. */
  readonly text: string | undefined;
  /** Whether the standard input is read: that is possible once. */
  isRead: boolean;
  /** Whether curl may have ended at an earlier URL. */
  isStopped: boolean;
}

/** The texts of an operation. */
interface Content {
  readonly data: string | undefined;
  readonly query: string | undefined;
  /** Whether a piece of the body is only in a file. */
  readonly isUnread: boolean;
}

/** Reads the texts of an operation’s options, in their order: the standard input can be read once. */
export function readContent(draft: Draft, { options }: Operation, shared: Shared): Content {
  let data: string | undefined;
  let query: string | undefined;
  let isUnread = false;

  /** The text of `@path`; undefined, with a sentence, if it isn’t in the script. */
  const readFile = (path: string, use: 'body' | 'query') => {
    const text = path !== '-' ? undefined : shared.isRead ? '' : shared.text;
    if (path === '-') shared.isRead = true;
    if (text === undefined)
      draft.omit(
        `The ${path === '-' ? 'standard input' : `file ${path}`} with the ${use} isn’t read.`,
        use === 'body' ? 'data' : 'route',
      );
    return text;
  };
  /** `content`, `=content`, `name=content`, `@file` or `name@file`. */
  const readEncoded = (value: string, use: 'body' | 'query') => {
    const [, name = '', separator = '', content = value] =
      /^([^=]*)(=)([^]*)$/.exec(value) ?? /^([^@]*)(@)([^]*)$/.exec(value) ?? [];
    const text = separator === '@' ? readFile(content, use) : content;
    // curl leaves the name of an empty file out.
    if (text === undefined || (text === '' && separator === '@')) return text;
    return (name === '' ? '' : `${name}=`) + encodeValue(text);
  };
  const readData = (name: string, value: string) => {
    if (name === 'data-urlencode') return readEncoded(value, 'body');
    if (name === 'data-raw' || !value.startsWith('@')) return value;
    const text = readFile(value.slice(1), 'body');
    // `--data` drops line ends of files.
    return name === 'data-binary' || name === 'json' ? text : text?.replaceAll(/[\r\n\0]/g, '');
  };

  for (const { name, value } of options) {
    if (name === 'url-query') {
      const text = value.startsWith('+') ? value.slice(1) : readEncoded(value, 'query');
      if (text !== undefined) query = query === undefined ? text : `${query}&${text}`;
    } else if (DATA.has(name)) {
      const text = readData(name, value);
      if (data === '') draft.omit('Versions of curl join an empty body and others in different ways.');
      isUnread ||= text === undefined;
      data = (data === undefined ? '' : data + (name === 'json' ? '' : '&')) + (text ?? '');
    }
  }
  return { data, query, isUnread };
}
