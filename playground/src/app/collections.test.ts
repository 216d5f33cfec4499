import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addCollectedVariables } from './collections.js';
import { loadVariables } from './environments/stored.js';

/** A storage of a browser. */
function createStorage(): Pick<Storage, 'getItem' | 'setItem'> & { readonly values: Map<string, string> } {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => void values.set(name, value),
  };
}

const device = createStorage();

beforeEach(() => {
  device.values.clear();
  vi.stubGlobal('localStorage', device);
  vi.stubGlobal('sessionStorage', createStorage());
  vi.stubGlobal('StorageEvent', Event);
  vi.stubGlobal('dispatchEvent', () => true);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const HOST = { name: 'host', value: 'h.example' };

test('the value of a variable that a collection marks as secret stays in the tab', () => {
  const reading = { kind: 'Postman collection', notes: [], requests: [] };
  addCollectedVariables({ ...reading, variables: [HOST, { name: 'plain', value: 'hunter2' }] });
  expect([...device.values.values()].join()).toContain('hunter2');
  device.values.clear();
  addCollectedVariables({ ...reading, variables: [HOST, { name: 'plain', value: 'hunter2', secret: true }] });
  expect(loadVariables()).toEqual([
    { ...HOST, secret: false },
    { name: 'plain', value: 'hunter2', secret: true },
  ]);
  expect([...device.values.values()].join()).not.toContain('hunter2');
});
