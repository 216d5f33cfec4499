import type { Operator } from './ast.js';

/** One column of the table in RFC 6570 appendix A. */
export interface OperatorRules {
  /** Written before the first defined variable. */
  readonly first: string;
  /** Written between variables, and between the members of an exploded value. */
  readonly separator: string;
  /** Whether a variable is written as `name=value`. */
  readonly named: boolean;
  /** What stands after the name of an empty value. */
  readonly ifEmpty: string;
  /** Whether reserved characters and percent-encoded triplets of a value pass through. */
  readonly allowReserved: boolean;
}

const rules = (
  first: string,
  separator: string,
  named = false,
  ifEmpty = '',
  allowReserved = false,
): OperatorRules => ({ first, separator, named, ifEmpty, allowReserved });

/** RFC 6570 appendix A. */
export const OPERATORS: Readonly<Record<Operator, OperatorRules>> = {
  '': rules('', ','),
  '+': rules('', ',', false, '', true),
  '#': rules('#', ',', false, '', true),
  '.': rules('.', '.'),
  '/': rules('/', '/'),
  ';': rules(';', ';', true),
  '?': rules('?', '&', true, '='),
  '&': rules('&', '&', true, '='),
};
