// Lists the tools of the server, or calls one: node client.mjs [<tool> <arguments as JSON>]
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const client = new Client({ name: 'client', version: '1.0.0' });
const env = Object.fromEntries(['API_URL', 'API_TOKEN', 'PATH'].map((name) => [name, process.env[name] ?? '']));
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: ['server.mjs'],
    env: env['API_URL'] ? env : { PATH: env['PATH'] },
  }),
);

const [name, args = '{}'] = process.argv.slice(2);
if (name === undefined) {
  const { tools } = await client.listTools();
  for (const tool of tools)
    console.log(`${tool.name}(${Object.keys(tool.inputSchema.properties ?? {}).join(', ')}): ${tool.description}`);
} else {
  const { content, isError } = await client.callTool({ name, arguments: JSON.parse(args) });
  console.log(content[0].text);
  if (isError) process.exitCode = 2;
}
await client.close();
