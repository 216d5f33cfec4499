#!/usr/bin/env bash
# Shows that the AI SDK 6 drops most rules of a tool for Gemini, unless its schema refers to itself.
set -euo pipefail

cat <<'TEXT'
Guess: minimum, pattern, default and additionalProperties of a tool arrive at the model; Gemini's parametersJsonSchema takes JSON Schema.
Truth: with Google, the AI SDK 6 rewrites the schema into its older form without a warning: { minimum: 1, maximum: 9 } is any integer, and
  a map of texts an object without members. The same schema with one recursive member arrives complete. The AI SDK 7 keeps both.
Versions: ai 6.0.326 with @ai-sdk/google 3.0.141, ai 7.0.173 with @ai-sdk/google 4.0.121, Node 20.20.
Who meets it: tools whose calls to Gemini fail for values out of range, while the same tools work with OpenAI and Anthropic.
TEXT

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --loglevel=error ai6@npm:ai@6.0.326 google3@npm:@ai-sdk/google@3.0.141 ai7@npm:ai@7.0.173 \
  google4@npm:@ai-sdk/google@4.0.121 zod@4.6.7 >>npm.log 2>&1

cat >send.mjs <<'JS'
import { once } from 'node:events';
import { createServer } from 'node:http';
import * as ai6 from 'ai6';
import * as ai7 from 'ai7';
import * as google3 from 'google3';
import * as google4 from 'google4';

let declaration;
const server = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  declaration = JSON.parse(text).tools[0].functionDeclarations[0];
  // Only the request matters.
  response.writeHead(400).end('{}');
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const baseURL = `http://127.0.0.1:${server.address().port}`;

const page = { type: 'integer', minimum: 1, maximum: 9 };
const labels = { type: 'object', additionalProperties: { type: 'string' } };
const flat = { type: 'object', properties: { page, labels } };
const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' } } };
const recursive = { type: 'object', properties: { page, labels, first: { $ref: '#/$defs/node' } }, $defs: { node } };

for (const [name, ai, { createGoogleGenerativeAI }] of [
  ['AI SDK 6', ai6, google3],
  ['AI SDK 7', ai7, google4],
])
  for (const [kind, schema] of Object.entries({ flat, recursive })) {
    const model = createGoogleGenerativeAI({ apiKey: 'x', baseURL })('gemini-2.5-flash');
    const tools = { list: ai.tool({ description: 'Lists', inputSchema: ai.jsonSchema(schema) }) };
    await ai.generateText({ model, prompt: 'x', maxRetries: 0, tools }).catch(() => undefined);
    const { properties } = declaration.parametersJsonSchema ?? declaration.parameters;
    console.log(`${name}, ${kind}:`, JSON.stringify(properties.page), JSON.stringify(properties.labels));
  }
server.close();
JS
node send.mjs | tee seen.txt
diff seen.txt - <<'TEXT'
AI SDK 6, flat: {"type":"integer"} {"type":"object"}
AI SDK 6, recursive: {"type":"integer","minimum":1,"maximum":9} {"type":"object","additionalProperties":{"type":"string"}}
AI SDK 7, flat: {"type":"integer","minimum":1,"maximum":9} {"type":"object","additionalProperties":{"type":"string"}}
AI SDK 7, recursive: {"type":"integer","minimum":1,"maximum":9} {"type":"object","additionalProperties":{"type":"string"}}
TEXT
