/**
 * Vitest's set-up file: the seed of all property tests. `npm test` has a fixed one, so that the same commit has the same result;
 * `npm run test:full` passes a random one that it prints, or that of `--seed`.
 */
import fc from 'fast-check';

const FIXED_SEED = 20_200_601;

fc.configureGlobal({ seed: Number(process.env['ENDPOINTJS_SEED'] || FIXED_SEED) });
