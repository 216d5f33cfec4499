import { isSecretName } from './secrets.js';

const MASK = '***';
const SCHEME = /^(?:Bearer|Basic|Digest|Token)\s+/i;

/** What is shown in a secret's place: its scheme, if it has one. */
export function masked(value: string): string {
  return value === '' ? '' : `${SCHEME.exec(value)?.[0] ?? ''}${MASK}`;
}

/** A copy in which the texts of secret names are masked, however deep they stand. */
export function withMasks<Value>(value: Value): Value {
  const copy = JSON.stringify(value, (name: string, member: unknown) =>
    typeof member === 'string' && isSecretName(name) ? masked(member) : member,
  ) as string | undefined;
  return copy === undefined ? value : (JSON.parse(copy) as Value);
}

/** Whether something is masked. */
export function hasSecrets(value: unknown): boolean {
  return JSON.stringify(value) !== JSON.stringify(withMasks(value));
}
