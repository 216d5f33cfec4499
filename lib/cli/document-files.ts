import { readFile, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve } from 'node:path';

/** The largest file of a document, in bytes. */
const MAX_BYTES = 64 * 2 ** 20;
const TIMEOUT_MS = 30_000;

/** Reads the files of a document, and rejects others: the names in a document can't be trusted. */
export interface DocumentReader {
  /** Path or URL of the document itself. */
  readonly entry: string;
  /**
   * Reads the document, or a file that it refers to.
   *
   * @param url a URL, or a path that is percent-encoded as in URLs
   */
  read(url: string): Promise<string>;
}

/** Opens the document on standard input; it may not refer to other files. */
export function openText(text: string): DocumentReader {
  // The extension selects the parser.
  const entry = resolve(/^\s*\{/.test(text) ? 'stdin.json' : 'stdin.yaml');
  let read = false;
  return {
    entry,
    read: (url) => {
      if (read) throw new Error(`${url} is not read: a document on standard input can't refer to files.`);
      read = true;
      return Promise.resolve(text);
    },
  };
}

/** Opens the document at a path or http(s) URL. It may refer to files beside or below it, or to those on its origin. */
export function openDocument(location: string): DocumentReader {
  return /^https?:\/\//i.test(location) ? openRemote(new URL(location)) : openLocal(resolve(location));
}

function openRemote({ href: entry, origin }: URL): DocumentReader {
  return {
    entry,
    read: async (url) => {
      if (!URL.canParse(url) || new URL(url).origin !== origin)
        throw new Error(`${url} is not read: a document may only refer to files on its own origin, ${origin}.`);
      const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (!response.ok) throw new Error(`${url} can't be read: HTTP status ${response.status}.`);
      return decode(url, new Uint8Array(await response.arrayBuffer()));
    },
  };
}

function openLocal(entry: string): DocumentReader {
  return {
    entry,
    read: async (url) => {
      const path = decodeURIComponent(url);
      if (/^\w{2,}:\/\//.test(path) || (await isOutside(entry, path)))
        throw new Error(`${url} is not read: a document may only refer to files beside or below it.`);
      return decode(path, await readFile(path));
    },
  };
}

/** Whether a file isn't in the folder of another or below it; links are resolved. */
async function isOutside(entry: string, file: string): Promise<boolean> {
  try {
    const path = relative(dirname(await realpath(entry)), await realpath(file));
    return path.startsWith('..') || isAbsolute(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Error(`${file} doesn't exist.`, { cause: error });
    throw error;
  }
}

function decode(url: string, bytes: Uint8Array): string {
  if (bytes.length > MAX_BYTES) throw new Error(`${url} is not read: it has more than ${MAX_BYTES / 2 ** 20} MiB.`);
  return new TextDecoder().decode(bytes);
}
