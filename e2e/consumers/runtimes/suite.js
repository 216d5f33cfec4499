/**
 * What a user does with the packages, the same in every runtime. The packages are passed in, because they are imported in some, required
 * in others, and globals of a page in others again.
 */

/**
 * @typedef {object} Builder
 * @property {typeof import('endpoint.js').endpoint} endpoint
 * @property {typeof import('endpoint.js').createEndpoint} createEndpoint
 * @property {typeof import('endpoint.js').EndpointError} EndpointError
 */

/**
 * @typedef {object} Modules
 * @property {Builder} builder
 * @property {typeof import('endpoint.js/fetch').toFetch} toFetch
 * @property {typeof import('endpoint.js/explain').explain} explain
 * @property {typeof import('endpoint.js/uri-template')} template
 * @property {typeof import('endpoint.js-client')} client
 */

/**
 * @typedef {object} Settings
 * @property {string} echo answers each HTTP request with a description of it
 * @property {readonly string[]} hosts bridges to the call service, whose operation `wait` doesn't end
 * @property {string} dead an address where nothing listens
 */

/**
 * What engines may do differently, and each kind of call; `e2e/engines` has thousands of others.
 *
 * @type {readonly ((builder: Builder) => unknown)[]}
 */
const BUILDS = [
  ({ endpoint }) => endpoint('GET /repos/{owner}/{repo}/issues', { owner: 'o', repo: 'r', state: 'öpen ✓', page: 2 }),
  ({ endpoint }) =>
    endpoint('POST /user/repos', { name: '😀', private: false, topics: ['a', 'b'], nested: { n: null } }),
  ({ endpoint }) =>
    endpoint('DELETE /files{/path*}{?list,keys*}{#f}', { path: ['a b', 'c'], list: [1, 2], keys: { k: 'v' }, f: 'x' }),
  ({ endpoint }) =>
    endpoint('GET /search', { q: "a'b(c)!*~&=+ %", since: new Date(0), n: 1e21, big: 10n ** 20n, none: null }),
  ({ endpoint }) =>
    endpoint.defaults({ org: 'o', headers: { a: '1' } }).defaults({ [endpoint.in]: { body: { a: 1 } } })('PUT /{org}'),
  ({ createEndpoint }) =>
    createEndpoint({ baseUrl: 'https://h/api', query: { arrays: 'brackets' }, missing: 'omit' })('GET /a/{b}', {
      c: [1, 2],
    }),
  // Errors; the compiler finds the first.
  // @ts-expect-error -- a missing parameter
  ({ endpoint }) => endpoint('DELETE /users/{id}'),
  ({ endpoint }) => endpoint('GET /{+p}', { p: '../x' }),
  ({ endpoint }) => endpoint('GET /x', { a: '\ud800' }),
];

/** @type {readonly [route: string, options: import('endpoint.js').EndpointOptions][]} */
const REQUESTS = [
  ['GET /items/{id}', { id: 'é/ü', q: '✓ %' }],
  ['PATCH /items/{id}', { id: 1, name: '😀', tags: ['a', 'b'] }],
  ['POST /form', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, a: 'ü', b: [1, 2] }],
];

/**
 * Builds every request.
 *
 * @param {Builder} builder
 */
export function buildAll(builder) {
  return BUILDS.map((build) => {
    try {
      return build(builder);
    } catch (error) {
      if (!(error instanceof builder.EndpointError && error instanceof TypeError)) throw error;
      return { name: error.name, code: error.code, message: error.message };
    }
  });
}

/** @param {Modules} modules @param {string} echo */
async function fetchAll({ builder, toFetch }, echo) {
  const api = builder.createEndpoint({ vendor: 'acme', baseUrl: echo });
  const answers = [];
  const userAgents = [];
  for (const [route, options] of REQUESTS) {
    const response = await fetch(...toFetch(api(route, options)));
    const { userAgent, ...answer } = await response.json();
    answers.push(answer);
    userAgents.push(userAgent);
  }
  return { answers, userAgents };
}

/**
 * Makes calls on one host: one that succeeds, one that the server refuses, and one that takes too long.
 *
 * @param {Modules} modules
 * @param {string} host
 */
async function callAll({ client: { CallError, createCallClient } }, host) {
  const client = createCallClient({ host });
  /** @param {Promise<unknown>} call */
  const failure = async (call) => {
    const error = await call.then(
      () => undefined,
      (/** @type {unknown} */ reason) => reason,
    );
    if (!(error instanceof CallError)) throw new Error('The call did not fail as a call does.', { cause: error });
    return { code: error.code, name: error.status.name };
  };
  const { success, message, status, attempts } = await client.call(
    { code: 'echo', str1: 'ü ✓ 😀', str2: '{}', intValue: -1 },
    { deadline: 60_000, metadata: { 'x-trace-bin': new Uint8Array([1, 255]) } },
  );
  return {
    answer: { success, message, status: status.name, attempts },
    refused: await failure(client.call({ code: 'c'.repeat(129) })),
    late: await failure(client.call({ code: 'wait' }, { deadline: 100 })),
    cancelled: await failure(client.call({ code: 'wait' }, { signal: abortSoon() })),
  };
}

function abortSoon() {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 50);
  return controller.signal;
}

/**
 * @param {Modules} modules
 * @param {Settings} settings
 * @returns the results as JSON: `same` must be the same text in every runtime
 */
export async function runSuite(modules, { echo, hosts, dead }) {
  const { builder, explain, template, client } = modules;
  const { answers, userAgents } = await fetchAll(modules, echo);
  const calls = [];
  for (const host of hosts) calls.push(await callAll(modules, host));
  const unreachable = await client
    .createCallClient({ host: dead })
    .call({ code: 'echo' })
    .catch(({ code }) => code);
  let relative = '';
  try {
    client.createCallClient({ host: '/api' });
  } catch (error) {
    relative = String(error);
  }
  const same = {
    builds: buildAll(builder),
    explained: explain('PATCH /a/{id}{?q}', { id: 'ü', q: [1, 2], name: 'x', mediaType: { previews: ['mercy'] } }),
    refused: explain('DELETE /a/{id}'),
    expanded: template.expand('/{+a}{?b,c*}', { a: 'x/y', b: '✓', c: { d: 'e' } }),
    matched: template.match('/a/{b}{?c}', '/a/%C3%BC?c=1'),
    fetched: answers,
    calls,
    unreachable,
  };
  return JSON.stringify({ same: JSON.stringify(same), userAgents, relative });
}
