import { expect, test } from 'vitest';
import { packCatalogue } from '../pack.js';
import { readOpenApi } from '../reading/read-openapi.js';
import { createOperationFinder } from './find-operation.js';

test('knows each server, and leaves out routes that can’t be matched', () => {
  const find = createOperationFinder(
    packCatalogue(
      readOpenApi({
        openapi: '3.0.0',
        info: { title: 'Pets' },
        servers: [{ url: 'https://pets.example/v1/' }, { url: 'https://{region}.pets.example' }, { url: '/v2' }],
        paths: { '/pets/{id}': { get: {} }, '/pets/{a}{b}': { get: {} } },
      }),
    ),
  );
  expect(find('GET', 'https://pets.example/v1/pets/7')).toMatchObject({
    server: 'https://pets.example/v1/',
    operation: { path: '/pets/{id}' },
    parameters: { id: '7' },
  });
  // A relative server has no host.
  expect(find('GET', '/v2/pets/7')).toBeUndefined();
  expect(find('GET', 'https://eu.pets.example/pets/7')).toBeUndefined();
});
