import type { Document } from './document/document.js';
import { getReason } from '../ui/text.js';
import { toFetch } from 'endpoint.js/fetch';
import { deriveState } from '../features/request-builder/model/build.js';
import { withoutHidden } from './document/stored.js';
import { writeAside } from './document/writing.js';

/** A fence longer than any in the text (CommonMark 4.5). */
function block(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** The request as an HTTP message (RFC 9112), without the parts that don't matter here. */
function message(url: string, { method = 'GET', headers, body }: RequestInit): string {
  const fields = [...new Headers(headers)].map(([name, value]) => `${name}: ${value}`);
  const content = typeof body === 'string' ? ['', body] : [];
  return [`${method} ${url}`, ...fields, ...content].join('\n');
}

/** A sentence about the secrets that were left out, if any. */
const describeOmission = (removed: readonly string[]): readonly string[] =>
  removed.length === 0 ? [] : [`Left out because it may be secret: ${removed.join(', ')}.`];

/** The document for an issue or a pull request: route, request and link, without its secrets. */
export function writeMarkdown(document: Document, link: string): string {
  const { document: open, removed } = withoutHidden(document);
  const { form, explanation, problems } = deriveState(open.builder);
  const parts = ['**Route**', block('', form.route)];
  // The sender's own request is ready: only the receiver lacks what was left out.
  const isReady = deriveState(document.builder).request !== undefined;
  if (isReady && explanation.request !== undefined)
    parts.push('**Request**', block('http', message(...toFetch(explanation.request))));
  else parts.push('**Problems**', problems.map((problem) => `- ${problem.message}`).join('\n'));
  return [...parts, ...describeOmission(removed), `[Open in the playground](<${link}>)`, ''].join('\n\n');
}

/** The forms of a document for sharing. */
export type Share = 'Link' | 'Markdown';

/** Copies a document in one of the forms for sharing, and returns the notice about it. */
export async function copyShare(form: Share, document: Document, base: Document): Promise<string> {
  try {
    const { hash, removed } = (await writeAside(document, base)).link;
    if (hash === undefined) return 'This is too long for a link: shorten its largest value.';
    const address = new URL(location.href);
    address.hash = hash;
    address.searchParams.delete('embed');
    await navigator.clipboard.writeText(form === 'Link' ? address.href : writeMarkdown(document, address.href));
    return [`${form} copied.`, ...describeOmission(removed)].join(' ');
  } catch (error) {
    // The browser has no clipboard, or the permission is missing.
    if (error instanceof DOMException || error instanceof TypeError) return 'The browser does not let this page copy.';
    return getReason(error);
  }
}
