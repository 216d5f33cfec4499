import type { Credential, Operation } from './catalogue.js';

function describeCredential({ kind, name, in: place }: Credential): string {
  if (kind === 'bearer') return 'a bearer token';
  if (kind === 'basic') return 'a user name and password (Basic)';
  if (kind === 'other') return `credentials of the kind \`${name}\``;
  return `an API key in the ${place === 'query' ? 'query parameter' : place} \`${name}\``;
}

/** Describes the credentials of an operation in a sentence; empty text where its document has none. */
export function describeCredentials(security: Operation['security']): string {
  if (security.length === 0) return '';
  const alternatives = security.filter((alternative) => alternative.length > 0);
  if (alternatives.length === 0) return 'Needs no credentials.';
  const texts = alternatives.map((alternative) => alternative.map(describeCredential).join(' and '));
  const text = [...new Set(texts)].join(', or ');
  return alternatives.length < security.length ? `Works without credentials, or with ${text}.` : `Needs ${text}.`;
}
