import { flushSync } from 'react-dom';
import type { Operation } from '../features/catalogue/catalogue.js';
import { readOperation } from '../features/catalogue/operation-json.js';
import type { Form } from '../features/request-builder/model/form.js';
import { createMissingCheck } from '../features/request-builder/model/missing.js';
import type { Expected, ExpectedParameter, MissingCheck } from '../features/request-builder/model/surroundings.js';
import { load, OPERATION, readStored, save } from '../storage/device.js';
import { fillFormFromOperation } from './fill-form.js';

/** An entry of the catalogue that was chosen, and the check of its requests. */
export interface ChosenOperation {
  readonly operation: Operation;
  readonly findMissing: MissingCheck;
}

/** The parameters that an operation requires, those that this page can't write left out. */
function listExpected(operation: Operation): Expected {
  const { parameters, body } = operation;
  const expected = parameters.flatMap(({ name, place, required }): readonly ExpectedParameter[] => {
    // The builder itself refuses a path without a value.
    if (!required || place === 'path') return [];
    return body?.kind === 'files' && (place === 'body' || place === 'data') ? [] : [{ name, place }];
  });
  const required = body?.required === true;
  return { parameters: expected, body: required, files: required && body.kind === 'files' };
}

/** Puts the focus into the first required field without a value, of those in sight. */
function focusFirstRequired(): void {
  const fields = document.querySelectorAll<HTMLInputElement>('.builder [aria-required="true"]');
  [...fields].find((field) => field.value === '' && field.offsetParent !== null)?.focus();
}

/** An operation with the check of its requests. */
function withCheck(operation: Operation): ChosenOperation {
  return { operation, findMissing: createMissingCheck(listExpected(operation)) };
}

/** The operation that was chosen last, kept without its catalogue, which is large. */
export function loadOperation(): ChosenOperation | undefined {
  const operation = readStored(load(OPERATION), readOperation);
  return operation && withCheck(operation);
}

/** Fills the form from an operation, and goes to its first required value. */
export function chooseOperation(
  operation: Operation,
  before: Form,
  fill: (form: Form) => void,
  onChosen: (chosen: ChosenOperation) => void,
): void {
  flushSync(() => {
    fill(fillFormFromOperation(operation, before));
    onChosen(withCheck(operation));
  });
  save(OPERATION, operation);
  focusFirstRequired();
}
