import type { Operator } from './ast.js';

/**
 * One column of the table in RFC 6570 appendix A: what is written first; what separates; whether a value has its name before it;
 * what stands after the name of an empty value; whether reserved characters of a value pass through.
 */
export type OperatorRules = readonly [
  first: string,
  separator: string,
  named?: boolean,
  ifEmpty?: string,
  allowReserved?: boolean,
];

/** RFC 6570 appendix A. */
export const OPERATORS: Readonly<Record<Operator, OperatorRules>> = {
  '': ['', ','],
  '+': ['', ',', false, '', true],
  '#': ['#', ',', false, '', true],
  '.': ['.', '.'],
  '/': ['/', '/'],
  ';': [';', ';', true, ''],
  '?': ['?', '&', true, '='],
  '&': ['&', '&', true, '='],
};
