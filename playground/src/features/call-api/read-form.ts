import type { CallForm } from './form.js';

/** A call as the client takes it. */
export interface Call {
  readonly bridge: string;
  readonly request: { readonly code: string; readonly str1: string; readonly str2: string; readonly intValue: number };
  readonly metadata: readonly (readonly [name: string, value: string])[];
  /** Milliseconds from now; undefined for none. */
  readonly deadline: number | undefined;
}

export type CallFieldId = 'bridge' | 'intValue' | 'deadline' | `metadata ${number}`;

/** What keeps the form from being sent, by field; empty where it can be. */
export type CallProblems = ReadonlyMap<CallFieldId, string>;

const INT32_MAX = 2 ** 31 - 1;
const INT32_MIN = -(2 ** 31);

function bridgeProblem(bridge: string): string | undefined {
  const url = URL.canParse(bridge.trim()) ? new URL(bridge.trim()) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return undefined;
  return 'Write the address with its scheme, such as http://127.0.0.1:8080.';
}

function intProblem(text: string): string | undefined {
  const value = Number(text);
  if (/^\s*[+-]?\d*\s*$/.test(text) && value >= INT32_MIN && value <= INT32_MAX) return undefined;
  return `A whole number from ${INT32_MIN} to ${INT32_MAX}, the range of int32.`;
}

function deadlineProblem(text: string): string | undefined {
  if (text.trim() === '' || (/^\s*\d+\s*$/.test(text) && Number(text) > 0 && Number.isSafeInteger(Number(text)))) {
    return undefined;
  }
  return 'Whole milliseconds, greater than 0; empty for no deadline.';
}

/** The call that a form stands for, with what can't be read in it. */
export function readCallForm(form: CallForm): { readonly call: Call; readonly problems: CallProblems } {
  const rows = form.metadata.filter(({ name, value }) => name !== '' || value !== '');
  const found: readonly (readonly [CallFieldId, string | undefined])[] = [
    ['bridge', bridgeProblem(form.bridge)],
    ['intValue', intProblem(form.intValue)],
    ['deadline', deadlineProblem(form.deadline)],
    ...rows.map(({ id, name }) => [`metadata ${id}`, name === '' ? 'This metadata has no name.' : undefined] as const),
  ];
  const problems = found.flatMap(([field, message]) => (message === undefined ? [] : [[field, message] as const]));
  const { code, str1, str2 } = form;
  return {
    call: {
      bridge: form.bridge.trim(),
      request: { code, str1, str2, intValue: Number(form.intValue) },
      metadata: rows.map(({ name, value }) => [name, value]),
      deadline: form.deadline.trim() === '' ? undefined : Number(form.deadline),
    },
    problems: new Map(problems),
  };
}
