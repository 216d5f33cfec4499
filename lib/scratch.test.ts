import { test } from 'vitest';
import { endpoint } from 'endpoint.js';
test('x', () => {
  const show = (f: () => unknown) => { try { console.log(JSON.stringify(f())); } catch (e) { console.log(String(e), (e as any).code); } };
  show(() => endpoint('GET /repos/{owner}/:repo/issues{?labels,page}', { owner: 'o', repo: 'r', labels: ['a','b'], q: 'C++', mediaType: { format: 'raw', previews: ['mercy'] } }));
  show(() => endpoint('DELETE /users/{id}', {}));
  show(() => endpoint('DELETE /users/{id}', {id: '..'}));
  show(() => endpoint('PATCH /app/hook/config', { [endpoint.in]: { body: { url: 'https://x' } } }));
  show(() => endpoint('PATCH /app/hook/config', { url: 'x' }));
  show(() => endpoint('GET /x{?q', { url: 'x' }));
  show(() => endpoint.merge('GET /x{?q}', { q: 'x' }));
  show(() => endpoint.DEFAULTS);
  show(() => endpoint('POST /a/{x}', { x: '', b: 1, c: null, d: undefined }));
  show(() => endpoint('POST /a/{x}/c', { x: '', b: 1, c: null, d: undefined }));
});
