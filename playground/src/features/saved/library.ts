import { isObject } from '../../json/json.js';
import { readMember } from '../../json/read.js';

/** Bytes of an id: no two devices make the same. */
const ID_BYTES = 8;

/** A new id. */
function createId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The first name that isn't taken: `staging`, `staging 2`, … */
function chooseFreeName(name: string, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let count = 2; isTaken(free); count += 1) free = `${name} ${count}`;
  return free;
}

/** A named request on this device. */
export interface SavedRequest {
  /** Stays the same when the request is renamed or moved. */
  readonly id: string;
  readonly name: string;
  /** Names of folders separated by `/`; empty for none. */
  readonly folder: string;
  /** Counts the changes: a tab with an older one doesn't overwrite a newer one. */
  readonly revision: number;
  /** Time of the last change, in milliseconds since 1970. */
  readonly at: number;
  /** The route, for lists and searches. */
  readonly route: string;
  /** The document as plain JSON, without its secrets. */
  readonly content: unknown;
}

/** A request to save. */
export type NewRequest = Pick<SavedRequest, 'name' | 'folder' | 'route' | 'content'>;

/** A new saved request. */
export function createSaved({ name, folder, route, content }: NewRequest): SavedRequest {
  return {
    id: createId(),
    name: name.trim(),
    folder: cleanFolder(folder),
    revision: 1,
    at: Date.now(),
    route,
    content,
  };
}

/** A saved request with changes, as its next revision. */
export function reviseSaved(saved: SavedRequest, change: Partial<NewRequest>): SavedRequest {
  const { name, folder, route, content } = { ...saved, ...change };
  return {
    id: saved.id,
    name: name.trim(),
    folder: cleanFolder(folder),
    revision: saved.revision + 1,
    at: Date.now(),
    route,
    content,
  };
}

/** A folder's path without empty names: ` a / b/` → `a/b`. */
export function cleanFolder(folder: string): string {
  return folder
    .split('/')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .join('/');
}

/** A saved request that the device kept; undefined for anything else. */
export function readSaved(stored: unknown): SavedRequest | undefined {
  if (!isObject(stored)) return undefined;
  const [id, name, folder, route] = ['id', 'name', 'folder', 'route'].map((key) => readMember(stored, key));
  const [revision, at] = ['revision', 'at'].map((key) => readMember(stored, key));
  if (typeof id !== 'string' || typeof name !== 'string' || typeof folder !== 'string') return undefined;
  if (typeof route !== 'string' || typeof revision !== 'number' || typeof at !== 'number') return undefined;
  return { id, name, folder, revision, at, route, content: readMember(stored, 'content') };
}

const ORDER = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Requests by folder, then by name; those without a folder come first. */
export function sortSaved(requests: readonly SavedRequest[]): readonly SavedRequest[] {
  return [...requests].sort(
    (one, other) => ORDER.compare(one.folder, other.folder) || ORDER.compare(one.name, other.name) || one.at - other.at,
  );
}

/** The folders of requests, each once, in order; with the folders around them. */
export function listFolders(requests: readonly SavedRequest[]): readonly string[] {
  const folders = new Set<string>();
  for (const { folder } of requests) {
    const names = folder.split('/');
    for (let count = names.length; count > 0; count -= 1) folders.add(names.slice(0, count).join('/'));
  }
  folders.delete('');
  return [...folders].sort(ORDER.compare);
}

/** The requests with all words of a query in their name, folder, route or content. */
export function searchSaved(requests: readonly SavedRequest[], query: string): readonly SavedRequest[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return requests;
  return requests.filter(({ name, folder, route, content }) => {
    const text = `${folder}/${name}\n${route}\n${JSON.stringify(content)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The result of adding requests to those of the device. */
export interface Addition {
  readonly added: readonly SavedRequest[];
  /** The requests that were there already, with the same folder, content and name; the name may have a number. */
  readonly known: readonly SavedRequest[];
}

/** Requests by their folder and name, then by their content as JSON: those of several tabs may share a name. */
class Names {
  private readonly requests = new Map<string, Map<string, SavedRequest>>();

  constructor(existing: readonly SavedRequest[]) {
    for (const request of existing) this.add(request);
  }

  add(request: SavedRequest): void {
    const key = identify(request);
    const requests = this.requests.get(key) ?? new Map<string, SavedRequest>();
    this.requests.set(key, requests.set(JSON.stringify(request.content), request));
  }

  /** The requests of this folder and name; undefined if the name is free. */
  find(request: Pick<SavedRequest, 'folder' | 'name'>): ReadonlyMap<string, SavedRequest> | undefined {
    return this.requests.get(identify(request));
  }
}

function identify({ folder, name }: Pick<SavedRequest, 'folder' | 'name'>): string {
  return JSON.stringify([folder, name]);
}

/** New requests beside the existing ones: a taken name gets a number, and what is there already is left out. */
export function addRequests(existing: readonly SavedRequest[], requests: readonly NewRequest[]): Addition {
  const names = new Names(existing);
  const added: SavedRequest[] = [];
  const known: SavedRequest[] = [];
  for (const request of requests) {
    const saved = createSaved(request);
    const { folder } = saved;
    const content = JSON.stringify(saved.content);
    const name = chooseFreeName(
      saved.name,
      (candidate) => names.find({ folder, name: candidate })?.has(content) === false,
    );
    const same = names.find({ folder, name })?.get(content);
    if (same) known.push(same);
    else {
      const named = { ...saved, name };
      names.add(named);
      added.push(named);
    }
  }
  return { added, known };
}

/** A copy of a request beside the existing ones. */
export function copySaved(existing: readonly SavedRequest[], request: SavedRequest): SavedRequest {
  const names = new Names(existing);
  const { folder } = request;
  const isTaken = (candidate: string) => names.find({ folder, name: candidate }) !== undefined;
  return createSaved({ ...request, name: chooseFreeName(`${request.name} (copy)`, isTaken) });
}
