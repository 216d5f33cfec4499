/** Servers and clients of the Model Context Protocol, in one process. */
import { Client as Client2, InMemoryTransport as Transport2 } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';

const about = { name: 'x', version: '1.0.0' };

/** @param {any} server @param {any} client @param {any} transport */
async function list(server, client, transport) {
  const [near, far] = transport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  const { tools } = await client.listTools();
  await client.close();
  return tools;
}

/** @type {import('./main.mjs').Consumer} */
export const sdk1 = {
  kind: 'sends',
  run: (tools) => {
    const server = new Server(about, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: /** @type {any} */ (tools) }));
    return list(server, new Client(about), InMemoryTransport);
  },
};

/** @type {import('./main.mjs').Consumer} */
export const sdk2 = {
  kind: 'sends',
  run: (tools) => {
    const server = new McpServer(about);
    for (const { name, description, inputSchema } of tools) {
      const schema = fromJsonSchema(/** @type {any} */ (inputSchema));
      server.registerTool(name, { description, inputSchema: schema }, () => ({ content: [] }));
    }
    return list(server, new Client2(about), Transport2);
  },
};
