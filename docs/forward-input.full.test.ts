/** The servers of "Forward a user's input" that need packages, which `dev/full` has. */
import { join } from 'node:path';
import { linkLibraries, ROOT } from './test/pages.js';
import { testForwarding } from './test/forwarding.js';

const FOLDER = join(ROOT, '.cache', 'forwarding-full');
linkLibraries(FOLDER);

testForwarding(FOLDER, [
  { name: 'express.mjs', drops: { form: /^__proto__$/ } },
  {
    name: 'express.mjs',
    drops: { query: /^__proto__/, form: /^__proto__/ },
    edit: (code) =>
      code
        .replace('express()', "express().set('query parser', 'extended')")
        .replace('urlencoded()', 'urlencoded({ extended: true })'),
  },
  { name: 'fastify.mjs', refusesPrototypes: true },
  { name: 'hono.mjs' },
]);
