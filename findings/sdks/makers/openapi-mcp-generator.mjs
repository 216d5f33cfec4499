/** Writes the tools of openapi-mcp-generator, as its command makes them: `node openapi-mcp-generator.mjs <document.json> <tools.json>`. */
import { writeFileSync } from 'node:fs';
import { getToolsFromOpenApi } from 'openapi-mcp-generator/dist/api.js';

const [, , document = '', output = ''] = process.argv;
const tools = await getToolsFromOpenApi(document, { dereference: true, baseUrl: 'http://127.0.0.1' });
const listed = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
writeFileSync(output, JSON.stringify(listed));
