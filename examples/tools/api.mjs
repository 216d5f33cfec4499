// The tools of openapi.json, and their settings.
import { readFileSync } from 'node:fs';
import { createTools } from 'endpoint.js/tools';

const { API_URL, API_TOKEN } = process.env;
const document = JSON.parse(readFileSync(new URL('openapi.json', import.meta.url), 'utf8'));

export const api = createTools(document, {
  baseUrl: API_URL || undefined,
  headers: { authorization: API_TOKEN ? `Bearer ${API_TOKEN}` : undefined },
});
// An MCP server's standard output is for the protocol.
for (const warning of api.warnings) console.error(warning);
