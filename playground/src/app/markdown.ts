import { toFetch } from 'endpoint.js/fetch';
import { deriveState } from '../features/request-builder/model/build.js';
import type { Document } from './document/document.js';
import { withoutHidden } from './document/stored.js';

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

/** The document for an issue or a pull request: route, request and link, without its secrets. */
export function writeMarkdown(document: Document, link: string): string {
  const { form, request, problems } = deriveState(withoutHidden(document).document.builder);
  const parts = ['**Route**', block('', form.route)];
  if (request !== undefined) parts.push('**Request**', block('http', message(...toFetch(request))));
  if (problems.length > 0) parts.push('**Problems**', problems.map((problem) => `- ${problem.message}`).join('\n'));
  return [...parts, `[Open in the playground](<${link}>)`, ''].join('\n\n');
}
