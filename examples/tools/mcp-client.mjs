// Lists the tools of a server, or calls one: node mcp-client.mjs <server> [<tool> <arguments as JSON>]
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const [server = 'mcp-server.mjs', name, args = '{}'] = process.argv.slice(2);
// The transport passes on only the variables of a list, so the server needs these by name.
const env = Object.fromEntries(
  ['API_URL', 'API_TOKEN'].flatMap((key) => (process.env[key] ? [[key, process.env[key]]] : [])),
);
const client = new Client({ name: 'client', version: '1.0.0' });
await client.connect(new StdioClientTransport({ command: process.execPath, args: [server], env }));

if (name === undefined) {
  const { tools } = await client.listTools();
  for (const tool of tools)
    console.log(`${tool.name}(${Object.keys(tool.inputSchema.properties ?? {}).join(', ')}): ${tool.description}`);
} else {
  const { content, isError } = await client.callTool({ name, arguments: JSON.parse(args) });
  for (const block of content) if (block.type === 'text') console.log(block.text);
  if (isError) process.exitCode = 2;
}
await client.close();
