import type { Call, MetadataCheck } from '../call.js';
import { acceptField, acceptRow, type FormEdit } from './edit-form.js';
import type { Form, TextField } from './form.js';

export type CallFieldId = TextField | `metadata ${number}`;

/** A problem that prevents the call. */
export interface CallProblem {
  readonly message: string;
  /** The edit that sends the call nevertheless. */
  readonly accept?: FormEdit;
}

/** The problems that prevent the call, by field. */
export type CallProblems = ReadonlyMap<CallFieldId, CallProblem>;

const INT32_MAX = 2 ** 31 - 1;
const INT32_MIN = -(2 ** 31);

function checkBridge(bridge: string): string | undefined {
  const url = URL.canParse(bridge.trim()) ? new URL(bridge.trim()) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    return 'Write the address with its scheme, such as http://127.0.0.1:8080.';
  if (url.username !== '' || url.password !== '') return 'Remove user and password; send them as metadata.';
  return url.search === '' && url.hash === '' ? undefined : 'Remove the query and the fragment: calls have none.';
}

function checkText(text: string): string | undefined {
  const index = text.search(/\p{Surrogate}/u);
  return index < 0 ? undefined : `Half of a surrogate pair at position ${index}, which UTF-8 can’t encode.`;
}

function checkInteger(text: string): string | undefined {
  const value = Number(text);
  if (/^\s*[+-]?\d*\s*$/.test(text) && value >= INT32_MIN && value <= INT32_MAX) return undefined;
  return `A whole number from ${INT32_MIN} to ${INT32_MAX}, the range of int32.`;
}

function checkDeadline(text: string): string | undefined {
  if (text.trim() === '' || (/^\s*\d+\s*$/.test(text) && Number(text) > 0 && Number.isSafeInteger(Number(text)))) {
    return undefined;
  }
  return 'Whole milliseconds, greater than 0; empty for no deadline.';
}

/** The fields whose secret was left out of the link or draft that the form came from. */
function findOmitted({ omitted, metadata }: Form): readonly (readonly [CallFieldId, CallProblem])[] {
  const message = 'A secret was left out here; enter it.';
  return [
    ...omitted.map((field) => [field, { message, accept: acceptField(field) }] as const),
    ...metadata.flatMap(({ id, removed }) =>
      removed ? [[`metadata ${id}`, { message, accept: acceptRow(id) }] as const] : [],
    ),
  ];
}

const UNBUILT = 'The request in Build has a problem. Fix it there, or choose another operation.';

/**
 * The call in a form, and the problems that prevent it. Without `check`, metadata isn't checked.
 * @param isUnbuilt whether the form follows a request with a problem
 */
export function readCall(
  form: Form,
  check: MetadataCheck = () => undefined,
  isUnbuilt = false,
): { readonly call: Call; readonly problems: CallProblems } {
  const rows = form.metadata.filter(({ name, value }) => name !== '' || value !== '');
  const found: readonly (readonly [CallFieldId, string | undefined])[] = [
    ['bridge', checkBridge(form.bridge)],
    ['code', isUnbuilt ? UNBUILT : checkText(form.code)],
    ['str1', checkText(form.str1)],
    ['str2', checkText(form.str2)],
    ['intValue', checkInteger(form.intValue)],
    ['deadline', checkDeadline(form.deadline)],
    ...rows.map(
      ({ id, name, value }) =>
        [`metadata ${id}`, name === '' ? 'This metadata has no name.' : check(name, value)] as const,
    ),
  ];
  const problems = found.flatMap(([field, message]) => (message === undefined ? [] : [[field, { message }] as const]));
  const { code, str1, str2 } = form;
  return {
    call: {
      bridge: form.bridge.trim(),
      request: { code, str1, str2, intValue: Number(form.intValue) },
      metadata: rows.map(({ name, value }) => [name, value]),
      deadline: form.deadline.trim() === '' ? undefined : Number(form.deadline),
    },
    problems: new Map<CallFieldId, CallProblem>([...problems, ...findOmitted(form)]),
  };
}
