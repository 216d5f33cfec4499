import type { Operation } from '../features/catalogue/catalogue.js';
import {
  NOTHING_EXPECTED,
  type Expected,
  type ExpectedParameter,
} from '../features/request-builder/model/surroundings.js';

/** The parameters that an operation requires, those that this page can't write left out. */
export function listExpected(operation: Operation | undefined): Expected {
  if (operation === undefined) return NOTHING_EXPECTED;
  const { parameters, body } = operation;
  const expected = parameters.flatMap(({ name, place, required }): readonly ExpectedParameter[] => {
    // The builder itself refuses a path without a value.
    if (!required || place === 'path') return [];
    return body?.kind === 'files' && (place === 'body' || place === 'data') ? [] : [{ name, place }];
  });
  return { parameters: expected, body: body?.required === true };
}

/** Puts the focus into the first required field without a value, of those in sight. */
export function focusFirstRequired(): void {
  const fields = document.querySelectorAll<HTMLInputElement>('.builder [aria-required="true"]');
  [...fields].find((field) => field.value === '' && field.offsetParent !== null)?.focus();
}
