// An agent with Anthropic's SDK: node anthropic.mjs "<question>", with ANTHROPIC_API_KEY and MODEL
import Anthropic from '@anthropic-ai/sdk';
import { api } from './api.mjs';
import { callTool } from './call.mjs';
import { confirm } from './confirm.mjs';

const MAX_TURNS = 10;
const client = new Anthropic();
const tools = api.tools.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema }));

const [question = 'Which releases has nodejs/undici?'] = process.argv.slice(2);
/** @type {import('@anthropic-ai/sdk').Anthropic.MessageParam[]} */
const messages = [{ role: 'user', content: question }];
for (let turn = 0; turn < MAX_TURNS; turn++) {
  const { content } = await client.messages.create({
    model: process.env['MODEL'] ?? '',
    max_tokens: 4096,
    tools,
    messages,
  });
  /** @type {import('@anthropic-ai/sdk').Anthropic.ToolResultBlockParam[]} */
  const results = [];
  for (const block of content) {
    if (block.type === 'text') console.log(block.text);
    if (block.type !== 'tool_use') continue;
    const { text, isError } = await callTool(api, block.name, block.input, { confirm });
    results.push({ type: 'tool_result', tool_use_id: block.id, content: text, is_error: isError });
  }
  if (results.length === 0) break;
  messages.push({ role: 'assistant', content }, { role: 'user', content: results });
}
