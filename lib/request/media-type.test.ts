import { endpoint, type EndpointOptions } from 'endpoint.js';
import { expect, test } from 'vitest';

const G = 'application/vnd.github';

test.each<[accept: string | null | undefined, mediaType: EndpointOptions['mediaType'], expected: string | undefined]>([
  [`${G}.v3 , text/html`, { format: 'raw' }, `${G}.v3.raw, text/html`],
  [`${G}.v3 ; q=0.5`, { format: 'raw' }, `${G}.v3.raw; q=0.5`],
  [`text/html , ${G}.v3+json`, { format: 'raw' }, `text/html ,${G}.v3.raw`],
  [undefined, { format: 'raw' }, undefined],
  [null, { format: 'raw' }, undefined],
  [undefined, { previews: ['c'] }, `${G}.c-preview+json`],
  [`${G}.c-preview+json;q=0.3`, { previews: ['c'] }, `${G}.c-preview+json;q=0.3`],
  [`${G}.C-Preview+json`, { previews: ['d'] }, `${G}.C-Preview+json,${G}.d-preview+json`],
  [`${G}.C-Preview+json`, { previews: ['c'] }, `${G}.C-Preview+json`],
])('amends accept %s by %j', (accept, mediaType, expected) => {
  expect(endpoint('/', { headers: { accept }, mediaType }).headers['accept']).toBe(expected);
});

test.each<[mediaType: EndpointOptions['mediaType'], expected: string]>([
  [{ format: undefined }, `${G}.p-preview+json`],
  [{ previews: undefined }, `${G}.v3.raw`],
  [{ format: undefined, previews: undefined }, `${G}.v3+json`],
  [{ previews: ['q'] }, `${G}.p-preview.raw,${G}.q-preview.raw`],
  [undefined, `${G}.v3+json`],
])('mediaType %j over defaults unsets what is explicitly undefined', (mediaType, expected) => {
  const builder = endpoint.defaults({ mediaType: { format: 'raw', previews: ['p'] } });
  expect(builder('/', { mediaType }).headers['accept']).toBe(expected);
});
