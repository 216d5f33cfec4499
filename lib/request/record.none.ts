/** Replaces `record.ts` in builds of the builder alone, which record nothing and throw errors. */
import { fail } from '../errors.js';

/* @__NO_SIDE_EFFECTS__ */
export function tell(): undefined {}

export function recover(_record: undefined, error: unknown): never {
  throw error;
}

export const report = (_record: undefined, ...error: Parameters<typeof fail>): never => fail(...error);
