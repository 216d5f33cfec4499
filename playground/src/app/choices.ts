/** Requests to start from, each with another feature of the builder. */
export const EXAMPLES = [
  'List issues: a path and a query',
  'Create an issue: a JSON body',
  'Get a file: a path of several segments, as raw text',
  'Search code: every character is safe in a query',
  'Configure a hook: a body with a “url”',
  'Upload: a template with an absolute URL',
  'Another API: custom vendor and base URL, and a list',
] as const;

export type Example = (typeof EXAMPLES)[number];

/** The forms of a document for sharing, each with the notice after it is copied. */
export const SHARES = [
  { kind: 'link', title: 'Copy link', notice: 'Link copied.' },
  { kind: 'markdown', title: 'Copy as Markdown', notice: 'Markdown copied.' },
] as const;
export type Share = (typeof SHARES)[number];
