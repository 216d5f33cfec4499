/** Calls of JavaScript whose arguments are literals; everything else in a text is refused by name. */
import { LiteralError } from '../../../../json/literal.js';
import { toObject, UnreadableError, type Findings, type Found } from '../reading.js';
import { readAxios } from './axios.js';
import { readBuilder } from './builder.js';
import { readFetch } from './fetch.js';
import { ArgumentReader } from './literals.js';

/** Functions whose calls are read. */
const CALLEE =
  /(?:(?:window|globalThis|self)\.)?fetch(?=\s*\()|axios(?:\.(?:request|get|delete|head|options|post|put|patch))?(?=\s*\()|(?:[\w$]+\.)*octokit\.request(?:\.endpoint)?(?=\s*\()|endpoint(?=\s*\()/y;
/** `await`, `return`, and the name that the result gets. */
const BEFORE =
  /(?:(?:await|return)\s+|(?:(?:const|let|var)\s+)?(?:[\w$.]+|\{[\w$\s:,]*\}|\[[\w$\s,]*\])\s*=(?![=>])\s*)*/y;
/** Packages whose functions are read. */
const IMPORT =
  /(?:import\s+[^;'"]*from\s*|(?:const|let|var)\s+[^=;]*=\s*require\s*\(\s*)(["'])(?:axios|octokit|@octokit\/[\w-]+|endpoint\.js|node-fetch|cross-fetch|undici)\1\s*\)?\s*;?/y;
const CLIENT = /(?:const|let|var)\s+octokit\s*=\s*new\s+Octokit\s*(?=\()/y;
const AFTER = /\.\s*(?:then|catch|finally)\b/y;

/** Whether a statement of a text is a call that may be read. */
export const isCall = (text: string): boolean =>
  /(?:^|[\n;=]|\b(?:await|return)\s)[ \t]*(?:[\w$]+\.)*(?:fetch|axios(?:\.[a-z]+)?|octokit\.request(?:\.endpoint)?|endpoint)\s*(?:<[^()]*>)?\(/.test(
    text,
  );

class CallReader extends ArgumentReader {
  client: unknown;
  end: string | undefined;

  call(): Found | undefined {
    if (this.take(IMPORT) !== undefined) return undefined;
    if (this.take(CLIENT) !== undefined) {
      [this.client = {}] = this.arguments();
      this.take(/\s*;/y);
      return undefined;
    }
    const start = this.position;
    this.take(BEFORE);
    const callee = this.take(CALLEE);
    if (callee === undefined) return /[\w$]/.test(this.peek()) ? this.fail('') : this.refuse(start, '');
    const values = this.arguments();
    this.peek();
    this.end = this.take(AFTER);
    this.take(/;/y);
    if (callee.endsWith('fetch')) return readFetch(values);
    if (callee.startsWith('axios')) return readAxios(callee.slice('axios.'.length), values);
    return readBuilder(values, callee === 'endpoint' ? undefined : toObject(this.client));
  }
}

/**
 * Reads the requests that calls would send.
 *
 * @throws UnreadableError that names what isn’t read
 */
export function readCalls(text: string): Findings {
  const reader = new CallReader(text);
  const requests: Found[] = [];
  try {
    while (reader.peek() !== '' && reader.end === undefined) {
      const found = reader.call();
      if (found !== undefined) requests.push(found);
    }
  } catch (error) {
    if (error instanceof LiteralError) throw reader.describe(error);
    throw error;
  }
  if (requests.length === 0) throw new UnreadableError('The text has no call that is read.');
  const kinds = ['fetch', 'axios'].filter((name) => text.includes(name));
  const kind = kinds.length === 1 && !/endpoint|octokit/.test(text) ? `${kinds.join('')} call` : 'call';
  const notes = reader.end === undefined ? [] : [`Everything after \`${reader.end}\` isn’t read.`];
  return { requests, notes, kind };
}
