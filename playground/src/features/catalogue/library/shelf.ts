import type { Operation } from '../catalogue.js';
import { unpackOperation, type PackedCatalogue } from '../pack.js';
import type { ReadDocument } from '../reading/read-document.js';
import { createOperationFinder } from './find-operation.js';
import type { DocumentInfo, FoundOperation, Hits, Shelf } from './messages.js';
import { createSearch, type Search } from './search.js';
import type { deviceStorage, StoredDocument } from './storage.js';

/** The id of GitHub's catalogue, which comes with the page. */
export const GITHUB = 'github';
/** The most hits of a search: more would be slow to show and no help. */
const MAX_HITS = 80;

type Storage = typeof deviceStorage;

/** A catalogue that is in use. */
interface OpenCatalogue {
  readonly packed: PackedCatalogue;
  readonly search: Search;
}

/** The documents of the page: GitHub's, those on the device, and those that the device couldn't keep. */
export class Library {
  private readonly storage: Storage;
  private readonly loadGithub: () => Promise<PackedCatalogue>;
  private readonly now: () => number;
  /** Documents that the storage refused, until the page closes. */
  private readonly unkept = new Map<string, StoredDocument>();
  private readonly opened = new Map<string, Promise<OpenCatalogue>>();
  private chosen: string | undefined;

  constructor(storage: Storage, loadGithub: () => Promise<PackedCatalogue>, now: () => number) {
    this.storage = storage;
    this.loadGithub = loadGithub;
    this.now = now;
  }

  async list(): Promise<Shelf> {
    // A blocked storage has no documents; adding one reports that it isn't kept.
    const [stored, remembered] = await Promise.all([
      this.storage.list().catch((): readonly DocumentInfo[] => []),
      this.storage.loadChosen().catch(() => undefined),
    ]);
    // The storage may have an earlier version of one that it refused.
    const kept = stored.filter(({ id }) => !this.unkept.has(id));
    const added = [...kept, ...Array.from(this.unkept.values(), ({ info }) => info)].sort((a, b) => b.at - a.at);
    const { title, version, warnings, operations } = (await this.open(GITHUB)).packed;
    const count = operations.length;
    const documents = [...added, { id: GITHUB, title, version, name: '', count, size: 0, warnings, at: 0, kept: true }];
    const lastId = this.chosen ?? remembered;
    return { documents, chosen: documents.find(({ id }) => id === lastId)?.id ?? GITHUB };
  }

  /** Adds a document; the same at the same place replaces the earlier one. */
  async add({ catalogue, ...read }: ReadDocument): Promise<Shelf> {
    const id = `${read.name}\n${read.title}`;
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

  async remove(id: string): Promise<Shelf> {
    try {
      await this.storage.remove(id);
    } catch (error) {
      // A blocked storage has none; a full one lists its earlier version again.
      if (!this.unkept.has(id)) throw error;
    }
    this.unkept.delete(id);
    this.opened.delete(id);
    return this.list();
  }

  async choose(id: string): Promise<Shelf> {
    this.chosen = id;
    // Without a storage the choice lasts as long as the page.
    await this.storage.saveChosen(id).catch(() => undefined);
    return this.list();
  }

  async search({ id, query }: { readonly id: string; readonly query: string }): Promise<Hits> {
    const found = (await this.open(id)).search(query);
    return { hits: found.slice(0, MAX_HITS), count: found.length };
  }

  /** Finds the operation of the chosen document to which a request with this url goes. */
  async find({ method, url }: { readonly method: string; readonly url: string }): Promise<FoundOperation | undefined> {
    const { packed, search } = await this.open((await this.list()).chosen);
    return createOperationFinder(packed, search)(method, url);
  }

  async operation({ id, index }: { readonly id: string; readonly index: number }): Promise<Operation> {
    const operation = unpackOperation((await this.open(id)).packed, index);
    if (operation === undefined) throw new Error('This route is no longer in its document; search for it again.');
    return operation;
  }

  private open(id: string): Promise<OpenCatalogue> {
    const known = this.opened.get(id);
    if (known) return known;
    const opened = this.load(id).then((packed) => ({ packed, search: createSearch(packed) }));
    this.opened.set(id, opened);
    // The network or the storage may work at the next attempt.
    opened.catch(() => this.opened.delete(id));
    return opened;
  }

  private async load(id: string): Promise<PackedCatalogue> {
    if (id === GITHUB) return this.loadGithub();
    const catalogue = this.unkept.get(id)?.catalogue ?? (await this.storage.load(id));
    if (catalogue === undefined) throw new Error('This document is no longer on the device; load it again.');
    return JSON.parse(catalogue) as PackedCatalogue;
  }
}
