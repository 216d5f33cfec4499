// A call server with a custom operation, and with an interceptor that bounds how many calls run at once.
import { CallError, createServer, jsonLines, OperationError, status } from 'endpoint.js-server';

/** @type {import('endpoint.js-server').Operation} */
const slugify = {
  description: 'Turns a text into a path segment.',
  // The labels appear in the response of `operations` and in the playground.
  arguments: { str1: 'text', int_value: 'most characters, 0 = 80' },
  handler: ({ str1: text, intValue: most }) => {
    if (most < 0) throw new OperationError(`int_value is the most characters and must be 0 or more, not ${most}.`);
    const words = text
      .normalize('NFKD')
      .replaceAll(/\p{Mark}/gu, '')
      .toLowerCase()
      .match(/[a-z\d]+/g);
    if (!words) throw new OperationError('str1 has no letter or digit to make a slug; pass a title.');
    return words.join('-').slice(0, most || 80);
  },
};

/**
 * @param {number} most
 * @returns {import('endpoint.js-server').Interceptor}
 */
function atMost(most) {
  let running = 0;
  return async (call, next) => {
    if (running >= most) {
      throw new CallError(status.RESOURCE_EXHAUSTED, `${most} calls are running already; try again later.`);
    }
    running += 1;
    try {
      return await next(call);
    } finally {
      running -= 1;
    }
  };
}

const { PORT = '50051', GATEWAY_PORT = '8080' } = process.env;
const server = createServer({
  operations: { slugify },
  interceptors: [atMost(100)],
  log: jsonLines(process.stdout),
});
const { grpc, gateway } = await server.listen({ port: Number(PORT), gatewayPort: Number(GATEWAY_PORT) });
console.log(`Listening on ${grpc}; for gRPC-Web on ${gateway}. Ctrl+C stops.`);

process.once('SIGINT', () => void server.drain());
process.once('SIGTERM', () => void server.drain());
