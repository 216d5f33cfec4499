import { isObject, readMember } from '../../json/json.js';

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

/** Bytes of an id: no two devices make the same. */
const ID_BYTES = 8;

function createId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

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
  /** The number of requests that were there already, with the same name, folder and content. */
  readonly known: number;
}

/** New requests beside the existing ones: a taken name gets a number, and what is there already is left out. */
export function addRequests(existing: readonly SavedRequest[], requests: readonly NewRequest[]): Addition {
  const identify = ({ name, folder, content }: NewRequest) => JSON.stringify([folder, name, content]);
  const present = new Set(existing.map(identify));
  const names = new Map<string, Set<string>>();
  const taken = (folder: string) => {
    const known = names.get(folder) ?? new Set<string>();
    names.set(folder, known);
    return known;
  };
  for (const { name, folder } of existing) taken(folder).add(name);
  const added: SavedRequest[] = [];
  for (const request of requests) {
    const saved = createSaved(request);
    if (present.has(identify(saved))) continue;
    present.add(identify(saved));
    const known = taken(saved.folder);
    let { name } = saved;
    for (let count = 2; known.has(name); count += 1) name = `${saved.name} ${count}`;
    known.add(name);
    added.push({ ...saved, name });
  }
  return { added, known: requests.length - added.length };
}
