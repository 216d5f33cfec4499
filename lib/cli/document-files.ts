import { readFile, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve } from 'node:path';

/** Most bytes of a file of a document. */
const MAX_BYTES = 64 * 2 ** 20;
const TIMEOUT_MS = 30_000;

/** Reads the files that a document consists of, and refuses others: what a document names is not to be trusted. */
export interface DocumentFiles {
  /** Path or URL of the document itself. */
  readonly entry: string;
  /**
   * The text of the document or of a file it refers to.
   * @param url a URL, or a path that is percent-encoded as in URLs
   */
  read(url: string): Promise<string>;
}

/** The document on standard input; it may refer to no file. */
export function standardInput(text: string): DocumentFiles {
  // The name's end says how to parse it.
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

/** The document at a path or http(s) URL. It may refer to files beside or below it, or to what is on its origin. */
export function filesAt(place: string): DocumentFiles {
  return /^https?:\/\//i.test(place) ? remote(new URL(place)) : local(resolve(place));
}

function remote({ href: entry, origin }: URL): DocumentFiles {
  return {
    entry,
    read: async (url) => {
      if (!URL.canParse(url) || new URL(url).origin !== origin)
        throw new Error(`${url} is not read: a document may only refer to what is on its own origin, ${origin}.`);
      const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (!response.ok) throw new Error(`${url} can't be read: HTTP status ${response.status}.`);
      return limited(url, new Uint8Array(await response.arrayBuffer()));
    },
  };
}

function local(entry: string): DocumentFiles {
  return {
    entry,
    read: async (url) => {
      const path = decodeURIComponent(url);
      if (/^\w{2,}:\/\//.test(path) || (await isOutside(entry, path)))
        throw new Error(`${url} is not read: a document may only refer to files beside or below it.`);
      return limited(path, await readFile(path));
    },
  };
}

/** Whether a file is elsewhere than in the folder of another and below. Links count as what they lead to. */
async function isOutside(entry: string, path: string): Promise<boolean> {
  try {
    const inside = relative(dirname(await realpath(entry)), await realpath(path));
    return inside.startsWith('..') || isAbsolute(inside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Error(`${path} doesn't exist.`, { cause: error });
    throw error;
  }
}

function limited(url: string, bytes: Uint8Array): string {
  if (bytes.length > MAX_BYTES) throw new Error(`${url} is not read: it has more than ${MAX_BYTES / 2 ** 20} MiB.`);
  return new TextDecoder().decode(bytes);
}
