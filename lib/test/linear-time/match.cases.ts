/** Hostile inputs of matching, by size. */
import { compileMatch } from 'endpoint.js/uri-template';
import type { Case } from './builder.cases.js';

const reading = (template: string, url: (n: number) => string): Case[1] => {
  const read = compileMatch(template);
  return (n) => {
    const text = url(n);
    return () => read(text);
  };
};

export const URLS: Case[] = [
  ['a literal that may end a value', reading('{a}.json', (n) => '.json'.repeat(n))],
  ['a literal that ends no value', reading('{a}.json', (n) => '.json'.repeat(n) + 'x')],
  ['a literal after any text', reading('{+a}/b/{c}', (n) => '/b'.repeat(n))],
  ['a long literal after any text', reading('{+a}aaaaaaaaaa/', (n) => 'a'.repeat(n))],
  ['segments', reading('{/a*}{?b*}', (n) => '/x'.repeat(n))],
  ['a list', reading('{?a*}', (n) => '?a=1' + '&a=1'.repeat(n))],
  ['a map', reading('{?a*}', (n) => '?' + Array.from({ length: n }, (_, i) => `k${i}=1`).join('&'))],
  ['ampersands', reading('{?a*}', (n) => '?' + '&'.repeat(n))],
  ['halves of characters', reading('{a}', (n) => '%C3'.repeat(n))],
  ['percent signs', reading('{+a}', (n) => '%25'.repeat(n))],
  ['halves of characters under +', reading('{+a}', (n) => '%F0%9F'.repeat(n))],
  ['a prefix', reading('{a:9999}', (n) => '%C3%A9'.repeat(n))],
];

const numbered = (n: number, write: (index: number) => string, separator = ''): string =>
  Array.from({ length: n }, (_, index) => write(index)).join(separator);

/** Templates by size: the proof that one is not ambiguous takes more than linear work, so a large one is rejected. */
export const LARGE: [title: string, template: (n: number) => string][] = [
  ['many variables by name', (n) => `{?${numbered(n, (index) => `name${index}`, ',')}}`],
  ['many optional expressions', (n) => numbered(n, (index) => `{?a${index}}`)],
  ['a long literal after any text', (n) => `{+a}${'a'.repeat(n)}`],
  ['a long literal between two', (n) => `{a}${'a'.repeat(n)}/{b}`],
  ['many segments', (n) => numbered(n, (index) => `/{a${index}}`)],
  ['many lists', (n) => numbered(n, (index) => `{?a${index}*}`)],
  ['a long name', (n) => `{?${'a'.repeat(n)}*}`],
];
