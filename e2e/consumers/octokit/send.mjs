/**
 * Sends every call through the versions of `@octokit/request` that are installed here, and every use through `@octokit/core`, to a server
 * that records them. Writes the records into the file that the first argument names, as JSON: by version those of CALLS and then
 * those of DIFFERENCES, and by `core` those of USES.
 */
import { writeFileSync } from 'node:fs';
import { CALLS } from './octokit-calls.mjs';
import { DIFFERENCES } from './octokit-differences.mjs';
import { startServer } from './server.mjs';
import { Octokit, USES } from './stack.mjs';

/** Of `@octokit/request`, each installed as `request-<version>`. */
const VERSIONS = [5, 6, 7, 8, 9, 10];

const server = await startServer();

/** The urls of a call, which then all lead to the server. @param {string} text */
const redirect = (text) => text.replace(/https?:\/\/(?!127)/, `${server.address}/`);

/** @param {unknown} options */
function redirectAll(options) {
  if (typeof options === 'string') return redirect(options);
  const redirected = { .../** @type {Record<string, unknown>} */ (options) };
  for (const name of ['url', 'baseUrl'])
    if (typeof redirected[name] === 'string') redirected[name] = redirect(redirected[name]);
  return redirected;
}

/** A result as text, with its keys in order. @param {unknown} value */
const write = (value) =>
  server.withoutAddress(
    JSON.stringify(value ?? null, (_, member) => {
      if (typeof member === 'function') return 'a function';
      if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
      return Object.fromEntries(Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)));
    }),
  );

/** @param {() => unknown} run */
async function record(run) {
  server.take();
  try {
    const result = await run();
    return { received: server.take(), result: write(result) };
  } catch (error) {
    return { received: server.take(), error: server.withoutAddress(String(error)) };
  }
}

/** @param {(options: unknown) => any} request @param {import('./octokit-calls.mjs').Call} call */
const send = (request, [route, options, ...defaults]) =>
  record(async () => {
    const layers = [{ baseUrl: server.address }, ...defaults];
    const withDefaults = layers.reduce(
      (last, layer) => last.defaults(redirectAll(layer)),
      /** @type {any} */ (request),
    );
    // The answer has nothing of the builder.
    await withDefaults(redirectAll(route), options && redirectAll(options));
  });

/** @type {Record<string, unknown[]>} */
const records = {};
for (const version of VERSIONS) {
  const { request } = await import(`request-${version}`);
  records[version] = [];
  for (const call of [...CALLS, ...DIFFERENCES.map((difference) => difference.call)])
    records[version].push(await send(request, call));
}

records['core'] = [];
for (const [, run, { path = '', ...options } = {}] of USES) {
  const baseUrl = server.address + path;
  records['core'].push(await record(() => run(new Octokit({ baseUrl, ...options }), baseUrl)));
}
server.close();
writeFileSync(process.argv[2] ?? 'sent.json', JSON.stringify(records));
