import type { Operator } from './ast.js';

/** One column of the table in RFC 6570 appendix A. */
export interface OperatorRules {
  /** Written before the first variable. */
  readonly first: string;
  /** Written between variables, and between the members of an exploded one. */
  readonly separator: string;
  /** Whether the name is written before the value. */
  readonly named: boolean;
  /** Written after the name of an empty value. */
  readonly ifEmpty: string;
  /** Whether reserved characters of a value are kept. */
  readonly allowReserved: boolean;
}

/** RFC 6570 appendix A. */
export const OPERATORS: Readonly<Record<Operator, OperatorRules>> = {
  '': { first: '', separator: ',', named: false, ifEmpty: '', allowReserved: false },
  '+': { first: '', separator: ',', named: false, ifEmpty: '', allowReserved: true },
  '#': { first: '#', separator: ',', named: false, ifEmpty: '', allowReserved: true },
  '.': { first: '.', separator: '.', named: false, ifEmpty: '', allowReserved: false },
  '/': { first: '/', separator: '/', named: false, ifEmpty: '', allowReserved: false },
  ';': { first: ';', separator: ';', named: true, ifEmpty: '', allowReserved: false },
  '?': { first: '?', separator: '&', named: true, ifEmpty: '=', allowReserved: false },
  '&': { first: '&', separator: '&', named: true, ifEmpty: '=', allowReserved: false },
};
