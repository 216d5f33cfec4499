/** The walk through the playground. */
import type { Checks } from './check.js';
import { KEEPING } from './keeping.js';
import { OPENING } from './opening.js';
import { SENDING } from './sending.js';
import { WRITING } from './writing.js';

/** The checks in their order. */
export const CHECKS: Checks = { ...WRITING, ...OPENING, ...SENDING, ...KEEPING };
