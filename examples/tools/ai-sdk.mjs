// An agent with the AI SDK: node ai-sdk.mjs "<question>", with ANTHROPIC_API_KEY and MODEL
import { anthropic } from '@ai-sdk/anthropic';
import { generateText, isStepCount, jsonSchema, tool } from 'ai';
import { api } from './api.mjs';
import { callTool } from './call.mjs';
import { confirm } from './confirm.mjs';

const tools = Object.fromEntries(
  api.tools.map(({ name, description, inputSchema }) => [
    name,
    tool({
      description,
      inputSchema: jsonSchema(inputSchema),
      execute: async (args, { abortSignal }) => {
        const { text, isError } = await callTool(api, name, args, { confirm, signal: abortSignal });
        // The SDK makes a failed result of it.
        if (isError) throw new Error(text);
        return text;
      },
    }),
  ]),
);

const [prompt = 'Which releases has nodejs/undici?'] = process.argv.slice(2);
const { text } = await generateText({
  model: anthropic(process.env['MODEL'] ?? ''),
  tools,
  prompt,
  stopWhen: isStepCount(10),
});
console.log(text);
