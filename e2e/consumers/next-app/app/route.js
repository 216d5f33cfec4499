import { modules } from '../modules.js';
import { runSuite } from '../suite.js';

export const runtime = 'edge';

/** A route handler. @param {Request} request */
export async function POST(request) {
  return new Response(await runSuite(modules, await request.json()));
}
