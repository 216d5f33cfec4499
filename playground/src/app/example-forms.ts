import { EMPTY_FORM, EXAMPLE_FORM, type Form } from '../features/request-builder/model/form.js';
import type { OptionsObject } from '../features/request-builder/model/options.js';
import { replaceOptions } from '../features/request-builder/model/rows.js';

const createForm = (route: string, options: OptionsObject, settings: Partial<Form> = {}): Form => ({
  ...replaceOptions({ ...EMPTY_FORM, ...settings }, options),
  route,
});

const UNDICI = { owner: 'nodejs', repo: 'undici' };

/** Requests to start from, each with another feature of the builder. */
export const EXAMPLE_FORMS: Readonly<Record<string, Form>> = {
  'List issues: a path and a query': EXAMPLE_FORM,
  'Create an issue: a JSON body': createForm('POST /repos/{owner}/{repo}/issues', {
    ...UNDICI,
    title: 'Found a bug',
    labels: ['bug'],
  }),
  'Get a file: a path of several segments, as raw text': createForm(
    'GET /repos/{owner}/{repo}/contents/{+path}{?ref}',
    { ...UNDICI, path: 'docs/read me.md', mediaType: { format: 'raw' } },
  ),
  'Search code: every character is safe in a query': createForm('GET /search/code{?q,per_page}', {
    q: 'C++ & C# repo:nodejs/undici',
    per_page: 10,
  }),
  'Configure a hook: a body with a “url”': createForm('PATCH /app/hook/config', {
    '@in': { body: { url: 'https://example.com/hook', content_type: 'json' } },
  }),
  'Upload: a template with an absolute URL': createForm(
    'POST https://uploads.github.com/repos/{owner}/{repo}/releases/{id}/assets{?name,label}',
    { ...UNDICI, id: 1, name: 'a b.zip', data: 'the file’s bytes', headers: { 'content-type': 'application/zip' } },
  ),
  'Another API: custom vendor and base URL, and a list': createForm(
    'GET /pets/{id}{?fields*}',
    { id: 7, fields: ['name', 'tag'] },
    { vendor: '', baseUrl: 'https://petstore.example/v2' },
  ),
};
