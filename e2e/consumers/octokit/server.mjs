/** A server that records the requests it gets, and answers like GitHub where that matters: pages of lists, and GraphQL. */
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** @typedef {{ method?: string, url?: string, headers: Record<string, unknown>, body: string }} Received */

/** Starts it; `take` gives the requests since the last time, in which `{server}` stands for its address. */
export async function startServer() {
  /** @type {Received[]} */
  let received = [];
  let address = '';
  const withoutAddress = (/** @type {string} */ text) => text.replaceAll(address, '{server}');

  const server = createServer(async (request, response) => {
    const { method, url = '/', headers } = request;
    const body = withoutAddress(Buffer.from(await buffer(request)).toString('latin1'));
    received.push({ method, url, headers: { ...headers, host: undefined }, body });
    const page = Number(new URL(url, address).searchParams.get('page') ?? 1);
    const next = `${address}${url.split('?')[0]}?page=${page + 1}`;
    if (page < 3) response.setHeader('link', `<${next}>; rel="next"`);
    response.sendDate = false;
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.end(JSON.stringify(url.endsWith('/graphql') ? { data: { ok: true } } : [{ id: page }]));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  address = `http://127.0.0.1:${Object(server.address()).port}`;

  return {
    address,
    withoutAddress,
    take: () => {
      const taken = received;
      received = [];
      return taken;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
