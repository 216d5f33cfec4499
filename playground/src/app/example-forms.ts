import { EMPTY_FORM, EXAMPLE_FORM, type Form } from '../features/request-builder/model/form.js';
import type { Example } from './choices.js';

const text = (name: string, value: string) => ({ name, value, kind: 'text' }) as const;
const json = (name: string, value: string) => ({ name, value, kind: 'json' }) as const;

/** The requests of the examples. */
export const EXAMPLE_FORMS: Readonly<Record<Example, Form>> = {
  'List issues: a path and a query': EXAMPLE_FORM,
  'Create an issue: a JSON body': {
    ...EMPTY_FORM,
    route: 'POST /repos/{owner}/{repo}/issues',
    variables: [text('owner', 'nodejs'), text('repo', 'undici')],
    parameters: [
      { id: 1, ...text('title', 'Found a bug'), place: 'auto' },
      { id: 2, ...json('labels', '["bug"]'), place: 'auto' },
    ],
  },
  'Get a file: a path of several segments, as raw text': {
    ...EMPTY_FORM,
    route: 'GET /repos/{owner}/{repo}/contents/{+path}{?ref}',
    variables: [text('owner', 'nodejs'), text('repo', 'undici'), text('path', 'docs/read me.md')],
    format: 'raw',
  },
  'Search code: every character is safe in a query': {
    ...EMPTY_FORM,
    route: 'GET /search/code{?q,per_page}',
    variables: [text('q', 'C++ & C# repo:nodejs/undici'), json('per_page', '10')],
  },
  'Configure a hook: a body with a “url”': {
    ...EMPTY_FORM,
    route: 'PATCH /app/hook/config',
    parameters: [
      { id: 1, ...text('url', 'https://example.com/hook'), place: 'body' },
      { id: 2, ...text('content_type', 'json'), place: 'body' },
    ],
  },
  'Upload: a template with an absolute URL': {
    ...EMPTY_FORM,
    route: 'POST https://uploads.github.com/repos/{owner}/{repo}/releases/{id}/assets{?name,label}',
    variables: [text('owner', 'nodejs'), text('repo', 'undici'), json('id', '1'), text('name', 'a b.zip')],
    parameters: [{ id: 1, ...text('data', 'the file’s bytes'), place: 'auto' }],
    headers: [{ id: 1, name: 'content-type', value: 'application/zip' }],
  },
  'Another API: custom vendor and base URL, and a list': {
    ...EMPTY_FORM,
    route: 'GET /pets/{id}{?fields*}',
    variables: [json('id', '7'), json('fields', '["name", "tag"]')],
    vendor: '',
    baseUrl: 'https://petstore.example/v2',
  },
};
