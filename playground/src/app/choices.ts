/** The forms of a document for sharing, each with the notice after it is copied. */
export const SHARES = [
  { kind: 'link', title: 'Copy link', notice: 'Link copied.' },
  { kind: 'markdown', title: 'Copy as Markdown', notice: 'Markdown copied.' },
] as const;
export type Share = (typeof SHARES)[number];
