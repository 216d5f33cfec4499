// A call server that knows nothing of traces.
import { createServer, jsonLines } from 'endpoint.js-server';

const server = createServer({ log: jsonLines(process.stdout) });
const { grpc } = await server.listen({ port: Number(process.env['PORT'] ?? 50_051) });
console.log(`Listening on ${grpc}; Ctrl+C stops.`);

process.once('SIGINT', () => void server.drain());
process.once('SIGTERM', () => void server.drain());
