import type { Operation } from '../catalogue.js';
import { unpackOperation, type PackedCatalogue } from '../pack.js';
import { createOperationFinder } from './find-operation.js';
import type { Answer, DocumentInfo, FoundOperation, Hit, Hits, Question, RequestName, Shelf } from './messages.js';
import type { DocumentStorage } from './storage.js';

/** The facts about an operation that a query may name. */
type Route = Pick<Operation, 'method' | 'path' | 'summary'>;

const METHOD = /^(get|head|options|post|put|patch|delete)(?=\s|$)/i;

interface Query {
  readonly method: string | undefined;
  readonly words: readonly string[];
  /** Segments of a path that begins with a slash, without it. */
  readonly segments: readonly string[] | undefined;
}

function readQuery(text: string): Query {
  const method = METHOD.exec(text.trim())?.[1]?.toUpperCase();
  const rest = text.trim().slice(method?.length ?? 0);
  const terms = rest.trim().replace(/^https?:\/\/[^/]+/, '');
  const path = /^\/([^\s?#]*)(?:[?#]\S*)?$/.exec(terms)?.[1];
  return { method, words: terms.toLowerCase().split(/\s+/).filter(Boolean), segments: path?.split('/') };
}

function matchesSegment(segment: string, query: string, isLast: boolean): boolean {
  if (segment.toLowerCase() === query.toLowerCase() || (/^\{.*\}$/.test(segment) && query !== '')) return true;
  return isLast && segment.toLowerCase().startsWith(query.toLowerCase());
}

/** Scores how well a path fits, with variables for any segment; 0 if it doesn't. */
function scorePath(path: string, query: readonly string[]): number {
  const segments = path.slice(1).split('/');
  if (query.length > segments.length) return 0;
  const fits = query.every((segment, index) =>
    matchesSegment(segments[index] ?? '', segment, index === query.length - 1),
  );
  if (!fits) return 0;
  const literals = query.filter((segment, index) => segments[index]?.toLowerCase() === segment.toLowerCase()).length;
  return 1000 - 10 * (segments.length - query.length) + literals;
}

/** Scores how well words fit: words of the summary count more than those of the path, and the start of a word more than its middle. */
function scoreWords({ path, summary }: Route, words: readonly string[]): number {
  const inPath = path.toLowerCase();
  const inSummary = ` ${summary.toLowerCase()}`;
  // In a short text each word counts for more.
  let score = 500 - summary.length / 2 - path.length / 10;
  for (const word of words) {
    if (inSummary.includes(` ${word}`)) score += 30;
    else if (inPath.includes(`/${word}`)) score += 20;
    else if (inSummary.includes(word) || inPath.includes(word)) score += 5;
    else return 0;
  }
  return score;
}

/** Finds the operations that fit a query by words, method or path, the best first; all of them for an empty query. */
export function searchRoutes<Found extends Route>(operations: readonly Found[], text: string): readonly Found[] {
  const { method, words, segments } = readQuery(text);
  const ofMethod = method === undefined ? operations : operations.filter((operation) => operation.method === method);
  if (words.length === 0) return ofMethod;
  return ofMethod
    .map((operation) => ({
      operation,
      score: Math.max(segments ? scorePath(operation.path, segments) : 0, scoreWords(operation, words)),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ operation }) => operation);
}

/** The id of GitHub's catalogue, which comes with the page. */
export const GITHUB = 'github';
/** The most hits of a search: more would be slow to show and no help. */
const MAX_HITS = 80;

/** The storage's part that the library uses. */
type Storage = Pick<DocumentStorage, 'list' | 'load' | 'save' | 'remove' | 'loadChosen' | 'saveChosen'>;

/** A catalogue that is in use, with the facts to search. */
interface OpenCatalogue {
  readonly packed: PackedCatalogue;
  readonly routes: readonly Hit[];
  /** Made when it is first needed. */
  find?: ReturnType<typeof createOperationFinder>;
}

function openCatalogue(packed: PackedCatalogue): OpenCatalogue {
  return {
    packed,
    routes: packed.operations.map(({ method, path, summary, deprecated = false }, index) => ({
      method,
      path,
      summary,
      deprecated,
      index,
    })),
  };
}

/** Characters of an id: the same document at the same place replaces the earlier one. */
function identify({ name, title }: Pick<DocumentInfo, 'name' | 'title'>): string {
  return `${name}\n${title}`;
}

/** The documents of the page: GitHub's, those on the device, and those that the device couldn't keep. */
export class Library {
  private readonly storage: Storage;
  private readonly loadGithub: () => Promise<PackedCatalogue>;
  private readonly now: () => number;
  /** Documents that the storage refused, until the page closes. */
  private readonly unkept = new Map<string, { readonly info: DocumentInfo; readonly catalogue: ArrayBuffer }>();
  private readonly opened = new Map<string, Promise<OpenCatalogue>>();
  private chosen: string | undefined;

  constructor(storage: Storage, loadGithub: () => Promise<PackedCatalogue>, now: () => number) {
    this.storage = storage;
    this.loadGithub = loadGithub;
    this.now = now;
  }

  /** Answers one request. */
  async answer<Name extends RequestName>(name: Name, question: Question<Name>): Promise<Answer<Name>> {
    const handlers: { readonly [Each in RequestName]: (asked: Question<Each>) => Promise<Answer<Each>> } = {
      open: () => this.list(),
      add: ({ document: { catalogue, ...read } }) => this.add(read, catalogue),
      remove: ({ id }) => this.remove(id),
      choose: ({ id }) => this.choose(id),
      search: ({ id, query }) => this.search(id, query),
      find: ({ method, url }) => this.find(method, url),
      operation: ({ id, index }) => this.findOperation(id, index),
    };
    return handlers[name](question);
  }

  private async list(): Promise<Shelf> {
    // A blocked storage has no documents; adding one reports that it isn't kept.
    const [stored, remembered] = await Promise.all([
      this.storage.list().catch((): readonly DocumentInfo[] => []),
      this.storage.loadChosen().catch(() => undefined),
    ]);
    // The storage may have an earlier version of one that it refused.
    const kept = stored.filter(({ id }) => !this.unkept.has(id));
    const documents = [...kept, ...[...this.unkept.values()].map(({ info }) => info)].sort((a, b) => b.at - a.at);
    const github = await this.describeGithub();
    const all = [...documents, github];
    const lastId = this.chosen ?? remembered;
    return { documents: all, chosen: all.find(({ id }) => id === lastId)?.id ?? GITHUB };
  }

  private async describeGithub(): Promise<DocumentInfo> {
    const { packed, routes } = await this.open(GITHUB);
    const { title, version, warnings } = packed;
    return { id: GITHUB, title, version, name: '', count: routes.length, size: 0, warnings, at: 0, kept: true };
  }

  private async add(read: Omit<DocumentInfo, 'id' | 'at' | 'kept'>, catalogue: ArrayBuffer): Promise<Shelf> {
    const id = identify(read);
    const info: DocumentInfo = { ...read, id, at: this.now(), kept: true };
    try {
      await this.storage.save({ info, catalogue });
      this.unkept.delete(id);
    } catch {
      // The storage is blocked or full: the list says that the document isn't kept.
      this.unkept.set(id, { info: { ...info, kept: false }, catalogue });
    }
    // Last: a search meanwhile opened the earlier version.
    this.opened.delete(id);
    return this.choose(id);
  }

  private async remove(id: string): Promise<Shelf> {
    // One that the storage refused may be there in an earlier version; a blocked storage has none.
    const stored = this.unkept.has(id) ? await this.storage.list().catch((): readonly DocumentInfo[] => []) : undefined;
    if (stored?.some((info) => info.id === id) !== false) await this.storage.remove(id);
    this.unkept.delete(id);
    this.opened.delete(id);
    return this.list();
  }

  private async choose(id: string): Promise<Shelf> {
    this.chosen = id;
    // Without a storage the choice lasts as long as the page.
    await this.storage.saveChosen(id).catch(() => undefined);
    return this.list();
  }

  private async search(id: string, query: string): Promise<Hits> {
    const found = searchRoutes((await this.open(id)).routes, query);
    return { hits: found.slice(0, MAX_HITS), count: found.length };
  }

  private async find(method: string, url: string): Promise<FoundOperation | undefined> {
    const catalogue = await this.open((await this.list()).chosen);
    catalogue.find ??= createOperationFinder(catalogue.packed);
    return catalogue.find(method, url);
  }

  private async findOperation(id: string, index: number): Promise<Operation> {
    const operation = unpackOperation((await this.open(id)).packed, index);
    if (operation === undefined) throw new Error('This route is no longer in its document; search for it again.');
    return operation;
  }

  private open(id: string): Promise<OpenCatalogue> {
    const known = this.opened.get(id);
    if (known) return known;
    const opened = this.load(id).then(openCatalogue);
    this.opened.set(id, opened);
    // The network or the storage may work at the next attempt.
    opened.catch(() => this.opened.delete(id));
    return opened;
  }

  private async load(id: string): Promise<PackedCatalogue> {
    if (id === GITHUB) return this.loadGithub();
    const catalogue = this.unkept.get(id)?.catalogue ?? (await this.storage.load(id));
    if (catalogue === undefined) throw new Error('This document is no longer on the device; load it again.');
    return JSON.parse(new TextDecoder().decode(catalogue)) as PackedCatalogue;
  }
}
