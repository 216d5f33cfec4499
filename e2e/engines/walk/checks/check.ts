import type { TestPlayground } from '../playground.js';
import type { Walker } from '../walker.js';

/** The size of a window on a desk. */
export const WIDE = { width: 1440, height: 900 } as const;
/** No browser is narrower: 447 px is the least of WebKit's MiniBrowser. */
export const NARROW = { width: 450, height: 900 } as const;

/** Checks by their sentences; each goes on where the one before it ended. */
export type Checks = Readonly<Record<string, (walker: Walker, playground: TestPlayground) => Promise<void>>>;
