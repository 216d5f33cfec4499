/** Replaces `record.ts` in builds of the builder alone, which record nothing and throw errors; they pass no `record` (vite.config.ts). */

/* @__NO_SIDE_EFFECTS__ */
export function tell(): undefined {}

export function recover(error: unknown): never {
  throw error;
}

export { fail as report } from '../errors.js';
