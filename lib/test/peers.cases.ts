/** Deliberate differences from the peers. The guide to URI templates has a line for each. */
type TemplateDifference = [
  reason: string,
  template: string,
  values: Record<string, string>,
  theirs: string | ErrorConstructor,
  ours: string,
];

export const URL_TEMPLATE_DIFFERENCES: TemplateDifference[] = [
  ['a `%` outside of a triplet is encoded', '{+a}', { a: '%a😀' }, '%a😀', '%25a%F0%9F%98%80'],
  ['a prefix never splits a character', '{a:1}', { a: '😀x' }, URIError, '%F0%9F%98%80'],
];
