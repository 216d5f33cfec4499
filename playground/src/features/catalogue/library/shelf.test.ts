import { expect, test } from 'vitest';
import { packCatalogue, type PackedCatalogue } from '../pack.js';
import type { ReadDocument } from '../reading/read-document.js';
import { readOpenApi } from '../reading/read-openapi.js';
import type { DocumentInfo } from './messages.js';
import { GITHUB, Library } from './shelf.js';
import type { StoredDocument } from './storage.js';

const pack = (title: string, path = '/a'): PackedCatalogue =>
  packCatalogue(readOpenApi({ openapi: '3.0.0', info: { title }, paths: { [path]: { get: {}, put: {} } } }));

const document = (title: string, path?: string): ReadDocument => ({
  title,
  version: '1',
  name: `${title}.json`,
  count: 2,
  size: 10,
  warnings: [],
  catalogue: JSON.stringify(pack(title, path)),
});

/** A storage in memory, which may refuse. */
class Memory {
  readonly documents = new Map<string, StoredDocument>();
  chosen: unknown;
  blocked = false;
  full = false;

  private refuse<Value>(value: Value): Promise<Value> {
    return this.blocked ? Promise.reject(new Error('The storage is blocked.')) : Promise.resolve(value);
  }
  list(): Promise<readonly DocumentInfo[]> {
    return this.refuse([...this.documents.values()].map(({ info }) => info));
  }
  load(id: string): Promise<string | undefined> {
    return this.refuse(this.documents.get(id)?.catalogue);
  }
  async save(stored: StoredDocument): Promise<void> {
    await this.refuse(undefined);
    if (this.full) throw new DOMException('The storage is full.', 'QuotaExceededError');
    this.documents.set(stored.info.id, stored);
  }
  async remove(id: string): Promise<void> {
    await this.refuse(undefined);
    this.documents.delete(id);
  }
  loadChosen(): Promise<unknown> {
    return this.refuse(this.chosen);
  }
  async saveChosen(id: string): Promise<void> {
    await this.refuse(undefined);
    this.chosen = id;
  }
}

const open = (memory: Memory, github = () => Promise.resolve(pack('GitHub'))): Library => {
  let now = 0;
  return new Library(memory, github, () => (now += 1));
};
const titles = ({ documents }: { readonly documents: readonly DocumentInfo[] }): string[] =>
  documents.map(({ title }) => title);

test('a blocked storage keeps documents as long as the page', async () => {
  const memory = new Memory();
  memory.blocked = true;
  const library = open(memory);
  const shelf = await library.add(document('A'));
  expect(shelf.documents).toMatchObject([{ title: 'A', kept: false }, { title: 'GitHub' }]);
  expect(await library.search({ id: shelf.chosen, query: 'put' })).toMatchObject({ count: 1 });
  expect(await library.remove(shelf.chosen)).toMatchObject({ chosen: GITHUB });
});

test('a document that the full storage refuses replaces the earlier one, and both are removed', async () => {
  const memory = new Memory();
  const library = open(memory);
  await library.add(document('A', '/old'));
  memory.full = true;
  const shelf = await library.add(document('A', '/new'));
  expect(shelf.documents).toMatchObject([{ title: 'A', kept: false }, { title: 'GitHub' }]);
  const { hits } = await library.search({ id: shelf.chosen, query: '' });
  expect(hits.map(({ path }) => path)).toEqual(['/new', '/new']);
  expect(titles(await library.remove(shelf.chosen))).toEqual(['GitHub']);
  expect(titles(await open(memory).list())).toEqual(['GitHub']);
});

test('a search while a document is replaced doesn’t keep the earlier one', async () => {
  const memory = new Memory();
  const library = open(memory);
  const { chosen } = await library.add(document('A', '/old'));
  const replaced = library.add(document('A', '/new'));
  const meanwhile = library.search({ id: chosen, query: '' });
  await Promise.all([replaced, meanwhile]);
  const { hits } = await library.search({ id: chosen, query: '' });
  expect(hits.map(({ path }) => path)).toEqual(['/new', '/new']);
});

test('a document stays listed if it can’t be removed', async () => {
  const memory = new Memory();
  const library = open(memory);
  const { chosen } = await library.add(document('A'));
  memory.remove = () => Promise.reject(new Error('The storage failed.'));
  await expect(library.remove(chosen)).rejects.toThrow('The storage failed.');
  expect(titles(await library.list())).toEqual(['A', 'GitHub']);
  memory.full = true;
  await library.add(document('A'));
  // The storage keeps its earlier version.
  expect(await library.remove(chosen)).toMatchObject({ documents: [{ title: 'A', kept: true }, { title: 'GitHub' }] });
});

test('a catalogue that could not be loaded is loaded again', async () => {
  let attempts = 0;
  const library = open(new Memory(), () => {
    attempts += 1;
    return attempts === 1 ? Promise.reject(new Error('offline')) : Promise.resolve(pack('GitHub'));
  });
  await expect(library.list()).rejects.toThrow('offline');
  await expect(library.list()).resolves.toMatchObject({ chosen: GITHUB });
});
