// An MCP server with version 2 of the SDK.
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { api } from './api.mjs';
import { callTool } from './call.mjs';

/**
 * The SDK publishes the schema and checks nothing, so that the model reads the sentences of `build`.
 *
 * @type {import('@modelcontextprotocol/server').jsonSchemaValidator}
 */
const validator = {
  getValidator: () => (/** @type {any} */ data) => ({ valid: true, data, errorMessage: undefined }),
};

serveStdio(() => {
  const server = new McpServer({ name: 'issues', version: '1.0.0' });
  for (const { name, inputSchema, ...config } of api.tools)
    server.registerTool(
      name,
      { ...config, inputSchema: fromJsonSchema(inputSchema, validator) },
      async (args, { mcpReq }) => {
        const { text, isError } = await callTool(api, name, args, { signal: mcpReq.signal });
        return { content: [{ type: 'text', text }], isError };
      },
    );
  return server;
});
