import { isSecretName } from './secrets.js';

const MASK = '***';
const SCHEME = /^(?:Bearer|Basic|Digest|Token)\s+/i;

/** The text shown instead of a secret: its scheme, if it has one, and a mask. */
export function mask(value: string): string {
  return value === '' ? '' : `${SCHEME.exec(value)?.[0] ?? ''}${MASK}`;
}

/** A copy with the texts of secret names masked, at any depth. */
export function withMasks<Value>(value: Value): Value {
  const copy = JSON.stringify(value, (name: string, member: unknown) =>
    typeof member === 'string' && isSecretName(name) ? mask(member) : member,
  ) as string | undefined;
  return copy === undefined ? value : (JSON.parse(copy) as Value);
}

/** Whether a value has secrets to mask. */
export function hasSecrets(value: unknown): boolean {
  return JSON.stringify(value) !== JSON.stringify(withMasks(value));
}
