/**
 * Vitest's set-up file: the seed of all property tests. fixed in `npm test`, so that a commit always has the same
 * result; in `npm run test:full` a random one, which is printed, or that of `--seed`.
 */
import fc from 'fast-check';

const FIXED_SEED = 20_200_601;

fc.configureGlobal({ seed: Number(process.env['ENDPOINTJS_SEED'] || FIXED_SEED) });
