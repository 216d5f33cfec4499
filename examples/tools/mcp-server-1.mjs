// An MCP server with version 1 of the SDK.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { api } from './api.mjs';
import { callTool } from './call.mjs';

const server = new Server({ name: 'issues', version: '1.0.0' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: api.tools }));
server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
  const { text, isError } = await callTool(api, params.name, params.arguments, { signal });
  return { content: [{ type: 'text', text }], isError };
});
await server.connect(new StdioServerTransport());
