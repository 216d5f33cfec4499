/** The forms of a document for sharing: one that is copied, with the notice after it, or the dialog that offers it. */
export const SHARES = [
  { kind: 'link', title: 'Copy link', notice: 'Link copied.' },
  { kind: 'markdown', title: 'Copy as Markdown', notice: 'Markdown copied.' },
  { kind: 'dialog', title: 'Picture of the url …', dialog: 'picture' },
  { kind: 'dialog', title: 'HTML to embed …', dialog: 'embed' },
] as const;
export type Share = (typeof SHARES)[number];
/** A form that is copied. */
export type CopiedShare = Exclude<Share, { kind: 'dialog' }>;
