/** For workerd: answers settings with the results. */
import { modules } from './modules.js';
import { runSuite } from './suite.js';

export default {
  /** @param {Request} request */
  async fetch(request) {
    return new Response(await runSuite(modules, await request.json()));
  },
};
